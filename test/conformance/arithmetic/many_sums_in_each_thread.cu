// Loops with more sums than a processor has registers: 8 x 8 in each thread, of several types, some of which
// depend on each other. All numbers are small integers, so that every order of adding gives the same.
#include "../check.h"

#include <vector>

constexpr int kEach = 8, kDepth = 8, kWidth = 16 * kEach, kThreads = 128;

template <typename T> struct Tile {
  T a[kDepth][kThreads / 16 * kEach], b[kDepth][kWidth];
};

__host__ __device__ int element(int row, int column) { return (row * 7 + column * 3) % 11 - 5; }

// c = a * b for a block of 64 x 128, in steps of kDepth.
template <typename T> __global__ void multiply(T *c, const T *a, const T *b, int depth) {
  __shared__ Tile<T> tile;
  const int row = threadIdx.x / 16 * kEach, column = threadIdx.x % 16 * kEach;
  T sum[kEach][kEach] = {};
  for (int k = 0; k < depth; k += kDepth) {
    for (int i = threadIdx.x; i < kDepth * 64; i += kThreads)
      tile.a[i / 64][i % 64] = a[(k + i / 64) * 64 + i % 64];
    for (int i = threadIdx.x; i < kDepth * kWidth; i += kThreads)
      tile.b[i / kWidth][i % kWidth] = b[(k + i / kWidth) * kWidth + i % kWidth];
    __syncthreads();
    for (int i = 0; i < kDepth; ++i)
      for (int y = 0; y < kEach; ++y)
        for (int x = 0; x < kEach; ++x)
          sum[y][x] += tile.a[i][row + y] * tile.b[i][column + x];
    __syncthreads();
  }
  for (int y = 0; y < kEach; ++y)
    for (int x = 0; x < kEach; ++x)
      c[(row + y) * kWidth + column + x] = sum[y][x];
}

// Each sum also gets what its left neighbour was, so all of a row go on together; the number of steps is not
// known, and the last terms are used after the loop.
__global__ void dependent(int *out, const int *in, int steps) {
  int sum[6][6] = {}, last = 0;
  for (int i = 0; i < steps; ++i) {
    last = in[i] * static_cast<int>(threadIdx.x % 5);
    for (int y = 0; y < 6; ++y)
      for (int x = 5; x >= 0; --x)
        sum[y][x] += (x ? sum[y][x - 1] : 0) + last * (y + 1) + in[i + y] + static_cast<int>(threadIdx.x) * x;
  }
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x)
      out[threadIdx.x * 36 + y * 6 + x] = sum[y][x] + last;
}

// Smallest, largest and counts under a condition of each lane: steps are known, all lanes stay.
__global__ void extremes(int *out, const int *in) {
  int low[20], high[20], count[20];
  for (int i = 0; i < 20; ++i)
    low[i] = 1000, high[i] = -1000, count[i] = i;
  for (int step = 0; step < 12; ++step)
    for (int i = 0; i < 20; ++i) {
      int value = in[step * 20 + i] + static_cast<int>(threadIdx.x) % (i + 1);
      low[i] = min(low[i], value);
      high[i] = max(high[i], value);
      count[i] += value > i - 3;
    }
  for (int i = 0; i < 20; ++i)
    out[threadIdx.x * 20 + i] = low[i] * 10000 + high[i] * 100 + count[i];
}

// Sums of two widths, with terms of both widths that all share.
__host__ __device__ void addMixed(unsigned (&narrow)[12], unsigned long long (&wide)[12], unsigned term) {
  const unsigned long long wide_term = term * 0x9e3779b97f4a7c15ull;
  for (unsigned i = 0; i < 12; ++i) {
    narrow[i] = narrow[i] * (2 * i + 3) + term;
    wide[i] = (wide[i] * (2 * i + 5)) ^ wide_term;
  }
}

__global__ void mixed(unsigned long long *out, const unsigned *in) {
  unsigned long long wide[12] = {};
  unsigned narrow[12] = {};
  for (int step = 0; step < 8; ++step)
    addMixed(narrow, wide, in[step * 96 + threadIdx.x * 3]);
  for (int i = 0; i < 12; ++i)
    out[threadIdx.x * 12 + i] = narrow[i] * 7ull + wide[i];
}

