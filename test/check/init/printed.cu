// What is printed has to have a value.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void show(const double *value) {
  printf("%d: %.1f\n", threadIdx.x, *value); // EXPECT: error uninitialised-global
}

int main() {
  double *value;
  cudaMalloc(&value, sizeof(double));
#ifdef REPAIRED
  cudaMemset(value, 0, sizeof(double));
#endif
  show<<<1, 2>>>(value);
  cudaDeviceSynchronize();
  cudaFree(value);
}
