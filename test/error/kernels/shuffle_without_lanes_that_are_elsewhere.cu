// Groups of lanes that leave a loop one after the other, around shuffles whose masks name all 32 of them, as old code
// does. Where lanes run in lockstep, those that are there go on: none reads from one that is not. That is told once for each
// line and kernel, however often it is launched.
// stderr(32): {here}: warning: kernel 'rows\(int const\*, double const\*, double\*\)' calls __shfl_sync\(0xffffffff\) in lanes 8-31, but not in lanes 0-7$
// stderr(32): note: block \(0,0,0\), warp 0$
// stderr(32): note: all lanes that a mask names must come to the operation; as no lane reads from one that is missing, it goes on$
// stderr(32): note: let each group name its own lanes, as 0xff << \(lane & 24\) for groups of 8, or use tiles of Cooperative Groups; this is reported once$
// stderr(32): {here}: warning: kernel 'ofSomeGroups\(int\*, int\)' calls __shfl_sync\(0xffffffff\) in lanes 20-31, but not in lanes 0-19$
// stderr(32): {here}: warning: kernel 'ofHalves\(int\*, int const\*\)' calls __shfl_xor_sync\(0x0000ffff\) in lanes 4-15, but not in lanes 0-3$
#include "../error_check.h"

#include <numeric>

__global__ void rows(const int *begins, const double *values, double *sums) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, length = begins[row + 1] - begins[row];
  double sum = 0;
  for (int i = threadIdx.x; i < (length + 7) / 8 * 8; i += 8) {
    double value = i < length ? values[begins[row] + i] : 0;
    for (int d = 4; d > 0; d /= 2)
      value += __shfl_sync(0xffffffff, value, threadIdx.x ^ d, 8); // <- here
    sum += value;
  }
  sum = __shfl_sync(0xffffffff, sum, 0, 8);
  if (threadIdx.x == 0)
    sums[row] = sum;
}

// In a function that stays, on one side of a branch.
__device__ __noinline__ int ofNeighbour(int value, int lane) {
  return __shfl_sync(0xffffffff, value, lane ^ 1); // <- here
}

__global__ void ofSomeGroups(int *out, int first) {
  const int lane = threadIdx.x;
  int value = 10 * lane;
  if (lane >= first)
    value += ofNeighbour(value, lane);
  out[lane] = value + __shfl_sync(0xffffffff, lane, lane & 28);
}

// With a mask for each half of the warp, and loops of which each leaves when it will.
__global__ void ofHalves(int *out, const int *rounds) {
  const unsigned half = 0xffffu << (threadIdx.x & 16);
  int sum = 0;
  for (int i = 0; i < rounds[threadIdx.x / 4]; ++i)
    for (int j = 0; j <= i; ++j)
      sum += __shfl_xor_sync(half, i + static_cast<int>(threadIdx.x), 1); // <- here
  out[threadIdx.x] = sum + __shfl_xor_sync(half, static_cast<int>(threadIdx.x), 2);
}

int main() {
  std::vector<int> begins{0};
  for (int row = 0; row < 64; ++row)
    begins.push_back(begins.back() + row % 50);
  std::vector<double> values(begins.back()), sums;
  std::iota(values.begin(), values.end(), 1);
  for (int row = 0; row < 64; ++row)
    sums.push_back(std::accumulate(values.begin() + begins[row], values.begin() + begins[row + 1], 0.0));
  DeviceArray<int> device_begins(begins);
  DeviceArray<double> device_values(values), device_sums(64);
  // What is told is told of the first one.
  for (int blocks : {1, 8}) {
    rows<<<blocks, dim3(8, 8)>>>(device_begins.get(), device_values.get(), device_sums.get());
    CHECK_LAUNCH();
  }
  CHECK_SAME(device_sums.host(), sums);

  DeviceArray<int> out(32);
  ofSomeGroups<<<1, 32>>>(out.get(), 20);
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int lane = 0; lane < 32; ++lane)
    CHECK_EQ(got[lane], 10 * lane + (lane >= 20 ? 10 * (lane ^ 1) : 0) + (lane & 28));

  std::vector<int> rounds{0, 3, 6, 2, 5, 1, 4, 0};
  DeviceArray<int> device_rounds(rounds);
  ofHalves<<<1, 32>>>(out.get(), device_rounds.get());
  CHECK_LAUNCH();
  got = out.host();
  for (int lane = 0; lane < 32; ++lane) {
    int expected = lane ^ 2;
    for (int i = 0; i < rounds[lane / 4]; ++i)
      expected += (i + 1) * (i + (lane ^ 1));
    CHECK_EQ(got[lane], expected);
  }
  return verdict();
}
