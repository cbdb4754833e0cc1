// Virtual memory management: addresses, physical memory, and what maps one at the other.
#include "cuda.h"

#include "api/cuda/call.h"
#include "api/shared/unsupported.h"
#include "host/requests/allocation.h"

#include <span>
#include <vector>

using namespace raddle::cuda;
using raddle::host::PhysicalRequest;
using raddle::host::PoolAccess;
using raddle::host::VirtualMemory;

static_assert(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR == VirtualMemory::kFileDescriptor);

namespace {

Status refuseHandles() {
  raddle::api::tellUnsupported("a handle of memory that is no file descriptor", "CUDA_ERROR_NOT_SUPPORTED",
                               "other handles are those of Windows and of NVLink");
  return Status::kNotSupported;
}

bool isHost(const CUmemLocation &location) {
  return location.type == CU_MEM_LOCATION_TYPE_HOST || location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
         location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
}

// What is wrong with the place, if anything.
Status checkPlace(const Process &process, const CUmemLocation &location) {
  if (isHost(location))
    return Status::kSuccess;
  if (location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return Status::kInvalidValue;
  return process.hasDevice(location.id) ? Status::kSuccess : Status::kInvalidDevice;
}

Status checkProperties(const Process &process, const CUmemAllocationProp *properties) {
  if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return Status::kInvalidValue;
  if (Status status = checkPlace(process, properties->location))
    return status;
  constexpr unsigned kKnown = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return (properties->requestedHandleTypes & ~kKnown) == 0 ? Status::kSuccess : refuseHandles();
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags) {
  return onAnyDevice([=](const Context &context) {
    if (!pointer || flags != 0)
      return Status::kInvalidValue;
    void *address = nullptr;
    const Status status =
        context.process.virtual_memory.reserve(bytes, alignment, pointerOf(wanted), &address);
    if (status == Status::kSuccess)
      *pointer = reinterpret_cast<CUdeviceptr>(address);
    return status;
  });
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
  return onAnyDevice(
      [=](const Context &context) { return context.process.virtual_memory.free(pointerOf(pointer), bytes); });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags) {
  return onAnyDevice([=](const Context &context) {
    if (!handle || flags != 0)
      return Status::kInvalidValue;
    if (Status status = checkProperties(context.process, properties))
      return status;
    const bool is_host = isHost(properties->location);
    VirtualMemory::Handle made = 0;
    const Status status =
        context.process.virtual_memory.create({bytes, is_host ? 0 : properties->location.id, is_host,
                                               static_cast<unsigned>(properties->requestedHandleTypes)},
                                              &made);
    if (status == Status::kSuccess)
      *handle = made;
    return status;
  });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return onAnyDevice([=](const Context &context) { return context.process.virtual_memory.release(handle); });
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onAnyDevice([=](const Context &context) {
    if (flags != 0)
      return Status::kInvalidValue;
    return context.process.virtual_memory.map(pointerOf(pointer), bytes, offset, handle, caller);
  });
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
  return onAnyDevice([=](const Context &context) { return unmap(context, pointerOf(pointer), bytes); });
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *descriptions,
                        size_t count) {
  return onAnyDevice([=](const Context &context) {
    if (!descriptions || count == 0)
      return Status::kInvalidValue;
    std::vector<PoolAccess> wanted;
    for (const CUmemAccessDesc &access : std::span(descriptions, count)) {
      if (Status status = checkPlace(context.process, access.location))
        return status;
      wanted.push_back({!isHost(access.location), access.location.id, static_cast<unsigned>(access.flags)});
    }
    return context.process.virtual_memory.setAccess(pointerOf(pointer), bytes, wanted,
                                                    static_cast<int>(context.process.devices.size()));
  });
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr pointer) {
  return onAnyDevice([=](const Context &context) {
    if (!flags || !location)
      return Status::kInvalidValue;
    if (Status status = checkPlace(context.process, *location))
      return status;
    unsigned found = 0;
    const Status status = context.process.virtual_memory.access(
        pointerOf(pointer), isHost(*location) ? VirtualMemory::kHost : location->id, &found);
    if (status == Status::kSuccess)
      *flags = found;
    return status;
  });
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option) {
  return onProcess([=](Process &process) {
    if (!bytes ||
        (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM && option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
      return Status::kInvalidValue;
    if (Status status = checkProperties(process, properties))
      return status;
    *bytes = VirtualMemory::kGranularity;
    return Status::kSuccess;
  });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle) {
  return onProcess([=](Process &process) {
    PhysicalRequest found = {};
    if (!properties)
      return Status::kInvalidValue;
    if (Status status = process.virtual_memory.properties(handle, &found))
      return status;
    *properties = {};
    properties->type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties->requestedHandleTypes = static_cast<CUmemAllocationHandleType>(found.handle_types);
    properties->location = {found.is_host ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE,
                            found.device};
    return Status::kSuccess;
  });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address) {
  return onAnyDevice([=](const Context &context) {
    VirtualMemory::Handle found = 0;
    if (!handle)
      return Status::kInvalidValue;
    const Status status = context.process.virtual_memory.retain(address, &found);
    if (status == Status::kSuccess)
      *handle = found;
    return status;
  });
}

CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags) {
  return onAnyDevice([=](const Context &context) {
    if (!shareable || flags != 0)
      return Status::kInvalidValue;
    if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return refuseHandles();
    return context.process.virtual_memory.exportDescriptor(handle, static_cast<int *>(shareable));
  });
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable,
                                        CUmemAllocationHandleType type) {
  return onAnyDevice([=](const Context &context) {
    if (!handle)
      return Status::kInvalidValue;
    if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return refuseHandles();
    // The descriptor is given as a pointer.
    const auto descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(shareable));
    VirtualMemory::Handle made = 0;
    const Status status = context.process.virtual_memory.import(descriptor, context.device.id(), &made);
    if (status == Status::kSuccess)
      *handle = made;
    return status;
  });
}

} // extern "C"
#pragma GCC visibility pop