template <typename T> void checkProduct(int depth) {
  std::vector<T> a(depth * 64), b(depth * kWidth), c(64 * kWidth);
  for (int k = 0; k < depth; ++k) {
    for (int y = 0; y < 64; ++y)
      a[k * 64 + y] = static_cast<T>(element(y, k));
    for (int x = 0; x < kWidth; ++x)
      b[k * kWidth + x] = static_cast<T>(element(k, x));
  }
  T *device_a, *device_b, *device_c;
  CHECK_CUDA(cudaMalloc(&device_a, a.size() * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&device_b, b.size() * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&device_c, c.size() * sizeof(T)));
  CHECK_CUDA(cudaMemcpy(device_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
  multiply<<<1, kThreads>>>(device_c, device_a, device_b, depth);
  CHECK_CUDA(cudaMemcpy(c.data(), device_c, c.size() * sizeof(T), cudaMemcpyDeviceToHost));
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < kWidth; ++x) {
      int expected = 0;
      for (int k = 0; k < depth; ++k)
        expected += element(y, k) * element(k, x);
      CHECK(c[y * kWidth + x] == static_cast<T>(expected));
    }
}

void checkDependent(int steps) {
  std::vector<int> in(steps + 6), out(64 * 36);
  for (int i = 0; i < steps + 6; ++i)
    in[i] = element(i, 2 * i);
  int *device_in, *device_out;
  CHECK_CUDA(cudaMalloc(&device_in, in.size() * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  dependent<<<1, 64>>>(device_out, device_in, steps);
  CHECK_CUDA(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (int thread = 0; thread < 64; ++thread) {
    int sum[6][6] = {}, last = 0;
    for (int i = 0; i < steps; ++i) {
      last = in[i] * (thread % 5);
      for (int y = 0; y < 6; ++y)
        for (int x = 5; x >= 0; --x)
          sum[y][x] += (x ? sum[y][x - 1] : 0) + last * (y + 1) + in[i + y] + thread * x;
    }
    for (int i = 0; i < 36; ++i)
      CHECK(out[thread * 36 + i] == sum[i / 6][i % 6] + last);
  }
}

void checkExtremes() {
  std::vector<int> in(240), out(64 * 20);
  for (int i = 0; i < 240; ++i)
    in[i] = element(i, i / 7);
  int *device_in, *device_out;
  CHECK_CUDA(cudaMalloc(&device_in, in.size() * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  extremes<<<1, 64>>>(device_out, device_in);
  CHECK_CUDA(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (int thread = 0; thread < 64; ++thread)
    for (int i = 0; i < 20; ++i) {
      int low = 1000, high = -1000, count = i;
      for (int step = 0; step < 12; ++step) {
        int value = in[step * 20 + i] + thread % (i + 1);
        low = value < low ? value : low;
        high = value > high ? value : high;
        count += value > i - 3;
      }
      CHECK(out[thread * 20 + i] == low * 10000 + high * 100 + count);
    }
}

void checkMixed() {
  std::vector<unsigned> in(8 * 96);
  std::vector<unsigned long long> out(32 * 12);
  for (unsigned i = 0; i < in.size(); ++i)
    in[i] = i * 2654435761u;
  unsigned *device_in;
  unsigned long long *device_out;
  CHECK_CUDA(cudaMalloc(&device_in, in.size() * sizeof(unsigned)));
  CHECK_CUDA(cudaMalloc(&device_out, out.size() * sizeof(unsigned long long)));
  CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
  mixed<<<1, 32>>>(device_out, device_in);
  CHECK_CUDA(
      cudaMemcpy(out.data(), device_out, out.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost));
  for (int thread = 0; thread < 32; ++thread) {
    unsigned narrow[12] = {};
    unsigned long long wide[12] = {};
    for (int step = 0; step < 8; ++step)
      addMixed(narrow, wide, in[step * 96 + thread * 3]);
    for (int i = 0; i < 12; ++i)
      CHECK(out[thread * 12 + i] == narrow[i] * 7ull + wide[i]);
  }
}

int main() {
  checkProduct<float>(24);
  checkProduct<double>(16);
  checkProduct<int>(16);
  checkDependent(0);
  checkDependent(9);
  checkExtremes();
  checkMixed();
  return verdict();
}
