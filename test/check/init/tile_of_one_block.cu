// A value that was never set goes through a tile in shared memory, in one block only.
#include <cuda_runtime.h>

constexpr int kThreads = 64, kBlocks = 8, kTiles = 4;

__global__ void count(const int *data, int *out) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  data += blockIdx.x * kThreads * kTiles;
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    tile[t] = data[i * kThreads + t];
    __syncthreads();
    for (int k = 0; k < kThreads; ++k)
      sum += tile[k];
    __syncthreads();
  }
  if (sum > 100) // EXPECT: error uninitialised-shared
    out[blockIdx.x] = sum;
}

int main() {
  int *data, *out;
  const int values = kBlocks * kThreads * kTiles;
  cudaMalloc(&data, values * sizeof(int));
  cudaMalloc(&out, kBlocks * sizeof(int));
  int missing = 5 * kThreads * kTiles + 77;
  cudaMemset(data, 0, missing * sizeof(int));
#ifdef REPAIRED
  --missing;
#endif
  cudaMemset(data + missing + 1, 0, (values - missing - 1) * sizeof(int));
  count<<<kBlocks, kThreads>>>(data, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
