// Copies of rectangles and boxes, in memory and in arrays.
#include "cuda.h"

#include "api/cuda/volume.h"

#include <cstring>

using namespace raddle::cuda;

namespace {

constexpr std::size_t kLodEnd = offsetof(CUDA_MEMCPY3D, reserved0);

CUresult copyBox(const CUDA_MEMCPY3D *copy) {
  return viaRuntime([=] {
    cudaMemcpy3DParms volume = {};
    const cudaError_t error = copy ? volumeOf(*copy, &volume) : cudaErrorInvalidValue;
    return error ? error : cudaMemcpy3D(&volume);
  });
}

CUresult copyBoxAsync(const CUDA_MEMCPY3D *copy, CUstream stream) {
  return onStream(stream, [=](const Context &, const raddle::host::Stream &) {
    return viaRuntime([=] {
      cudaMemcpy3DParms volume = {};
      const cudaError_t error = copy ? volumeOf(*copy, &volume) : cudaErrorInvalidValue;
      return error ? error : cudaMemcpy3DAsync(&volume, stream);
    });
  });
}

// A row of an array of one dimension as the operand of a copy.
CUDA_MEMCPY3D rowCopy(std::size_t bytes) {
  CUDA_MEMCPY3D copy = {};
  copy.WidthInBytes = bytes;
  copy.Height = copy.Depth = 1;
  return copy;
}

CUDA_MEMCPY3D toArray(CUarray target, std::size_t offset, std::size_t bytes) {
  CUDA_MEMCPY3D copy = rowCopy(bytes);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = target;
  copy.dstXInBytes = offset;
  return copy;
}

CUDA_MEMCPY3D fromArray(CUarray source, std::size_t offset, std::size_t bytes) {
  CUDA_MEMCPY3D copy = rowCopy(bytes);
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = source;
  copy.srcXInBytes = offset;
  return copy;
}

CUDA_MEMCPY3D hostToArray(CUarray target, std::size_t offset, const void *source, std::size_t bytes) {
  CUDA_MEMCPY3D copy = toArray(target, offset, bytes);
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = source;
  return copy;
}

CUDA_MEMCPY3D arrayToHost(void *target, CUarray source, std::size_t offset, std::size_t bytes) {
  CUDA_MEMCPY3D copy = fromArray(source, offset, bytes);
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = target;
  return copy;
}

// The same without the contexts, which the addresses tell of.
CUDA_MEMCPY3D withoutContexts(const CUDA_MEMCPY3D_PEER &copy) {
  static_assert(sizeof(CUDA_MEMCPY3D_PEER) == sizeof(CUDA_MEMCPY3D));
  static_assert(offsetof(CUDA_MEMCPY3D_PEER, srcContext) == kLodEnd);
  CUDA_MEMCPY3D result = {};
  std::memcpy(&result, &copy, sizeof result);
  result.reserved0 = result.reserved1 = nullptr;
  return result;
}

// Arrays and addresses know their contexts, so none needs to be named.
bool isContextOrNull(const Process &process, CUcontext context) {
  return !context || findContext(process, context);
}

CUresult checkContexts(const CUDA_MEMCPY3D_PEER *copy) {
  return onAnyDevice([=](const Context &context) {
    if (!copy)
      return CUDA_ERROR_INVALID_VALUE;
    return isContextOrNull(context.process, copy->srcContext) &&
                   isContextOrNull(context.process, copy->dstContext)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_CONTEXT;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemcpyDtoA(CUarray target, size_t target_offset, CUdeviceptr source, size_t bytes) {
  CUDA_MEMCPY3D copy = toArray(target, target_offset, bytes);
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = source;
  return copyBox(&copy);
}

CUresult cuMemcpyAtoD(CUdeviceptr target, CUarray source, size_t source_offset, size_t bytes) {
  CUDA_MEMCPY3D copy = fromArray(source, source_offset, bytes);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = target;
  return copyBox(&copy);
}

CUresult cuMemcpyHtoA(CUarray target, size_t target_offset, const void *source, size_t bytes) {
  const CUDA_MEMCPY3D copy = hostToArray(target, target_offset, source, bytes);
  return copyBox(&copy);
}

CUresult cuMemcpyAtoH(void *target, CUarray source, size_t source_offset, size_t bytes) {
  const CUDA_MEMCPY3D copy = arrayToHost(target, source, source_offset, bytes);
  return copyBox(&copy);
}

CUresult cuMemcpyAtoA(CUarray target, size_t target_offset, CUarray source, size_t source_offset,
                      size_t bytes) {
  CUDA_MEMCPY3D copy = fromArray(source, source_offset, bytes);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = target;
  copy.dstXInBytes = target_offset;
  return copyBox(&copy);
}

CUresult cuMemcpyHtoAAsync(CUarray target, size_t target_offset, const void *source, size_t bytes,
                           CUstream stream) {
  const CUDA_MEMCPY3D copy = hostToArray(target, target_offset, source, bytes);
  return copyBoxAsync(&copy, stream);
}

CUresult cuMemcpyAtoHAsync(void *target, CUarray source, size_t source_offset, size_t bytes,
                           CUstream stream) {
  const CUDA_MEMCPY3D copy = arrayToHost(target, source, source_offset, bytes);
  return copyBoxAsync(&copy, stream);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy) {
  const CUDA_MEMCPY3D box = copy ? boxOf(*copy) : CUDA_MEMCPY3D{};
  return copyBox(copy ? &box : nullptr);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy) { return cuMemcpy2D(copy); }

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy) { return copyBox(copy); }

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy) {
  const FallbackContext any(0); // the copy names its contexts
  if (CUresult failed = checkContexts(copy))
    return failed;
  const CUDA_MEMCPY3D box = withoutContexts(*copy);
  // Work of the other device may still produce the source or use the target.
  static_cast<void>(onDevice([=](const Context &context) {
    for (const CUcontext either : {copy->srcContext, copy->dstContext})
      if (const auto found = findContext(context.process, either))
        context.scheduler().waitDevice(found->device);
    return CUDA_SUCCESS;
  }));
  return copyBox(&box);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream) {
  const CUDA_MEMCPY3D box = copy ? boxOf(*copy) : CUDA_MEMCPY3D{};
  return copyBoxAsync(copy ? &box : nullptr, stream);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream) { return copyBoxAsync(copy, stream); }

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream) {
  if (CUresult failed = checkContexts(copy))
    return failed;
  const CUDA_MEMCPY3D box = withoutContexts(*copy);
  return copyBoxAsync(&box, stream);
}

CUresult cuMemcpyBatchAsync(CUdeviceptr *targets, CUdeviceptr *sources, size_t *bytes, size_t count,
                            CUmemcpyAttributes *attributes, size_t *attribute_indices, size_t attribute_count,
                            size_t *failed, CUstream stream) {
  return viaRuntime([=] {
    return cudaMemcpyBatchAsync(reinterpret_cast<void **>(targets), reinterpret_cast<void **>(sources), bytes,
                                count, sameLayout<cudaMemcpyAttributes>(attributes), attribute_indices,
                                attribute_count, failed, stream);
  });
}

CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *copies, size_t *failed,
                              unsigned long long flags, CUstream stream) {
  return viaRuntime([=] {
    return cudaMemcpy3DBatchAsync(count, sameLayout<cudaMemcpy3DBatchOp>(copies), failed, flags, stream);
  });
}

} // extern "C"
#pragma GCC visibility pop
