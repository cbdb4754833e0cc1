// What stands after a bound: for warps that come as a whole, in part, and not at all; with bounds on both sides, in two
// dimensions, results that are used after it, loops and branches in it, and indices that wrap.
#include "../check.h"

#include <climits>

constexpr int kThreads = 96, kBlocks = 4, kElements = kThreads * kBlocks;

__global__ void below(int *out, const int *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 3 + 1;
}

__global__ void between(int *out, const int *in, unsigned first, unsigned last) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < first || i >= last)
    return;
  out[i] = in[i] - in[i + 1];
}

__global__ void inTwoDimensions(int *out, const int *in, int columns, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
  if (x < columns && y < rows)
    out[y * columns + x] = in[y * columns + x] + y;
}

__global__ void usedBehind(int *out, const int *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = -1, twice = i;
  if (i < n) {
    value = in[i];
    if (value % 3 == 0)
      twice = value * 2;
  }
  out[i] = value + twice + __popc(__ballot_sync(0xffffffff, i < n));
}

__global__ void withLoop(int *out, const int *in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k < rounds; ++k)
      sum += in[i + k];
    out[i] = sum;
  }
}

// From `first` on, which may lie so near to the largest int that some threads' numbers are negative.
__global__ void wrapping(int *out, const int *in, int first, int n) {
  const int number = static_cast<int>(static_cast<unsigned>(first) + threadIdx.x);
  if (number < n)
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

__global__ void downwards(int *out, const int *in, int first, int least) {
  const int i = first - static_cast<int>(threadIdx.x);
  if (i >= least)
    out[i] = in[i] + 7;
}

// Warps of large blocks go through the loop fused, and diverge after it.
template <typename Index>
__global__ void inStep(int *sums, int *others, const int *in, Index n, int rounds, int bound) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k < rounds; ++k)
      sum += in[static_cast<Index>(k) * n + i] * in[k];
    if (sum % 100 < bound)
      sums[i] += sum;
    else
      others[i * 7 % n] = -sum;
  }
}

// No multiple of 7 threads.
template <typename Index> void checkInStep(int threads, int n, int rounds, int bound) {
  std::vector<int> given(n * rounds + rounds), want(n, 3), want_others(n, 0);
  for (std::size_t i = 0; i < given.size(); ++i)
    given[i] = static_cast<int>(i * 37 % 11);
  DeviceArray<int> in(given), sums(want), others(want_others);
  inStep<Index>
      <<<(n + threads - 1) / threads, threads>>>(sums.get(), others.get(), in.get(), n, rounds, bound);
  CHECK_LAUNCH();
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < rounds; ++k)
      sum += given[k * n + i] * given[k];
    if (sum % 100 < bound)
      want[i] += sum;
    else
      want_others[i * 7 % n] = -sum;
  }
  CHECK_SAME(sums.host(), want);
  CHECK_SAME(others.host(), want_others);
}

// A bound in each dimension, and a row that warps share.
__global__ void products(int *out, const int *a, const int *b, int rows, int columns, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  int sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += a[y * depth + k] * b[k * columns + x];
  out[y * columns + x] = sum;
}

void checkProducts(dim3 block, int rows, int columns, int depth) {
  std::vector<int> a(rows * depth), b(depth * columns), want(rows * columns);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<int>(i % 13);
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<int>(i % 17);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      for (int k = 0; k < depth; ++k)
        want[y * columns + x] += a[y * depth + k] * b[k * columns + x];
  DeviceArray<int> device_a(a), device_b(b), out(want.size());
  products<<<dim3((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y), block>>>(
      out.get(), device_a.get(), device_b.get(), rows, columns, depth);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), want);
}

int main() {
  for (int threads : {64, 256, 512})
    for (int n : {1, 62, 64, 1024, 1500})
      for (int bound : {0, 50, 100}) {
        checkInStep<int>(threads, n, 5, bound);
        checkInStep<unsigned long long>(threads, n, 3, bound);
      }
  checkInStep<int>(256, 300, 0, 100);
  for (dim3 block : {dim3(32, 8), dim3(16, 16), dim3(64, 4), dim3(8, 8)})
    checkProducts(block, 50, 83, 9);
  std::vector<int> given(kElements + 8);
  for (int i = 0; i < static_cast<int>(given.size()); ++i)
    given[i] = i * 5 + 7;
  DeviceArray<int> in(given);
  const std::vector<int> none(kElements, -5);
  for (int n : {-3, 0, 1, 31, 32, 33, 64, 95, 96, 100, 128, 383, 384, 1000}) {
    DeviceArray<int> first(none), second(none), third(none), fourth(none), fifth(none);
    below<<<kBlocks, kThreads>>>(first.get(), in.get(), n);
    CHECK_LAUNCH();
    const unsigned from = 20, to = n < 0 ? 0u : static_cast<unsigned>(n);
    between<<<kBlocks, kThreads>>>(second.get(), in.get(), from, to);
    CHECK_LAUNCH();
    const int columns = n < 1 ? 1 : n > 90 ? 90 : n, rows = 4;
    inTwoDimensions<<<3, dim3(32, 8)>>>(third.get(), in.get(), columns, rows);
    CHECK_LAUNCH();
    usedBehind<<<kBlocks, kThreads>>>(fourth.get(), in.get(), n);
    CHECK_LAUNCH();
    withLoop<<<kBlocks, kThreads>>>(fifth.get(), in.get(), n, 5);
    CHECK_LAUNCH();
    std::vector<int> want1 = none, want2 = none, want3 = none, want4 = none, want5 = none;
    for (int i = 0; i < kElements; ++i) {
      int inside = 0;
      for (int lane = 0; lane < 32; ++lane)
        inside += i / 32 * 32 + lane < n;
      want4[i] = (i < n ? given[i] : -1) + (i < n && given[i] % 3 == 0 ? given[i] * 2 : i) + inside;
      if (i < n)
        want1[i] = given[i] * 3 + 1;
      if (static_cast<unsigned>(i) >= from && static_cast<unsigned>(i) < to)
        want2[i] = given[i] - given[i + 1];
      if (i < columns * rows)
        want3[i] = given[i] + i / columns;
      if (i < n)
        want5[i] = given[i] + given[i + 1] + given[i + 2] + given[i + 3] + given[i + 4];
    }
    CHECK_SAME(first.host(), want1);
    CHECK_SAME(second.host(), want2);
    CHECK_SAME(third.host(), want3);
    CHECK_SAME(fourth.host(), want4);
    CHECK_SAME(fifth.host(), want5);
  }
  for (int first : {0, 40, INT_MAX - 20, INT_MAX - 40, INT_MAX - 200})
    for (int n : {INT_MIN, -10, 0, 20, 50, 71, INT_MAX}) {
      DeviceArray<int> up(none);
      wrapping<<<1, 64>>>(up.get(), in.get(), first, n);
      CHECK_LAUNCH();
      std::vector<int> want = none;
      for (unsigned thread = 0; thread < 64; ++thread)
        if (static_cast<int>(static_cast<unsigned>(first) + thread) < n)
          want[thread] = given[thread] + 1;
      CHECK_SAME(up.host(), want);
    }
  for (int least : {0, 1, 5, 31, 32, 33, 60, 64, 90, 200}) {
    DeviceArray<int> down(none);
    downwards<<<1, kThreads>>>(down.get(), in.get(), kThreads, least);
    CHECK_LAUNCH();
    std::vector<int> want = none;
    for (int i = 1; i <= kThreads; ++i)
      if (i >= least)
        want[i] = given[i] + 7;
    CHECK_SAME(down.host(), want);
  }
  return verdict();
}
