// The launch asks for too little dynamic shared memory.
#include <cuda_runtime.h>

extern __shared__ float tile[];

__global__ void reverse(float *a, int n) {
  const int t = threadIdx.x;
  tile[t] = a[t]; // EXPECT: error out-of-bounds-shared
  __syncthreads();
  a[t] = t >= n / 2 ? tile[n - 1 - t] : 0;
}

int main() {
  const int n = 64;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
#ifdef REPAIRED
  reverse<<<1, n, n * sizeof(float)>>>(a, n);
#else
  reverse<<<1, n, n / 2 * sizeof(float)>>>(a, n);
#endif
  cudaDeviceSynchronize();
  cudaFree(a);
}
