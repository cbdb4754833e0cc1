// How long the first launch of a kernel of about 1,000 IR instructions takes, in milliseconds: with an empty
// cache that is compiling it, with a full one loading it. The second number is that of a launch after it.
#include <chrono>
#include <cstdio>

template <int kStage> __device__ float stage(float *values, const float *in, float x, int n) {
  __shared__ float tile[256];
  int lane = threadIdx.x % 32;
  tile[threadIdx.x] = x;
  __syncthreads();
  float y = tile[(threadIdx.x + 2 * kStage + 1) % 256];
  x += __shfl_xor_sync(0xffffffff, y, 1 << kStage % 5);
  int i = (threadIdx.x * (kStage + 3) + lane) % n;
  if (x > kStage)
    x = x * in[i] - y;
  else
    for (int k = 0; k < i % 7; ++k)
      x = x * 0.5f + in[(i + k) % n];
  if (lane == kStage % 32)
    values[i] = x;
  __syncthreads();
  return x + y;
}

template <int kStage> __device__ float stages(float *values, const float *in, float x, int n) {
  if constexpr (kStage < 18)
    return stages<kStage + 1>(values, in, stage<kStage>(values, in, x, n), n);
  else
    return x;
}

__global__ void large(float *values, const float *in, int n) {
  values[threadIdx.x] = stages<0>(values, in, in[threadIdx.x % n], n);
}

int main() {
  float *values, *in;
  cudaMalloc(&values, 4096);
  cudaMalloc(&in, 4096);
  cudaMemset(in, 0, 4096);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i) {
    auto begin = std::chrono::steady_clock::now();
    large<<<1, 256>>>(values, in, 1000);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
      error = cudaDeviceSynchronize();
    std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    if (error != cudaSuccess) {
      std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
      return 1;
    }
    std::printf("%s%.4f", i ? "\t" : "", elapsed.count());
  }
  std::printf("\n");
}
