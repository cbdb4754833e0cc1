// Threads that find a mark set it further on, which leaves the array in one block only.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kBlocks = 8;

__global__ void spread(int *data) {
  __shared__ int marks[kThreads];
  const int t = threadIdx.x;
  data += blockIdx.x * kThreads;
  marks[t] = data[t];
  for (int distance = 1; distance < 32; distance *= 2) {
    __syncthreads();
    const int mark = marks[t];
    __syncthreads();
#ifdef REPAIRED
    if (mark && t + distance < kThreads)
#else
    if (mark)
#endif
      marks[t + distance] = mark; // EXPECT: error out-of-bounds-shared
  }
  __syncthreads();
  data[t] = marks[t];
}

int main() {
  int *data;
  cudaMalloc(&data, kBlocks * kThreads * sizeof(int));
  cudaMemset(data, 0, kBlocks * kThreads * sizeof(int));
  cudaMemset(data + 5 * kThreads + 100, 1, sizeof(int));
  spread<<<kBlocks, kThreads>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
