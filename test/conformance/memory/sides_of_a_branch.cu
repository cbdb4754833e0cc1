// What lanes do on both sides of a branch, and again after it: borders of an image, cells beside a tile, and what only the
// first thread of a block does before all go on.
#include "../check.h"

#include <vector>

namespace {

// Both sides store to the same place.
__global__ void interior(float *out, const float *in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int i = y * width + x;
    if (x == 0 || x == width - 1 || y == 0 || y == height - 1)
      out[i] = in[i];
    else
      out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width];
  }
}

// The same index in different words on either side, from the end backwards on one of them.
__global__ void three_ways(int *out, const int *in, int n, int first, int last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i < first)
    out[i] = 2 * in[i];
  else if (i > last)
    out[static_cast<unsigned>(i)] = -in[i];
  else
    out[n - 1 - (n - 1 - i)] = in[n - 1 - i];
}

// Sums of three, with a cell on either side of what the block holds.
__global__ void of_three(float *out, const float *in, int n) {
  __shared__ float tile[258];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x + 1] = i < n ? in[i] : 0;
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1)
    tile[threadIdx.x + 2] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n)
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}

// When a block began and ended, and how often each byte occurs.
__global__ void counts(unsigned *bins, long long *when, const unsigned *words, int n) {
  __shared__ unsigned local[256];
  if (threadIdx.x == 0)
    when[2 * blockIdx.x] = clock64();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned word = words[i];
    for (int shift = 0; shift < 32; shift += 8)
      atomicAdd(&local[word >> shift & 255], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
  if (threadIdx.x == 0)
    when[2 * blockIdx.x + 1] = clock64();
}

// In a loop, where the value of the round before is another one.
__global__ void rounds(int *out, const int *in, int n) {
  int place = threadIdx.x, sum = 0;
  for (int round = 0; round < n; ++round) {
    const int before = place;
    if (in[place] % 2)
      place = (before + 32) % 256;
    else
      place = (before + 64) % 256;
    sum += in[before] * (round + 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void testInterior(int width, int height) {
  std::vector<float> in(width * height), expected(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i * 7 % 101);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int i = y * width + x;
      const bool border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
      expected[i] = border ? in[i] : in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width];
    }
  const DeviceArray<float> values(in), out(in.size());
  for (dim3 block : {dim3(32, 8), dim3(16, 16), dim3(7, 5), dim3(256, 1)}) {
    interior<<<dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y), block>>>(
        out.get(), values.get(), width, height);
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), expected);
  }
}

void testThreeWays(int n, int first, int last) {
  std::vector<int> in(n), expected(n);
  for (int i = 0; i < n; ++i)
    in[i] = 3 * i + 1;
  for (int i = 0; i < n; ++i)
    expected[i] = i < first ? 2 * in[i] : i > last ? -in[i] : in[n - 1 - i];
  const DeviceArray<int> values(in), out(n);
  three_ways<<<(n + 127) / 128, 128>>>(out.get(), values.get(), n, first, last);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void testOfThree(int n, int threads) {
  std::vector<float> in(n), expected(n);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<float>(i % 13);
  for (int i = 0; i < n; ++i)
    expected[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
  const DeviceArray<float> values(in), out(n);
  of_three<<<(n + threads - 1) / threads, threads>>>(out.get(), values.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void testCounts(int n, int blocks, int threads) {
  std::vector<unsigned> in(n), expected(256);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 2654435761u;
    for (int shift = 0; shift < 32; shift += 8)
      ++expected[in[i] >> shift & 255];
  }
  const DeviceArray<unsigned> values(in), bins(256);
  const DeviceArray<long long> when(2 * blocks);
  counts<<<blocks, threads>>>(bins.get(), when.get(), values.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(bins.host(), expected);
  const std::vector<long long> times = when.host();
  for (int block = 0; block < blocks; ++block)
    CHECK(times[2 * block] < times[2 * block + 1]);
}

void testRounds() {
  std::vector<int> in(256), expected(2 * 96);
  for (int i = 0; i < 256; ++i)
    in[i] = i * 37 % 19;
  for (int thread = 0; thread < 96; ++thread) {
    int place = thread, sum = 0;
    for (int round = 0; round < 20; ++round) {
      const int before = place;
      place = (before + (in[place] % 2 ? 32 : 64)) % 256;
      sum += in[before] * (round + 1);
    }
    expected[thread] = expected[96 + thread] = sum;
  }
  const DeviceArray<int> values(in), out(2 * 96);
  rounds<<<2, 96>>>(out.get(), values.get(), 20);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

} // namespace

int main() {
  testInterior(100, 37);
  testInterior(64, 16);
  testInterior(3, 3);
  testThreeWays(1000, 100, 777);
  testThreeWays(257, 0, 256);
  testThreeWays(64, 64, 64);
  for (int threads : {32, 96, 256})
    for (int n : {1, 255, 1000})
      testOfThree(n, threads);
  for (int threads : {32, 64, 100, 256, 512})
    testCounts(10000, 5, threads);
  testRounds();
  return verdict();
}
