// Pools for stream-ordered allocation.
#include "cuda.h"

#include "api/cuda/runtime.h"
#include "host/requests/allocation.h"

#include <span>
#include <vector>

using namespace raddle::cuda;
using raddle::host::MemoryPool;
using raddle::host::PoolAccess;
using raddle::host::PoolAttribute;
using raddle::host::Stream;

namespace {

// Runs `body(process, the pool)`.
template <typename Body> CUresult onPool(CUmemoryPool handle, Body body) {
  return onProcess([&](Process &process) {
    MemoryPool *const pool = findPool(process, handle);
    return pool ? body(process, *pool) : Status::kInvalidValue;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onStream(handle, [=](const Context &context, Stream &stream) {
    return allocateInStream(context, stream, caller, context.device.pool(), bytes,
                            reinterpret_cast<void **>(pointer));
  });
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties) {
  const FallbackContext context(0);
  return viaRuntime(
      [=] { return cudaMemPoolCreate(pool, sameLayout<const cudaMemPoolProps>(properties)); });
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return viaRuntime([=] { return cudaMemPoolDestroy(pool); });
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return viaRuntime([=] { return cudaDeviceSetMemPool(device, pool); });
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) {
  return viaRuntime([=] { return cudaDeviceGetMemPool(pool, device); });
}

CUresult cuMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool, CUmemAllocationHandleType type,
                                          unsigned long long flags) {
  return viaRuntime([=] {
    return cudaMemPoolExportToShareableHandle(handle, pool, static_cast<cudaMemAllocationHandleType>(type),
                                              static_cast<unsigned>(flags));
  });
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle, CUmemAllocationHandleType type,
                                            unsigned long long flags) {
  return viaRuntime([=] {
    return cudaMemPoolImportFromShareableHandle(pool, handle, static_cast<cudaMemAllocationHandleType>(type),
                                                static_cast<unsigned>(flags));
  });
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr pointer) {
  return viaRuntime([=] {
    return cudaMemPoolExportPointer(sameLayout<cudaMemPoolPtrExportData>(data), pointerOf(pointer));
  });
}

CUresult cuMemPoolImportPointer(CUdeviceptr *pointer, CUmemoryPool pool, CUmemPoolPtrExportData *data) {
  return viaRuntime([=] {
    return cudaMemPoolImportPointer(reinterpret_cast<void **>(pointer), pool,
                                    sameLayout<cudaMemPoolPtrExportData>(data));
  });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes, CUmemoryPool pool, CUstream handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onStream(handle, [=](const Context &context, Stream &stream) {
    MemoryPool *const found = findPool(context.process, pool);
    return found ? allocateInStream(context, stream, caller, *found, bytes, reinterpret_cast<void **>(pointer))
                 : Status::kInvalidValue;
  });
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes_to_keep) {
  return onPool(pool, [=](Process &, MemoryPool &found) {
    found.trim(bytes_to_keep);
    return Status::kSuccess;
  });
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  return onPool(pool, [=](Process &, MemoryPool &found) {
    return value ? found.setAttribute(static_cast<PoolAttribute>(attribute), value) : Status::kInvalidValue;
  });
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  return onPool(pool, [=](Process &, MemoryPool &found) {
    return value ? found.attribute(static_cast<PoolAttribute>(attribute), value) : Status::kInvalidValue;
  });
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *descriptions, size_t count) {
  return onPool(pool, [=](Process &process, MemoryPool &found) {
    if (!descriptions && count > 0)
      return Status::kInvalidValue;
    std::vector<PoolAccess> wanted;
    for (const CUmemAccessDesc &access : std::span(descriptions, count))
      wanted.push_back(
          {access.location.type == CU_MEM_LOCATION_TYPE_DEVICE, access.location.id, access.flags});
    return found.setAccess(wanted, static_cast<int>(process.devices.size()));
  });
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location) {
  return onPool(pool, [=](Process &process, MemoryPool &found) {
    if (!flags || !location || location->type != CU_MEM_LOCATION_TYPE_DEVICE)
      return Status::kInvalidValue;
    if (!process.hasDevice(location->id))
      return Status::kInvalidDevice;
    *flags = static_cast<CUmemAccess_flags>(found.access(location->id));
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
