// The functions of the driver API that CUDA's C++ libraries ask cuGetProcAddress for: the same work as the runtime API's,
// by other names, and without a last error. What kFunctions does not list, cuGetProcAddress does not find.
#include "cuda.h"
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/driver_answer.h"
#include "api/cudart/handles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

using namespace raddle::cudart;

namespace {

void *pointerOf(CUdeviceptr address) { return reinterpret_cast<void *>(address); }
CUdeviceptr addressOf(void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

// The devices that were current when contexts were pushed. Below the first is the device that the runtime API has
// chosen, until that context is popped as well and none is current.
constexpr int kNone = -1;
thread_local std::vector<int> covered_devices;
thread_local bool none_is_current = false;

CUresult isDevice(CUdevice device) {
  int count = 0;
  const CUresult result = cuDeviceGetCount(&count);
  return result != CUDA_SUCCESS          ? result
         : device >= 0 && device < count ? CUDA_SUCCESS
                                         : CUDA_ERROR_INVALID_DEVICE;
}

template <typename Value> CUresult fillAsync(CUdeviceptr target, Value value, size_t count, CUstream stream) {
  const auto *byte = reinterpret_cast<const unsigned char *>(&value);
  if (std::all_of(byte, byte + sizeof value, [&](unsigned char other) { return other == *byte; }))
    return answer([&] { return cudaMemsetAsync(pointerOf(target), *byte, count * sizeof value, stream); });
  // A column of each byte of the value.
  for (size_t i = 0; i < sizeof value; ++i)
    if (CUresult failed = answer([&] {
          return cudaMemset2DAsync(static_cast<char *>(pointerOf(target)) + i, sizeof value, byte[i], 1,
                                   count, stream);
        }))
      return failed;
  return CUDA_SUCCESS;
}

template <typename Value> CUresult store(void *where, Value value) {
  *static_cast<Value *>(where) = value;
  return CUDA_SUCCESS;
}

CUresult pointerAttribute(void *value, CUpointer_attribute attribute, const cudaPointerAttributes &known) {
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    return store(value, contextOf(known.device));
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return store<unsigned>(value,
                           known.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return known.devicePointer ? store(value, addressOf(known.devicePointer)) : CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    return known.hostPointer ? store(value, known.hostPointer) : CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return store<unsigned>(value, known.type == cudaMemoryTypeManaged);
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return store(value, known.device);
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

// What a pointer that CUDA does not know has of an attribute.
void storeNothing(void *value, CUpointer_attribute attribute) {
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    store<void *>(value, nullptr);
    break;
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    store<CUdeviceptr>(value, 0);
    break;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    store(value, -2);
    break;
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    store<unsigned>(value, 0);
    break;
  default:
    store<bool>(value, false);
  }
}

struct Entry {
  std::string_view name;
  int since; // the CUDA version whose function of this name it is
  void *function;
};

#define ENTRY(name, since)                                                                                   \
  Entry { #name, since, reinterpret_cast<void *>(&name) }
const auto kFunctions = std::to_array<Entry>({
    ENTRY(cuGetProcAddress, 12000),
    ENTRY(cuInit, 2000),
    ENTRY(cuDriverGetVersion, 2020),
    ENTRY(cuDeviceGet, 2000),
    ENTRY(cuDeviceGetCount, 2000),
    ENTRY(cuDeviceGetName, 2000),
    ENTRY(cuDeviceTotalMem, 3020),
    ENTRY(cuDeviceGetAttribute, 2000),
    ENTRY(cuDeviceCanAccessPeer, 4000),
    ENTRY(cuDeviceGetDefaultMemPool, 11020),
    ENTRY(cuDevicePrimaryCtxRetain, 7000),
    ENTRY(cuDevicePrimaryCtxRelease, 11000),
    ENTRY(cuDevicePrimaryCtxGetState, 7000),
    ENTRY(cuCtxPushCurrent, 4000),
    ENTRY(cuCtxPopCurrent, 4000),
    ENTRY(cuCtxGetCurrent, 4000),
    ENTRY(cuCtxGetDevice, 2000),
    ENTRY(cuMemcpyAsync, 4000),
    ENTRY(cuMemsetD8Async, 3020),
    ENTRY(cuMemsetD16Async, 3020),
    ENTRY(cuMemsetD32Async, 3020),
    ENTRY(cuMemAllocManaged, 6000),
    ENTRY(cuMemAllocHost, 3020),
    ENTRY(cuMemFree, 3020),
    ENTRY(cuMemFreeHost, 2000),
    ENTRY(cuMemFreeAsync, 11020),
    ENTRY(cuMemAllocFromPoolAsync, 11020),
    ENTRY(cuMemPoolTrimTo, 11020),
    ENTRY(cuMemPoolSetAttribute, 11020),
    ENTRY(cuMemPoolGetAttribute, 11020),
    ENTRY(cuMemPoolSetAccess, 11020),
    ENTRY(cuMemPoolGetAccess, 11020),
    ENTRY(cuPointerGetAttribute, 4000),
    ENTRY(cuPointerGetAttributes, 7000),
    ENTRY(cuStreamCreateWithPriority, 5050),
    ENTRY(cuStreamDestroy, 4000),
    ENTRY(cuStreamSynchronize, 2000),
    ENTRY(cuStreamQuery, 2000),
    ENTRY(cuStreamGetPriority, 5050),
    ENTRY(cuStreamGetId, 12000),
    ENTRY(cuStreamGetCtx, 9020),
    ENTRY(cuStreamIsCapturing, 10000),
    ENTRY(cuStreamWaitEvent, 3020),
    ENTRY(cuFuncGetAttribute, 2020),
    ENTRY(cuFuncSetAttribute, 9000),
    ENTRY(cuFuncLoad, 12040),
    ENTRY(cuLaunchKernelEx, 11060),
    ENTRY(cuLaunchHostFunc, 10000),
    ENTRY(cuEventCreate, 2000),
    ENTRY(cuEventDestroy, 4000),
    ENTRY(cuEventRecord, 2000),
    ENTRY(cuEventQuery, 2000),
    ENTRY(cuEventSynchronize, 2000),
    ENTRY(cuEventElapsedTime, 2000),
});
#undef ENTRY

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t,
                          CUdriverProcAddressQueryResult *symbolStatus) {
  if (!symbol || !pfn)
    return CUDA_ERROR_INVALID_VALUE;
  const auto *entry = std::ranges::find(kFunctions, std::string_view(symbol), &Entry::name);
  const auto status = entry == kFunctions.end()    ? CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
                      : cudaVersion < entry->since ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                                   : CU_GET_PROC_ADDRESS_SUCCESS;
  *pfn = status == CU_GET_PROC_ADDRESS_SUCCESS ? entry->function : nullptr;
  if (symbolStatus)
    *symbolStatus = status;
  return status == CU_GET_PROC_ADDRESS_SUCCESS || symbolStatus ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuInit(unsigned flags) {
  int count = 0;
  return flags == 0 ? cuDeviceGetCount(&count) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDriverGetVersion(int *version) {
  return answer([&] { return cudaDriverGetVersion(version); });
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = ordinal;
  return isDevice(ordinal);
}
CUresult cuDeviceGetCount(int *count) {
  return answer([&] { return cudaGetDeviceCount(count); });
}
CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  if (!name || length <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const CUresult result = answer([&] { return cudaGetDeviceProperties(&properties, device); });
  if (result == CUDA_SUCCESS)
    std::snprintf(name, static_cast<size_t>(length), "%s", properties.name);
  return result;
}
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const CUresult result = answer([&] { return cudaGetDeviceProperties(&properties, device); });
  if (result == CUDA_SUCCESS)
    *bytes = properties.totalGlobalMem;
  return result;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  return answer(
      [&] { return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device); });
}
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  return answer([&] { return cudaDeviceCanAccessPeer(can, device, peer); });
}
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
  return answer([&] { return cudaDeviceGetDefaultMemPool(pool, device); });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  *context = contextOf(device);
  return isDevice(device);
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return isDevice(device); }
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = 0;
  *active = 1;
  return isDevice(device);
}

