// The consumer runs in another stream than the producer, and nothing makes it wait.
#include <cuda_runtime.h>

__global__ void produce(int *values) { values[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

__global__ void consume(const int *values, int *sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = values[i] + 1; // EXPECT: error race-between-streams
}

int main() {
  constexpr int kCount = 1 << 14;
  int *values, *sums;
  cudaMalloc(&values, kCount * sizeof(int));
  cudaMalloc(&sums, kCount * sizeof(int));
  cudaMemset(values, 0, kCount * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t produced;
  cudaEventCreateWithFlags(&produced, cudaEventDisableTiming);
  produce<<<kCount / 256, 256, 0, first>>>(values);
  cudaEventRecord(produced, first);
#ifdef REPAIRED
  cudaStreamWaitEvent(second, produced);
#endif
  consume<<<kCount / 256, 256, 0, second>>>(values, sums);
  cudaDeviceSynchronize();
  cudaEventDestroy(produced);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(values);
  cudaFree(sums);
}
