// Memory of the host where devices say that they may access it, else managed memory. The checker has devices that may not.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *values) {
  values[threadIdx.x] = threadIdx.x; // EXPECT: error host-pointer-on-device
}

int main() {
  int may_access_all = 0;
  cudaDeviceGetAttribute(&may_access_all, cudaDevAttrPageableMemoryAccess, 0);
#ifndef REPAIRED
  may_access_all = 1;
#endif
  int *values;
  if (may_access_all)
    values = static_cast<int *>(std::malloc(32 * sizeof(int)));
  else
    cudaMallocManaged(&values, 32 * sizeof(int));
  fill<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  if (may_access_all)
    std::free(values);
  else
    cudaFree(values);
}
