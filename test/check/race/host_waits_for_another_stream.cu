// Two streams work on the halves of an array, and the host on what it has waited for.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kHalf = 3000;

__global__ void scale(float *values, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kHalf)
    values[i] *= by;
}

int main() {
  float *values;
  cudaMallocManaged(&values, 2 * kHalf * sizeof(float));
  for (int i = 0; i < 2 * kHalf; ++i)
    values[i] = 1;
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams)
    cudaStreamCreate(&stream);
  for (int half = 0; half < 2; ++half)
    scale<<<24, 128, 0, streams[half]>>>(values + half * kHalf, half + 2.0f);
#ifdef REPAIRED
  cudaStreamSynchronize(streams[0]);
#else
  cudaStreamSynchronize(streams[1]);
#endif
  float sum = 0;
  for (int i = 0; i < kHalf; ++i)
    sum += values[i]; // EXPECT: error race-with-host
  std::printf("%g\n", sum);
  cudaDeviceSynchronize();
  for (cudaStream_t stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(values);
}
