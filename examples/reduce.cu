// The sum of 16 Mi floats in one launch. Lanes add up by warp shuffles, warps through shared memory, blocks
// through global memory: the block that finishes last, found by an atomic counter, adds the blocks' sums.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 256;
constexpr int kBlocks = 256;
constexpr unsigned kAllLanes = 0xffffffff;

__device__ float block_sums[kBlocks];
__device__ unsigned blocks_done;

__device__ float warpSum(float value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(kAllLanes, value, offset);
  }
  return value;
}

// The sum over all threads of the block, in thread 0.
__device__ float blockSum(float value) {
  __shared__ float warp_sums[kThreads / 32];
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;
  value = warpSum(value);
  if (lane == 0) {
    warp_sums[warp] = value;
  }
  __syncthreads();
  if (warp == 0) {
    value = warpSum(lane < kThreads / 32 ? warp_sums[lane] : 0.0f);
  }
  return value;
}

__global__ void reduce(const float *input, int count, float *result) {
  // A contiguous part for each block, neighbouring elements for neighbouring threads: good for GPU and CPU.
  int part = (count + gridDim.x - 1) / gridDim.x;
  int begin = blockIdx.x * part;
  int end = min(begin + part, count);
  float sum = 0.0f;
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x) {
    sum += input[i];
  }
  sum = blockSum(sum);

  __shared__ bool is_last_block;
  if (threadIdx.x == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence(); // the sum is visible before the count
    is_last_block = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last_block) {
    float total = blockSum(((volatile float *)block_sums)[threadIdx.x]);
    if (threadIdx.x == 0) {
      *result = total;
    }
  }
}
static_assert(kBlocks == kThreads, "the last block adds one sum per thread");

void check(cudaError_t error) {
  if (error != cudaSuccess) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    exit(1);
  }
}

int main() {
  const int count = 1 << 24;
  const size_t bytes = count * sizeof(float);
  std::vector<float> numbers(count);
  double expected = 0.0;
  for (int i = 0; i < count; ++i) {
    numbers[i] = float(i % 1000) * 0.001f;
    expected += numbers[i];
  }

  float *device_numbers, *device_sum;
  check(cudaMalloc(&device_numbers, bytes));
  check(cudaMalloc(&device_sum, sizeof(float)));
  check(cudaMemcpy(device_numbers, numbers.data(), bytes, cudaMemcpyHostToDevice));

  // The first launch pays for compilation, so the clock starts after it.
  const int launches = 10;
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  reduce<<<kBlocks, kThreads>>>(device_numbers, count, device_sum);
  check(cudaEventRecord(start));
  for (int i = 0; i < launches; ++i) {
    reduce<<<kBlocks, kThreads>>>(device_numbers, count, device_sum);
  }
  check(cudaGetLastError());
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  check(cudaEventElapsedTime(&milliseconds, start, stop));

  float sum = 0.0f;
  check(cudaMemcpy(&sum, device_sum, sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(device_numbers));
  check(cudaFree(device_sum));

  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  bool right = std::fabs(sum - expected) <= 1e-5 * expected;
  printf("device: %s\n", device.name);
  printf("sum of %d floats: %.1f, host: %.1f, %s\n", count, sum, expected, right ? "PASSED" : "FAILED");
  printf("%.3f ms a launch, %.1f GB/s\n", milliseconds / launches,
         double(bytes) * launches / (milliseconds * 1e6));
  return right ? 0 : 1;
}
