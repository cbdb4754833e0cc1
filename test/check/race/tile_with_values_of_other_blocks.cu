// Tiles are written back into the array that other blocks still read their borders from. A barrier orders the threads of a block only.
#include <cuda_runtime.h>

constexpr int kThreads = 64, kBlocks = 8, kSteps = 4;

__global__ void blur(const int *from, int *to) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x, at = blockIdx.x * kThreads + t;
  for (int i = 0; i < kSteps; ++i) {
    tile[t] = from[at + 1];
    __syncthreads();
    to[at] = tile[t] + tile[kThreads - 1 - t]; // EXPECT: error race-global
    __syncthreads();
  }
}

int main() {
  int *data, *result;
  cudaMalloc(&data, (kBlocks * kThreads + 1) * sizeof(int));
  cudaMemset(data, 0, (kBlocks * kThreads + 1) * sizeof(int));
  cudaMalloc(&result, kBlocks * kThreads * sizeof(int));
#ifdef REPAIRED
  blur<<<kBlocks, kThreads>>>(data, result);
#else
  blur<<<kBlocks, kThreads>>>(data, data);
#endif
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(result);
}
