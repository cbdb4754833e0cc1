// Guards that are computed: the same condition before and after a barrier or a warp operation, in a block whose width is a multiple
// of 32, and others. Nothing here polls or tries again.
#include "../check.h"

#include <cstddef>

namespace {

constexpr int kThreads = 128, kCount = 1000, kBlocks = (kCount + kThreads - 1) / kThreads,
              kAll = kBlocks * kThreads;

__device__ int threadNumber() { return blockIdx.x * blockDim.x + threadIdx.x; }

} // namespace

__global__ void halfOfTheCount(const int *in, int *out, int n) {
  const int i = threadNumber();
  const bool inside = i < n / 2;
  int x = inside ? in[i] : 0;
  x += __shfl_xor_sync(~0u, x, 1);
  if (inside)
    out[i] = x;
}

__global__ void countLessTheBorder(const int *in, int *out, int n) {
  const int i = threadNumber();
  int x = 0;
  if (i > 0 && i < n - 1)
    x = in[i - 1] + in[i + 1];
  const int sum = x + __shfl_down_sync(~0u, x, 1);
  if (i > 0 && i < n - 1)
    out[i] = sum;
}

__global__ void wideIndex(const int *in, int *out, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  int x = 0;
  if (i < n / 3)
    x = in[i] * 3;
  x = max(x, __shfl_xor_sync(~0u, x, 16));
  if (i < n / 3)
    out[i] = x;
}

__global__ void unsignedQuotient(const int *in, int *out, unsigned n, unsigned width) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < n / width * width;
  int x = inside ? in[i / width * width] : 1;
  x += __popc(__ballot_sync(~0u, x % 2 == 0));
  if (inside)
    out[i] = x;
}

__global__ void insideOfAnImage(const int *in, int *out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = x < w - 2 && y < h - 1;
  int value = inside ? in[y * w + x] + in[y * w + x + 2] + in[(y + 1) * w + x] : 0;
  value += __shfl_xor_sync(~0u, value, 1);
  if (inside)
    out[y * w + x] = value;
}

__global__ void aroundABarrier(const int *in, int *out, int n, int offset) {
  __shared__ int tile[kThreads];
  const int i = threadNumber(), t = threadIdx.x;
  if (i + offset < n)
    tile[t] = in[i + offset];
  __syncthreads();
  if (i + offset < n)
    out[i] = tile[t] * 2;
}

__global__ void aroundABarrierAndAShuffle(const int *in, int *out, int n) {
  __shared__ int sums[kThreads / 32];
  const int i = threadNumber(), t = threadIdx.x;
  int x = 0;
  if (2 * i + 1 < n)
    x = in[2 * i] + in[2 * i + 1];
  int sum = x;
  for (int distance = 16; distance; distance /= 2)
    sum += __shfl_down_sync(~0u, sum, distance);
  if (t % 32 == 0)
    sums[t / 32] = sum;
  __syncthreads();
  if (2 * i + 1 < n)
    out[i] = x + sums[0] + sums[1] + sums[2] + sums[3];
}

// The number of threads that take part comes from memory.
__global__ void countOfTheBlock(const int *in, int *out, const int *counts) {
  const int i = threadNumber(), count = counts[blockIdx.x];
  const bool inside = static_cast<int>(threadIdx.x) < count;
  int x = inside ? in[i] : -1;
  x += __shfl_up_sync(~0u, x, 3);
  if (inside)
    out[i] = x;
}

__global__ void valueOfEachLane(const int *in, int *out, int n) {
  const int i = threadNumber(), own = i < n ? in[i] : 0;
  const bool chosen = own % 3 == 1;
  int x = 0;
  if (chosen)
    x = in[own];
  const unsigned votes = __ballot_sync(~0u, chosen);
  if (chosen)
    out[i] = x + __popc(votes);
}

