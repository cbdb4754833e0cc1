// A shuffle hands on what has no value.
#include <cuda_runtime.h>

__global__ void exchange(int *a) {
  __shared__ int tile[32];
#ifdef REPAIRED
  tile[threadIdx.x] = threadIdx.x;
#else
  if (threadIdx.x != 7)
    tile[threadIdx.x] = threadIdx.x;
#endif
  __syncwarp();
  const int other = __shfl_xor_sync(~0u, tile[threadIdx.x], 1);
  if (other & 1) // EXPECT: error uninitialised-shared
    a[threadIdx.x] = 1;
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  exchange<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
