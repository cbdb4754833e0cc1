// A kernel is given a pointer to memory of the host.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *a) { a[threadIdx.x] = 1; } // EXPECT: error host-pointer-on-device

int main() {
  int *a;
#ifdef REPAIRED
  cudaMallocManaged(&a, 32 * sizeof(int));
  fill<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
#else
  a = static_cast<int *>(malloc(32 * sizeof(int)));
  fill<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  free(a);
#endif
}