CUresult cuCtxPushCurrent(CUcontext context) {
  int device = 0;
  if (CUresult failed = cuCtxGetDevice(&device))
    return failed;
  if (CUresult failed = answer([&] { return cudaSetDevice(deviceOf(context)); }))
    return failed == CUDA_ERROR_INVALID_DEVICE ? CUDA_ERROR_INVALID_CONTEXT : failed;
  covered_devices.push_back(none_is_current ? kNone : device);
  none_is_current = false;
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext *context) {
  CUcontext popped = nullptr;
  if (CUresult failed = cuCtxGetCurrent(&popped))
    return failed;
  if (!popped)
    return CUDA_ERROR_INVALID_CONTEXT;
  const int covered = covered_devices.empty() ? kNone : covered_devices.back();
  if (covered != kNone)
    if (CUresult failed = answer([&] { return cudaSetDevice(covered); }))
      return failed;
  if (!covered_devices.empty())
    covered_devices.pop_back();
  none_is_current = covered == kNone;
  if (context)
    *context = popped;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  int device = 0;
  CUresult failed = cuCtxGetDevice(&device);
  if (failed || !context)
    return failed ? failed : CUDA_ERROR_INVALID_VALUE;
  *context = none_is_current ? nullptr : contextOf(device);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice *device) {
  return answer([&] { return cudaGetDevice(device); });
}

CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream) {
  return answer([&] {
    return cudaMemcpyAsync(pointerOf(target), pointerOf(source), bytes, cudaMemcpyDefault, stream);
  });
}
CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t count, CUstream stream) {
  return fillAsync(target, value, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr target, unsigned short value, size_t count, CUstream stream) {
  return fillAsync(target, value, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr target, unsigned value, size_t count, CUstream stream) {
  return fillAsync(target, value, count, stream);
}
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned flags) {
  return answer([&] { return cudaMallocManaged(reinterpret_cast<void **>(pointer), bytes, flags); });
}
CUresult cuMemAllocHost(void **pointer, size_t bytes) {
  return answer([&] { return cudaMallocHost(pointer, bytes); });
}
CUresult cuMemFree(CUdeviceptr pointer) {
  return answer([&] { return cudaFree(pointerOf(pointer)); });
}
CUresult cuMemFreeHost(void *pointer) {
  return answer([&] { return cudaFreeHost(pointer); });
}
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return answer([&] { return cudaFreeAsync(pointerOf(pointer), stream); });
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes, CUmemoryPool pool, CUstream stream) {
  return answer(
      [&] { return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream); });
}
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t kept_bytes) {
  return answer([&] { return cudaMemPoolTrimTo(pool, kept_bytes); });
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  return answer(
      [&] { return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value); });
}
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
  return answer(
      [&] { return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value); });
}
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *descriptions, size_t count) {
  static_assert(sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc));
  return answer([&] {
    return cudaMemPoolSetAccess(pool, reinterpret_cast<const cudaMemAccessDesc *>(descriptions), count);
  });
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location) {
  static_assert(sizeof(CUmemLocation) == sizeof(cudaMemLocation));
  return answer([&] {
    return cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags *>(flags), pool,
                                reinterpret_cast<cudaMemLocation *>(location));
  });
}
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  cudaPointerAttributes known;
  if (CUresult failed = answer([&] { return cudaPointerGetAttributes(&known, pointerOf(pointer)); }))
    return failed;
  return known.type == cudaMemoryTypeUnregistered ? CUDA_ERROR_INVALID_VALUE
                                                  : pointerAttribute(value, attribute, known);
}
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **values,
                                CUdeviceptr pointer) {
  if (!attributes || !values)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    const CUresult result = cuPointerGetAttribute(values[i], attributes[i], pointer);
    if (result == CUDA_ERROR_INVALID_VALUE && values[i])
      storeNothing(values[i], attributes[i]);
    else if (result != CUDA_SUCCESS)
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  return answer([&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}
CUresult cuStreamDestroy(CUstream stream) {
  return answer([&] { return cudaStreamDestroy(stream); });
}
CUresult cuStreamSynchronize(CUstream stream) {
  return answer([&] { return cudaStreamSynchronize(stream); });
}
CUresult cuStreamQuery(CUstream stream) {
  return answer([&] { return cudaStreamQuery(stream); });
}
CUresult cuStreamGetPriority(CUstream stream, int *priority) {
  return answer([&] { return cudaStreamGetPriority(stream, priority); });
}
CUresult cuStreamGetId(CUstream stream, unsigned long long *id) {
  return answer([&] { return cudaStreamGetId(stream, id); });
}
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  return answer([&] {
    return onDevice([=](const Context &current) {
      const auto found = findStream(current, stream);
      if (!found || !context)
        return found ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
      *context = contextOf(found->device);
      return cudaSuccess;
    });
  });
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
  return answer(
      [&] { return cudaStreamIsCapturing(stream, reinterpret_cast<cudaStreamCaptureStatus *>(status)); });
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return answer([&] { return cudaStreamWaitEvent(stream, event, flags); });
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data) {
  return answer([&] { return cudaLaunchHostFunc(stream, function, data); });
}
CUresult cuEventCreate(CUevent *event, unsigned flags) {
  return answer([&] { return cudaEventCreateWithFlags(event, flags); });
}
CUresult cuEventDestroy(CUevent event) {
  return answer([&] { return cudaEventDestroy(event); });
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return answer([&] { return cudaEventRecord(event, stream); });
}
CUresult cuEventQuery(CUevent event) {
  return answer([&] { return cudaEventQuery(event); });
}
CUresult cuEventSynchronize(CUevent event) {
  return answer([&] { return cudaEventSynchronize(event); });
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  return answer([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

} // extern "C"
#pragma GCC visibility pop
