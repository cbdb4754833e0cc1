// A matrix of which one column is missing.
#include <cuda_runtime.h>

__global__ void multiply(const float *a, const float *x, float *y, int n) {
  const int row = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * x[k];
  y[row] = sum; // EXPECT: error uninitialised-global
}

int main() {
  float *a, *x, *y, host[32];
  cudaMalloc(&a, 32 * 32 * sizeof(float));
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMalloc(&y, 32 * sizeof(float));
#ifdef REPAIRED
  cudaMemset(a, 0, 32 * 32 * sizeof(float));
#else
  cudaMemset2D(a, 32 * sizeof(float), 0, 31 * sizeof(float), 32);
#endif
  cudaMemset(x, 0, 32 * sizeof(float));
  multiply<<<1, 32>>>(a, x, y, 32);
  cudaMemcpy(host, y, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(x);
  cudaFree(y);
}
