// An optional array is written to though it is not given.
#include <cuda_runtime.h>

__global__ void fill(int *a, int *errors) {
  a[threadIdx.x] = 1;
#ifdef REPAIRED
  if (errors)
#endif
    errors[threadIdx.x] = 0; // EXPECT: error wild-address
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  fill<<<1, 32>>>(a, nullptr);
  cudaDeviceSynchronize();
  cudaFree(a);
}