__global__ void nestedGuards(const int *in, int *out, int n, const int *more) {
  const int i = threadNumber();
  int x = 0, y = 0;
  if (i < n - n / 4) {
    x = in[i];
    if (more && i < n / 2)
      y = more[i];
  }
  x += __shfl_xor_sync(~0u, x, 4);
  y += __shfl_xor_sync(~0u, y, 8);
  if (i < n - n / 4) {
    out[i] = x;
    if (more && i < n / 2)
      out[i] = x - y;
  }
}

__global__ void roundsOverTheGrid(const int *in, int *out, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int first = threadNumber() / 32 * 32; first < n; first += step) {
    const int i = first + threadIdx.x % 32;
    const bool inside = i < n - n % 7;
    int x = inside ? in[i] : 0;
    x += __shfl_xor_sync(~0u, x, 2);
    if (inside)
      out[i] = x;
  }
}

// Warps return before others go on, whole ones.
__global__ void returnOfWholeWarps(const int *in, int *out, int n) {
  const int i = threadNumber();
  if (i / 32 * 32 >= n / 2)
    return;
  const bool inside = i < n / 2;
  int x = inside ? in[i] : 7;
  x *= __shfl_sync(~0u, x, 0);
  if (inside)
    out[i] = x;
}

// Threads outside come to the barriers of a loop, too.
__global__ void roundsWithBarriers(const int *in, int *out, int n, int rounds) {
  __shared__ int tile[kThreads];
  const int i = threadNumber(), t = threadIdx.x;
  const bool inside = i < n / 2 + 3;
  int x = inside ? in[i] : 0;
  for (int round = 0; round < rounds; ++round) {
    tile[t] = x;
    __syncthreads();
    if (inside && t > 0)
      x += tile[t - 1];
    __syncthreads();
  }
  if (inside)
    out[i] = x;
}

namespace {

std::vector<int> in(kAll);
int at(int i) { return in[i]; }

template <class... Arguments, class Expected>
void test(void (*kernel)(Arguments...), dim3 grid, dim3 block, DeviceArray<int> &out, Expected expected,
          Arguments... arguments) {
  CHECK_CUDA(cudaMemset(out.get(), 0xff, kAll * sizeof(int)));
  kernel<<<grid, block>>>(arguments...);
  CHECK_LAUNCH();
  std::vector<int> all(kAll);
  for (int i = 0; i < kAll; ++i)
    all[i] = expected(i);
  CHECK_SAME(out.host(), all);
}

} // namespace

