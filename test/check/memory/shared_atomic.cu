// A block's histogram has fewer bins than its values.
#include <cuda_runtime.h>

__global__ void histogram(const int *values, int *out, int n) {
  __shared__ int bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < n)
#ifdef REPAIRED
    atomicAdd(&bins[values[threadIdx.x] % 16], 1);
#else
    atomicAdd(&bins[values[threadIdx.x]], 1); // EXPECT: error out-of-bounds-shared
#endif
  __syncthreads();
  if (threadIdx.x < 16)
    out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  const int n = 100;
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i / 4;
  int *values, *out;
  cudaMalloc(&values, sizeof(host));
  cudaMalloc(&out, 16 * sizeof(int));
  cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
  histogram<<<1, 128>>>(values, out, n);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(out);
}
