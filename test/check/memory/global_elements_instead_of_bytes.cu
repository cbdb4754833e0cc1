// The array was allocated for as many bytes as it has elements.
#include <cuda_runtime.h>

__global__ void square(double *a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = double(i) * i; // EXPECT: error out-of-bounds-global
}

int main() {
  const int n = 128;
  double *a;
#ifdef REPAIRED
  cudaMalloc(&a, n * sizeof(double));
#else
  cudaMalloc(&a, n);
#endif
  square<<<2, 64>>>(a, n);
  cudaDeviceSynchronize();
  cudaFree(a);
}