int main() {
  Random random;
  for (int &value : in)
    value = static_cast<int>(random.below(kCount));
  const DeviceArray<int> device_in(in);
  DeviceArray<int> out(kAll);
  const int *source = device_in.get();
  int *target = out.get();
  const int n = kCount;

  auto half = [&](int i) { return i < n / 2 ? at(i) : 0; };
  test(
      halfOfTheCount, kBlocks, kThreads, out, [&](int i) { return i < n / 2 ? half(i) + half(i ^ 1) : -1; },
      source, target, n);

  auto both = [&](int i) { return i > 0 && i < n - 1 ? at(i - 1) + at(i + 1) : 0; };
  test(
      countLessTheBorder, kBlocks, kThreads, out,
      [&](int i) { return i > 0 && i < n - 1 ? both(i) + both(i % 32 == 31 ? i : i + 1) : -1; }, source,
      target, n);

  auto third = [&](int i) { return i < n / 3 ? at(i) * 3 : 0; };
  test(
      wideIndex, kBlocks, kThreads, out,
      [&](int i) { return i < n / 3 ? std::max(third(i), third(i ^ 16)) : -1; }, source, target,
      std::size_t{n});

  auto of_row = [&](int i) { return i < n / 30 * 30 ? at(i / 30 * 30) : 1; };
  test(
      unsignedQuotient, kBlocks, kThreads, out,
      [&](int i) {
        int even = 0;
        for (int lane = 0; lane < 32; ++lane)
          even += of_row(i / 32 * 32 + lane) % 2 == 0;
        return i < n / 30 * 30 ? of_row(i) + even : -1;
      },
      source, target, unsigned{n}, 30u);

  // 61 x 15 pixels, by blocks of 32 x 4 and of 16 x 8: the lane beside is that of the pixel beside.
  const int w = 61, h = 15;
  auto pixel = [&](int x, int y) {
    return x < w - 2 && y < h - 1 ? at(y * w + x) + at(y * w + x + 2) + at((y + 1) * w + x) : 0;
  };
  auto image = [&](int i) {
    const int x = i % w, y = i / w;
    return x < w - 2 && y < h - 1 ? pixel(x, y) + pixel(x ^ 1, y) : -1;
  };
  test(insideOfAnImage, dim3(2, 4), dim3(32, 4), out, image, source, target, w, h);
  test(insideOfAnImage, dim3(4, 2), dim3(16, 8), out, image, source, target, w, h);

  test(
      aroundABarrier, kBlocks, kThreads, out, [&](int i) { return i + 17 < n ? at(i + 17) * 2 : -1; }, source,
      target, n, 17);

  auto pair = [&](int i) { return 2 * i + 1 < n ? at(2 * i) + at(2 * i + 1) : 0; };
  test(
      aroundABarrierAndAShuffle, kBlocks, kThreads, out,
      [&](int i) {
        int sum = 0;
        for (int t = 0; t < kThreads; ++t)
          sum += pair(i / kThreads * kThreads + t);
        return 2 * i + 1 < n ? pair(i) + sum : -1;
      },
      source, target, n);

  const std::vector<int> counts{128, 0, 1, 31, 32, 33, 100, 127};
  const DeviceArray<int> device_counts(counts);
  auto counted = [&](int i) { return i % kThreads < counts[i / kThreads] ? at(i) : -1; };
  test(
      countOfTheBlock, kBlocks, kThreads, out,
      [&](int i) {
        return i % kThreads < counts[i / kThreads] ? counted(i) + counted(i % 32 < 3 ? i : i - 3) : -1;
      },
      source, target, static_cast<const int *>(device_counts.get()));

  auto chosen = [&](int i) { return i < n && at(i) % 3 == 1; };
  test(
      valueOfEachLane, kBlocks, kThreads, out,
      [&](int i) {
        int votes = 0;
        for (int lane = 0; lane < 32; ++lane)
          votes += chosen(i / 32 * 32 + lane);
        return chosen(i) ? at(at(i)) + votes : -1;
      },
      source, target, n);

  auto outer = [&](int i) { return i < n - n / 4 ? at(i) : 0; };
  auto inner = [&](int i) { return i < n / 2 ? at(i) : 0; };
  for (bool more : {false, true})
    test(
        nestedGuards, kBlocks, kThreads, out,
        [&](int i) {
          return i >= n - n / 4 ? -1
                                : outer(i) + outer(i ^ 4) - (more && i < n / 2 ? inner(i) + inner(i ^ 8) : 0);
        },
        source, target, n, more ? source : nullptr);

  auto seventh = [&](int i) { return i < n - n % 7 ? at(i) : 0; };
  test(
      roundsOverTheGrid, 2, kThreads, out,
      [&](int i) { return i < n - n % 7 ? seventh(i) + seventh(i ^ 2) : -1; }, source, target, n);

  test(
      returnOfWholeWarps, kBlocks, kThreads, out,
      [&](int i) { return i < n / 2 ? at(i) * at(i / 32 * 32) : -1; }, source, target, n);

  std::vector<int> rows(kAll);
  for (int i = 0; i < kAll; ++i)
    rows[i] = i < n / 2 + 3 ? at(i) : 0;
  for (int round = 0; round < 3; ++round) {
    const std::vector<int> before = rows;
    for (int i = 0; i < n / 2 + 3; ++i)
      if (i % kThreads > 0)
        rows[i] += before[i - 1];
  }
  test(
      roundsWithBarriers, kBlocks, kThreads, out, [&](int i) { return i < n / 2 + 3 ? rows[i] : -1; }, source,
      target, n, 3);
  return verdict();
}
