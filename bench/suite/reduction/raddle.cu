#include "../common/device.h"
#include "problem.h"

__device__ float sumOfWarp(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sum(const float *values, int size, float *total) {
  __shared__ float warps[32];
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    value += values[i];
  value = sumOfWarp(value);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = sumOfWarp(lane < blockDim.x / 32 ? warps[lane] : 0);
    if (lane == 0)
      atomicAdd(total, value);
  }
}

// Enough blocks for any GPU to be full, and few enough for each to have something to sum up.
constexpr int kBlocks = 1024;

struct Program : Reduction {
  explicit Program(bool tiny) : Reduction(tiny), values_(values), total_(1) {}
  void run() {
    bench::require(cudaMemsetAsync(total_, 0, sizeof(float)));
    sum<<<kBlocks, 256>>>(values_, size, total_);
    bench::finish();
  }
  void check() {
    bench::Array<float> total(1);
    total_.copyTo(total);
    Reduction::check(total[0]);
  }
  bench::DeviceArray<float> values_, total_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
