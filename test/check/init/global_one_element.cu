// The last element is written by no thread.
#include <cuda_runtime.h>

__global__ void fill(float *a, int n) {
#ifdef REPAIRED
  if (threadIdx.x < n)
#else
  if (threadIdx.x < n - 1)
#endif
    a[threadIdx.x] = 1;
}

__global__ void sum(const float *a, float *b, int n) {
  float total = 0;
  for (int i = 0; i < n; ++i)
    total += a[i] * a[i];
  if (total > 10) // EXPECT: error uninitialised-global
    *b = total;
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 50 * sizeof(float));
  cudaMalloc(&b, sizeof(float));
  fill<<<1, 64>>>(a, 50);
  sum<<<1, 1>>>(a, b, 50);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
