// An array that kernels may read but not write, as the program has told NVTX.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExtMem.h>
#include <nvtx3/nvToolsExtMemCudaRt.h>

__global__ void increment(unsigned *values) {
  values[threadIdx.x] += 1; // EXPECT: error forbidden-access
}

void permit(nvtxDomainHandle_t domain, const void *array, unsigned flags) {
  nvtxMemPermissionsAssignRegionDesc_t region = {};
  region.flags = flags;
  region.regionRefType = NVTX_MEM_REGION_REF_TYPE_POINTER;
  region.region.pointer = array;
  nvtxMemPermissionsAssignBatch_t batch = {};
  batch.extCompatID = NVTX_EXT_COMPATID_MEM;
  batch.structSize = sizeof batch;
  batch.permissions = nvtxMemCudaGetProcessWidePermissions(domain);
  batch.regionCount = 1;
  batch.regionElementSize = sizeof region;
  batch.regionElements = &region;
  nvtxMemPermissionsAssign(domain, &batch);
}

int main() {
  unsigned *values;
  cudaMalloc(&values, 32 * sizeof(unsigned));
  cudaMemset(values, 0, 32 * sizeof(unsigned));
  nvtxDomainHandle_t domain = nvtxDomainCreateA("permissions");
  permit(domain, values, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ);
#ifdef REPAIRED
  permit(domain, values, NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ | NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE);
#endif
  increment<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  permit(domain, values, NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET);
  increment<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
