// A pool that tells NVTX of its pieces.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExtMem.h>

__global__ void iota(unsigned char *values) {
  values[threadIdx.x] = static_cast<unsigned char>(threadIdx.x); // EXPECT: error out-of-bounds-global
}

void registerRegion(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap, void *begin, size_t bytes) {
  nvtxMemVirtualRangeDesc_t range = {};
  range.ptr = begin;
  range.size = bytes;
  nvtxMemRegionsRegisterBatch_t batch = {};
  batch.extCompatID = NVTX_EXT_COMPATID_MEM;
  batch.structSize = sizeof batch;
  batch.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
  batch.heap = heap;
  batch.regionCount = 1;
  batch.regionDescElementSize = sizeof range;
  batch.regionDescElements = &range;
  nvtxMemRegionsRegister(domain, &batch);
}

int main() {
  unsigned char *pool;
  cudaMalloc(&pool, 1024);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("pools");
  nvtxMemVirtualRangeDesc_t range = {};
  range.ptr = pool;
  range.size = 1024;
  nvtxMemHeapDesc_t desc = {};
  desc.extCompatID = NVTX_EXT_COMPATID_MEM;
  desc.structSize = sizeof desc;
  desc.usage = NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR;
  desc.type = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
  desc.typeSpecificDescSize = sizeof range;
  desc.typeSpecificDesc = &range;
  nvtxMemHeapHandle_t heap = nvtxMemHeapRegister(domain, &desc);
#ifdef REPAIRED
  registerRegion(domain, heap, pool + 16, 64);
#else
  registerRegion(domain, heap, pool + 16, 63);
#endif
  iota<<<1, 64>>>(pool + 16);
  cudaDeviceSynchronize();
  nvtxMemHeapUnregister(domain, heap);
  iota<<<1, 64>>>(pool + 32);
  cudaDeviceSynchronize();
  cudaFree(pool);
}
