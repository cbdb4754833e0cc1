// Managed memory: where it is wanted, and what was said of it.
#include "cuda.h"

#include "api/cuda/runtime.h"

#include <bit>

using namespace raddle::cuda;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device, CUstream stream) {
  return viaRuntime([=] { return cudaMemPrefetchAsync(pointerOf(pointer), bytes, device, stream); });
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUdevice device) {
  return viaRuntime([=] {
    return cudaMemAdvise(pointerOf(pointer), bytes, static_cast<cudaMemoryAdvise>(advice), device);
  });
}

CUresult cuMemRangeGetAttribute(void *value, size_t bytes, CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t range_bytes) {
  return viaRuntime([=] {
    return cudaMemRangeGetAttribute(value, bytes, static_cast<cudaMemRangeAttribute>(attribute),
                                    pointerOf(pointer), range_bytes);
  });
}

CUresult cuMemRangeGetAttributes(void **values, size_t *bytes, CUmem_range_attribute *attributes,
                                 size_t count, CUdeviceptr pointer, size_t range_bytes) {
  return viaRuntime([=] {
    return cudaMemRangeGetAttributes(values, bytes, sameLayout<cudaMemRangeAttribute>(attributes), count,
                                     pointerOf(pointer), range_bytes);
  });
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t bytes, unsigned flags) {
  return viaRuntime([=] { return cudaStreamAttachMemAsync(stream, pointerOf(pointer), bytes, flags); });
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t bytes, CUmemLocation location, unsigned flags,
                               CUstream stream) {
  return viaRuntime([=] {
    return cudaMemPrefetchAsync_v2(pointerOf(pointer), bytes, std::bit_cast<cudaMemLocation>(location), flags,
                                   stream);
  });
}

CUresult cuMemAdvise_v2(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUmemLocation location) {
  return viaRuntime([=] {
    return cudaMemAdvise_v2(pointerOf(pointer), bytes, static_cast<cudaMemoryAdvise>(advice),
                            std::bit_cast<cudaMemLocation>(location));
  });
}

} // extern "C"
#pragma GCC visibility pop
