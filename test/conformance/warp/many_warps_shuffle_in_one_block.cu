// Block-wide sum the usual way: shuffles inside each warp, shared memory between the warps, odd sizes too.
#include "../check.h"

__device__ int sum_of_warp(unsigned mask, int value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(mask, value, offset);
  return value;
}

__global__ void sum_of_block(const int *values, int count, int *sums) {
  __shared__ int partial[32];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int sum = sum_of_warp(0xffffffffu, i < count ? values[i] : 0);
  if (t % 32 == 0)
    partial[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = sum_of_warp(0xffffffffu, t < blockDim.x / 32 ? partial[t] : 0);
    if (t == 0)
      sums[blockIdx.x] = sum;
  }
}

int main() {
  const int count = 70'001;
  Random random;
  std::vector<int> values(count);
  for (int &value : values)
    value = static_cast<int>(random.below(2001)) - 1000;
  DeviceArray<int> device(values);
  for (int threads : {32, 64, 224, 1024}) {
    int blocks = (count + threads - 1) / threads;
    DeviceArray<int> sums(blocks);
    sum_of_block<<<blocks, threads>>>(device.get(), count, sums.get());
    CHECK_LAUNCH();
    std::vector<int> expected(blocks);
    for (int i = 0; i < count; ++i)
      expected[i / threads] += values[i];
    CHECK_SAME(sums.host(), expected);
  }
  return verdict();
}
