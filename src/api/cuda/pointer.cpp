// What is known of a pointer.
#include "cuda.h"

#include "api/cuda/call.h"

#include <optional>

using namespace raddle::cuda;
using raddle::host::Allocation;
using raddle::host::MemoryKind;

namespace {

template <typename Value> CUresult store(void *where, Value value) {
  *static_cast<Value *>(where) = value;
  return CUDA_SUCCESS;
}

// `address` lies in the allocation.
CUresult pointerAttribute(const Process &process, void *value, CUpointer_attribute attribute,
                          const Allocation &known, void *address) {
  const bool is_managed = known.kind == MemoryKind::kManaged;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT: {
    const auto *own = known.context ? process.contexts.withId(known.context) : nullptr;
    return store(value, own ? handleOf(*own) : contextOf(known.device));
  }
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return store<unsigned>(value,
                           known.isDeviceOnly() || is_managed ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST);
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return store(value, address);
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    return known.isDeviceOnly() ? CUDA_ERROR_INVALID_VALUE : store(value, address);
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return store<unsigned>(value, is_managed);
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return store(value, known.device);
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return store(value, known.base);
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return store(value, known.bytes);
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    return store<unsigned long long>(value, reinterpret_cast<std::uintptr_t>(known.base));
  case CU_POINTER_ATTRIBUTE_MAPPED:
    return store<bool>(value, true);
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return store<bool>(value, false);
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    return store<bool>(value, known.kind == MemoryKind::kDevice && !known.pool && !known.is_mapped);
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    return store<unsigned long long>(value, 0);
  case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    return store<bool>(value, false);
  case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    return store<unsigned>(value, known.access);
  case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    return store(value, known.pool ? handleOf(*known.pool) : nullptr);
  default: // tokens of old drivers
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

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  return onDevice([=](const Context &context) {
    if (!value)
      return CUDA_ERROR_INVALID_VALUE;
    const std::optional<Allocation> known = context.memory().find(pointerOf(pointer));
    return known ? pointerAttribute(context.process, value, attribute, *known, pointerOf(pointer))
                 : CUDA_ERROR_INVALID_VALUE;
  });
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

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  return onDevice([=](const Context &context) {
    // Copies of such memory are waited for anyway where that can be seen.
    const bool is_settable = attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
    return value && is_settable && context.memory().find(pointerOf(pointer)) ? Status::kSuccess
                                                                             : Status::kInvalidValue;
  });
}

} // extern "C"
#pragma GCC visibility pop
