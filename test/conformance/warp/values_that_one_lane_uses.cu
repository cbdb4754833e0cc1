// Sums, products and extremes of a warp that only one lane stores, before and after barriers, in blocks of several shapes: what
// the other lanes would have computed is never used.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

struct Sum {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
struct Mixed { // not associative
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return a * T(3) - b; }
};
struct Least {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};

__device__ int linearThread() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// What lane `kLane` has after five steps is kept across a barrier; then the last thread but one folds all of it.
template <typename T, typename Operation, int kLane>
__global__ void down(const T *in, T *of_warps, T *of_blocks) {
  __shared__ T kept[8];
  const int thread = linearThread(), warp = thread / 32, threads = blockDim.x * blockDim.y * blockDim.z;
  Operation operation;
  T value = in[blockIdx.x * threads + thread];
  for (int distance = 1; distance < 32; distance *= 2)
    value = operation(value, __shfl_down_sync(0xffffffff, value, distance));
  if (thread % 32 == kLane) {
    kept[warp] = value;
    of_warps[blockIdx.x * (threads / 32) + warp] = value;
  }
  __syncthreads();
  if (thread == kLane) {
    for (int other = 1; other < threads / 32; ++other)
      value = operation(value, kept[other]);
    of_blocks[blockIdx.x] = value;
  }
}

// One lane of a group of eight, by exchanges, of a part of the lanes; its neighbour stores another step's value.
template <typename T, typename Operation> __global__ void across(const T *in, T *of_warps, int n) {
  const int thread = linearThread(), threads = blockDim.x * blockDim.y * blockDim.z;
  const int place = blockIdx.x * threads + thread;
  Operation operation;
  T value = thread < n ? in[place] : T(1), before = value;
  for (int distance = 4; distance > 0; distance /= 2) {
    before = value;
    value = operation(value, __shfl_xor_sync(0xffffffff, value, distance));
  }
  T all = __shfl_sync(0xffffffff, value, 9);
  if (thread % 32 == 24)
    of_warps[place / 32 * 3] = value;
  if (thread % 32 == 17)
    of_warps[place / 32 * 3 + 1] = before;
  if (thread % 32 == 5)
    of_warps[place / 32 * 3 + 2] = operation(all, before);
}

template <typename T> std::vector<T> numbers(int count) {
  std::vector<T> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = T(i * 7919 % 251) / T(std::is_floating_point_v<T> ? 7 : 1);
  return values;
}

template <typename T, typename Operation> std::vector<T> stepDown(std::vector<T> values, int distance) {
  const std::vector<T> before = values;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = Operation()(before[i], before[i % 32 + distance < 32 ? i + distance : i]);
  return values;
}

template <typename T, typename Operation, int kLane> void checkDown(dim3 block, int blocks) {
  const int threads = block.x * block.y * block.z, warps = threads / 32;
  std::vector<T> values = numbers<T>(threads * blocks);
  DeviceArray<T> in(values), of_warps(std::vector<T>(warps * blocks)),
      of_blocks(std::vector<T>(blocks, T(0)));
  down<T, Operation, kLane><<<blocks, block>>>(in.get(), of_warps.get(), of_blocks.get());
  CHECK_LAUNCH();
  for (int distance = 1; distance < 32; distance *= 2)
    values = stepDown<T, Operation>(values, distance);
  std::vector<T> expected_warps(warps * blocks), expected_blocks(blocks);
  for (int warp = 0; warp < warps * blocks; ++warp)
    expected_warps[warp] = values[warp * 32 + kLane];
  for (int b = 0; b < blocks; ++b) {
    T value = expected_warps[b * warps];
    for (int other = 1; other < warps; ++other)
      value = Operation()(value, expected_warps[b * warps + other]);
    expected_blocks[b] = value;
  }
  CHECK_SAME(of_warps.host(), expected_warps);
  CHECK_SAME(of_blocks.host(), expected_blocks);
}

template <typename T, typename Operation> void checkAcross(dim3 block, int blocks, int n) {
  const int threads = block.x * block.y * block.z, warps = threads / 32 * blocks;
  std::vector<T> values = numbers<T>(threads * blocks), before;
  DeviceArray<T> in(values), of_warps(std::vector<T>(warps * 3));
  across<T, Operation><<<blocks, block>>>(in.get(), of_warps.get(), n);
  CHECK_LAUNCH();
  for (int i = 0; i < threads * blocks; ++i)
    if (i % threads >= n)
      values[i] = T(1);
  for (int distance = 4; distance > 0; distance /= 2) {
    before = values;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = Operation()(before[i], before[i ^ distance]);
  }
  std::vector<T> expected;
  for (int warp = 0; warp < warps; ++warp) {
    expected.push_back(values[warp * 32 + 24]);
    expected.push_back(before[warp * 32 + 17]);
    expected.push_back(Operation()(values[warp * 32 + 9], before[warp * 32 + 5]));
  }
  CHECK_SAME(of_warps.host(), expected);
}

template <typename T, typename Operation> void checkAll() {
  for (dim3 block : {dim3(64), dim3(96), dim3(256), dim3(16, 16), dim3(32, 4), dim3(8, 4, 4)}) {
    checkDown<T, Operation, 0>(block, 3);
    checkDown<T, Operation, 13>(block, 2);
    for (int n : {0, 1, 40, 1000})
      checkAcross<T, Operation>(block, 2, n);
  }
}

int main() {
  checkAll<int, Sum>();
  checkAll<unsigned, Mixed>();
  checkAll<long long, Mixed>();
  checkAll<double, Sum>();
  checkAll<float, Least>();
  return verdict();
}
