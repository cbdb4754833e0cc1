// One shared array runs over into the next one.
#include <cuda_runtime.h>

__global__ void split(const int *in, int *out) {
  __shared__ int low[32], high[64];
  const int t = threadIdx.x;
  high[t] = 0;
  __syncthreads();
#ifdef REPAIRED
  if (t < 32)
    low[t] = in[t];
  else
    high[t - 32] = in[t];
#else
  low[t] = in[t]; // EXPECT: error out-of-bounds-shared
#endif
  __syncthreads();
  out[t] = low[t % 32] + high[t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  split<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
