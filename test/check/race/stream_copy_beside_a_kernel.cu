// The next input is copied in another stream while a kernel still reads the last one.
#include <cuda_runtime.h>

__global__ void sum(const float *values, int count, float *result) {
  float own = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    own += values[i];
  result[threadIdx.x] += own;
}

int main() {
  constexpr int kCount = 1 << 12, kThreads = 128;
  float *input, *values, *result;
  cudaMallocHost(&input, kCount * sizeof(float));
  for (int i = 0; i < kCount; ++i)
    input[i] = 1;
  cudaMalloc(&values, kCount * sizeof(float));
  cudaMalloc(&result, kThreads * sizeof(float));
  cudaMemset(result, 0, kThreads * sizeof(float));
  cudaDeviceSynchronize();
  cudaStream_t copies, kernels;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&kernels);
  cudaEvent_t copied, read;
  cudaEventCreate(&copied);
  cudaEventCreate(&read);
  for (int round = 0; round < 3; ++round) {
#ifdef REPAIRED
    if (round > 0)
      cudaStreamWaitEvent(copies, read);
#endif
    // EXPECT: error race-between-streams
    cudaMemcpyAsync(values, input, kCount * sizeof(float), cudaMemcpyHostToDevice, copies);
    cudaEventRecord(copied, copies);
    cudaStreamWaitEvent(kernels, copied);
    sum<<<1, kThreads, 0, kernels>>>(values, kCount, result);
    cudaEventRecord(read, kernels);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(copied);
  cudaEventDestroy(read);
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFree(values);
  cudaFree(result);
  cudaFreeHost(input);
}
