// The last tile of the last block is not full.
#include <cuda_runtime.h>

constexpr int kThreads = 64, kBlocks = 8, kTiles = 4;

__global__ void sums(const int *data, int *out, int size) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    const int at = (blockIdx.x * kTiles + i) * kThreads + t;
#ifdef REPAIRED
    tile[t] = at < size ? data[at] : 0;
#else
    tile[t] = data[at]; // EXPECT: error out-of-bounds-global
#endif
    __syncthreads();
    for (int k = 0; k <= t; ++k)
      sum += tile[k];
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = sum;
}

int main() {
  int *data, *out;
  const int size = kBlocks * kThreads * kTiles - 3;
  cudaMalloc(&data, size * sizeof(int));
  cudaMemset(data, 0, size * sizeof(int));
  cudaMalloc(&out, kBlocks * kThreads * sizeof(int));
  sums<<<kBlocks, kThreads>>>(data, out, size);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
