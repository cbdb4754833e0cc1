// The next tile is loaded while other warps still read the one before.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kBlocks = 8, kTiles = 4;

__global__ void sums(const int *data, int *out) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    tile[t] = data[(blockIdx.x * kTiles + i) * kThreads + t];
    __syncthreads();
    for (int k = 0; k < kThreads; ++k)
      sum += tile[(t + k) % kThreads]; // EXPECT: error race-shared
#ifdef REPAIRED
    __syncthreads();
#endif
  }
  out[blockIdx.x * kThreads + t] = sum;
}

int main() {
  int *data, *out;
  cudaMalloc(&data, kBlocks * kThreads * kTiles * sizeof(int));
  cudaMemset(data, 0, kBlocks * kThreads * kTiles * sizeof(int));
  cudaMalloc(&out, kBlocks * kThreads * sizeof(int));
  sums<<<kBlocks, kThreads>>>(data, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
