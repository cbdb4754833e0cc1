// The last thread reads its right neighbour.
#include <cuda_runtime.h>

__global__ void neighbour(const int *in, int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
#ifdef REPAIRED
  out[t] = t + 1 < 64 ? tile[t + 1] : 0;
#else
  out[t] = tile[t + 1]; // EXPECT: error out-of-bounds-shared
#endif
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  neighbour<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
