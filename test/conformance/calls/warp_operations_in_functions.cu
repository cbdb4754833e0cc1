// Functions that are not inlined, recursive ones and virtual ones, meet the other lanes that call them.
#include "../check.h"

// The lanes of `mask` go down together; fewer and fewer are left.
__device__ __noinline__ int descend(unsigned mask, int level, int depth, int value) {
  const unsigned deeper = __ballot_sync(mask, level < depth);
  if (level >= depth)
    return 0;
  const int lane = static_cast<int>(threadIdx.x % 32);
  int sum = value;
  // The sum over all lanes that are left, by shuffles from each of them.
  int total = 0;
  for (unsigned rest = deeper; rest; rest &= rest - 1)
    total += __shfl_sync(deeper, sum, __ffs(static_cast<int>(rest)) - 1);
  const int below = descend(deeper, level + 1, depth, value + lane);
  return total + 3 * below + __popc(deeper);
}

__global__ void sumsOfLevels(const int *depths, int *out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = descend(0xffffffff, 0, depths[i], i);
}

std::vector<int> descendOnHost(const std::vector<int> &depths, int level, std::vector<int> values) {
  std::vector<int> results(32);
  int total = 0, active = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (level < depths[lane]) {
      total += values[lane];
      ++active;
    }
  if (active == 0)
    return results;
  for (int lane = 0; lane < 32; ++lane)
    values[lane] += lane;
  const std::vector<int> below = descendOnHost(depths, level + 1, values);
  for (int lane = 0; lane < 32; ++lane)
    if (level < depths[lane])
      results[lane] = total + 3 * below[lane] + active;
  return results;
}

__device__ __noinline__ int reduce(unsigned mask, int value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(mask, value, offset);
  return value;
}

struct Reducer {
  __device__ virtual int operator()(int value) const { return reduce(0xffffffff, value); }
};
struct Maximum : Reducer {
  __device__ int operator()(int value) const override { return __reduce_max_sync(0xffffffff, value); }
};

// Half of a warp's lanes; those of the others have returned, or wait.
__global__ void halves(int *out, bool others_return) {
  const int i = static_cast<int>(threadIdx.x);
  if (i % 2) {
    if (others_return)
      return;
    out[i] = -1;
  } else {
    int value = i;
    for (int offset = 16; offset > 1; offset /= 2)
      value += __shfl_xor_sync(0x55555555, value, offset);
    out[i] = value;
  }
}

__device__ __noinline__ int sumOfLive(int value) {
  int sum = 0;
  for (int source = 0; source < 24; ++source)
    sum += __shfl_sync(0xffffff, value, source);
  return sum;
}

// Lanes that have returned are not waited for, inside a function either.
__global__ void someReturn(int *out) {
  const int i = static_cast<int>(threadIdx.x);
  if (i % 32 >= 24)
    return;
  out[i] = sumOfLive(i);
  __syncwarp();
  out[i] += sumOfLive(1);
}

// Each warp has a class of its own: the target is the same for all lanes.
__global__ void virtualReductions(int *out) {
  const int i = static_cast<int>(threadIdx.x);
  Reducer sum;
  Maximum maximum;
  const Reducer *reducer = i / 32 % 2 ? &maximum : &sum;
  out[i] = (*reducer)(i);
}

__device__ __noinline__ int rotate(int *shared, int value) {
  shared[threadIdx.x] = value;
  __syncthreads();
  const int other = shared[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return other;
}

// A barrier of the block in a function that calls itself.
__device__ __noinline__ int rotateTimes(int *shared, int value, int times) {
  return times == 0 ? value : rotateTimes(shared, rotate(shared, value), times - 1);
}

__global__ void barriers(int *out, int times) {
  __shared__ int shared[96];
  const int i = static_cast<int>(threadIdx.x);
  out[i] = rotateTimes(shared, i, times);
  if (i >= 64)
    return;
  const int counted = __syncthreads_count(i % 3 == 0);
  out[i] += 1000 * counted;
}

int main() {
  constexpr int kCount = 96;
  Random random;
  DeviceArray<int> out(kCount);
  std::vector<int> depths(kCount);
  for (int &depth : depths)
    depth = static_cast<int>(random.below(9));
  sumsOfLevels<<<1, kCount>>>(DeviceArray<int>(depths).get(), out.get());
  CHECK_LAUNCH();
  for (int warp = 0; warp < kCount / 32; ++warp) {
    std::vector<int> values(32);
    for (int lane = 0; lane < 32; ++lane)
      values[lane] = warp * 32 + lane;
    const std::vector<int> expected =
        descendOnHost({depths.begin() + warp * 32, depths.begin() + warp * 32 + 32}, 0, values);
    for (int lane = 0; lane < 32; ++lane)
      CHECK_EQ(out.host()[warp * 32 + lane], expected[lane]);
  }

  for (bool others_return : {false, true}) {
    DeviceArray<int> result(32);
    halves<<<1, 32>>>(result.get(), others_return);
    CHECK_LAUNCH();
    for (int i = 0; i < 32; ++i)
      CHECK_EQ(result.host()[i], i % 2 ? (others_return ? 0 : -1) : 240);
  }

  DeviceArray<int> live(kCount);
  someReturn<<<1, kCount>>>(live.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i)
    CHECK_EQ(live.host()[i], i % 32 < 24 ? 24 * (i / 32 * 32) + 276 + 24 : 0);

  virtualReductions<<<1, kCount>>>(out.get());
  CHECK_LAUNCH();
  for (int i = 0; i < kCount; ++i)
    CHECK_EQ(out.host()[i], i / 32 % 2 ? i / 32 * 32 + 31 : 32 * (i / 32 * 32) + 496);

  for (int times : {0, 1, 5}) {
    barriers<<<1, kCount>>>(out.get(), times);
    CHECK_LAUNCH();
    for (int i = 0; i < kCount; ++i)
      CHECK_EQ(out.host()[i], (i + times) % kCount + (i < 64 ? 22000 : 0));
  }
  return verdict();
}
