// Better use of threads: each first adds many elements a grid apart; two launches; static device memory for
// the parts.
#include "../check.h"

constexpr int kBlocks = 40, kThreads = 128;
__device__ float partial_sums[kBlocks];

__global__ void reduce(const float *x, float *y, int count) {
  __shared__ float values[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int n = blockIdx.x * blockDim.x + t; n < count; n += blockDim.x * gridDim.x)
    sum += x[n];
  values[t] = sum;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset >= 32; offset >>= 1) {
    if (t < offset)
      values[t] += values[t + offset];
    __syncthreads();
  }
  sum = values[t];
  if (t < 32)
    for (int offset = 16; offset > 0; offset >>= 1)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (t == 0)
    y[blockIdx.x] = sum;
}

int main() {
  const int count = 100'000;
  std::vector<float> x(count);
  float expected = 0;
  for (int i = 0; i < count; ++i)
    expected += x[i] = static_cast<float>(i % 5);
  DeviceArray<float> device(x), y(1);
  float *parts = nullptr;
  CHECK_CUDA(cudaGetSymbolAddress(reinterpret_cast<void **>(&parts), partial_sums));
  for (int repeat = 0; repeat < 3; ++repeat) {
    reduce<<<kBlocks, kThreads>>>(device.get(), parts, count);
    reduce<<<1, 1024>>>(parts, y.get(), kBlocks);
    CHECK_LAUNCH();
    CHECK_EQ(y.first(), expected);
  }
  return verdict();
}
