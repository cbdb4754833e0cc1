// Threads that go through an array in strides of the whole grid, and only read: sums, counts, extremes and pairs of them,
// by blocks of all sizes, in grids of one to three dimensions, with what differs from block to block, with ways to end
// early, and with arrays that end anywhere. Each thread's own result is compared bit by bit.
// env: RADDLE_STREAM_THREADS=0
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>
#include <cmath>
#include <cstring>

template <typename T, typename Index> __global__ void sums(T *out, const T *in, Index n) {
  T sum = 0;
  const Index first = blockIdx.x * blockDim.x + threadIdx.x;
  for (Index i = first; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  out[first] = sum;
}

// What a block needs besides its sums lies after a barrier, and some blocks have nothing to do.
__global__ void products(float *out, const float *a, const float *b, int n, int last_block) {
  __shared__ float of_warps[32];
  if (blockIdx.x > last_block)
    return;
  float sum = 0, largest = -INFINITY;
  int negative = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float product = a[i] * b[i];
    sum += product;
    largest = fmaxf(largest, product);
    negative += product < 0;
  }
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, distance);
  if (threadIdx.x % 32 == 0)
    of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  for (int warp = 0; warp < blockDim.x / 32; ++warp)
    if (warp != threadIdx.x / 32)
      sum += of_warps[warp];
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  out[3 * thread] = sum;
  out[3 * thread + 1] = largest;
  out[3 * thread + 2] = negative;
}

// Each row of blocks has a matrix of its own, with a scale that the loop needs and only the block knows; counted down.
__global__ void rows(double *out, const float *in, const float *scales, int n) {
  const float *row = in + (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * n;
  const int offset = static_cast<int>(blockIdx.x) % 3, thread = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 1, last = 0;
  for (int i = thread; i < n; i += blockDim.x * gridDim.x) {
    const double value = row[i] * (offset + 1.0) + last;
    sum = sum * 0.5 + value;
    last = row[i];
  }
  out[((blockIdx.z * gridDim.y) + blockIdx.y) * gridDim.x * blockDim.x + thread] =
      sum * scales[blockIdx.y] + last;
}

// A condition within the round, and four elements at a time.
__global__ void four(float *out, const float4 *in, int n, float limit) {
  float sum = 0;
  unsigned checksum = 0;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = thread; i < n; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    if (v.x > limit)
      sum += v.y + v.z;
    else
      sum -= v.w;
    checksum = checksum * 31 + __float_as_uint(v.x);
  }
  out[2 * thread] = sum;
  out[2 * thread + 1] = checksum % 1000003;
}

// Behind the first loop comes another one, over what the first has found.
__global__ void twice(int *out, const int *in, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int largest = 0, equal = 0;
  for (int i = thread; i < n; i += gridDim.x * blockDim.x)
    largest = max(largest, in[i]);
  for (int i = thread; i < n; i += gridDim.x * blockDim.x)
    equal += in[i] == largest;
  out[thread] = largest * 1000 + equal;
}

// Two sums take turns: each round, one becomes what the other was.
__global__ void alternating(int *out, const int *in, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int now = 0, other = 1000;
  for (int i = thread; i < n; i += gridDim.x * blockDim.x) {
    const int next = other + in[i];
    other = now;
    now = next;
  }
  out[2 * thread] = now;
  out[2 * thread + 1] = other;
}

// Each block comes with the sum of those before it in a fixed place of the result: the order of blocks must not matter.
__global__ void total(unsigned long long *out, const unsigned *in, int n) {
  unsigned long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  atomicAdd(out, sum);
}

template <typename T> struct Device {
  explicit Device(const std::vector<T> &from) : size(from.size()) {
    CHECK_CUDA(cudaMalloc(&data, size * sizeof(T)));
    CHECK_CUDA(cudaMemcpy(data, from.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Device() { cudaFree(data); }
  std::vector<T> host() const {
    std::vector<T> result(size);
    CHECK_CUDA(cudaMemcpy(result.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
  }
  T *data = nullptr;
  std::size_t size;
};

template <typename T> std::vector<T> numbers(int n) {
  std::vector<T> result(n);
  unsigned state = 12345;
  for (T &each : result) {
    state = state * 1664525 + 1013904223;
    each = static_cast<T>(static_cast<int>(state >> 16) % 2001 - 1000) / static_cast<T>(8);
  }
  return result;
}

template <typename T, typename Index> void checkSums(int blocks, int threads, int n) {
  const std::vector<T> in = numbers<T>(n);
  const int all = blocks * threads;
  Device<T> out(std::vector<T>(all, T(7))), values(in);
  sums<T, Index><<<blocks, threads>>>(out.data, values.data, static_cast<Index>(n));
  std::vector<T> expected(all, T(0));
  for (int i = 0; i < n; ++i)
    expected[i % all] += in[i];
  CHECK_SAME(out.host(), expected);
}

void checkProducts(int blocks, int threads, int n, int last_block) {
  const std::vector<float> a = numbers<float>(n), b(a.rbegin(), a.rend());
  Device<float> out(std::vector<float>(3 * blocks * threads, 7)), left(a), right(b);
  products<<<blocks, threads>>>(out.data, left.data, right.data, n, last_block);
  const std::vector<float> got = out.host();
  const int all = blocks * threads, used = (last_block + 1) * threads;
  std::vector<float> sum(all, 0), largest(all, -INFINITY), negative(all, 0);
  for (int i = 0; i < n; ++i) {
    const float product = a[i] * b[i];
    sum[i % all] += product;
    largest[i % all] = std::fmax(largest[i % all], product);
    negative[i % all] += product < 0;
  }
  for (int warp = 0; warp < used; warp += 32)
    for (int distance = 16; distance > 0; distance /= 2) {
      const std::vector<float> before(sum.begin() + warp, sum.begin() + warp + 32);
      for (int lane = 0; lane < 32; ++lane)
        sum[warp + lane] = before[lane] + before[lane ^ distance];
    }
  std::vector<float> expected(3 * blocks * threads, 7);
  for (int i = 0; i < used; ++i) {
    float of_block = sum[i];
    const int block = i / threads;
    for (int warp = block * threads; warp < (block + 1) * threads; warp += 32)
      if (warp != i / 32 * 32)
        of_block += sum[warp];
    expected[3 * i] = of_block;
    expected[3 * i + 1] = largest[i];
    expected[3 * i + 2] = negative[i];
  }
  CHECK_SAME(got, expected);
}

void checkRows(dim3 grid, int threads, int n) {
  const int rows_of_all = grid.y * grid.z, all = grid.x * threads;
  const std::vector<float> in = numbers<float>(rows_of_all * n), scales = numbers<float>(grid.y);
  Device<double> out(std::vector<double>(rows_of_all * all, 7));
  Device<float> values(in), factors(scales);
  rows<<<grid, threads>>>(out.data, values.data, factors.data, n);
  std::vector<double> expected(rows_of_all * all);
  for (int row = 0; row < rows_of_all; ++row)
    for (int thread = 0; thread < all; ++thread) {
      double sum = 1, last = 0;
      for (int i = thread; i < n; i += all) {
        const float value = in[static_cast<std::size_t>(row) * n + i];
        sum = std::fma(sum, 0.5, std::fma(value, thread / threads % 3 + 1.0, last));
        last = value;
      }
      expected[row * all + thread] = std::fma(sum, static_cast<double>(scales[row % grid.y]), last);
    }
  CHECK_SAME(out.host(), expected);
}

void checkFour(int blocks, int threads, int n) {
  const std::vector<float> in = numbers<float>(4 * n);
  const int all = blocks * threads;
  Device<float> out(std::vector<float>(2 * all, 7)), values(in);
  four<<<blocks, threads>>>(out.data, reinterpret_cast<const float4 *>(values.data), n, 3.5f);
  std::vector<float> expected(2 * all, 0);
  std::vector<unsigned> checksums(all, 0);
  for (int i = 0; i < n; ++i) {
    const float *v = &in[4 * i];
    if (v[0] > 3.5f)
      expected[2 * (i % all)] += v[1] + v[2];
    else
      expected[2 * (i % all)] -= v[3];
    unsigned bits;
    std::memcpy(&bits, v, sizeof bits);
    checksums[i % all] = checksums[i % all] * 31 + bits;
  }
  for (int i = 0; i < all; ++i)
    expected[2 * i + 1] = checksums[i] % 1000003;
  CHECK_SAME(out.host(), expected);
}

void checkTwice(int blocks, int threads, int n) {
  const std::vector<int> in = numbers<int>(n);
  const int all = blocks * threads;
  Device<int> out(std::vector<int>(all, 7)), values(in);
  twice<<<blocks, threads>>>(out.data, values.data, n);
  std::vector<int> largest(all, 0), equal(all, 0), expected(all);
  for (int i = 0; i < n; ++i)
    largest[i % all] = std::max(largest[i % all], in[i]);
  for (int i = 0; i < n; ++i)
    equal[i % all] += in[i] == largest[i % all];
  for (int i = 0; i < all; ++i)
    expected[i] = largest[i] * 1000 + equal[i];
  CHECK_SAME(out.host(), expected);
}

void checkAlternating(int blocks, int threads, int n) {
  const std::vector<int> in = numbers<int>(n);
  const int all = blocks * threads;
  Device<int> out(std::vector<int>(2 * all, 7)), values(in);
  alternating<<<blocks, threads>>>(out.data, values.data, n);
  std::vector<int> expected(2 * all);
  for (int i = 0; i < all; ++i)
    expected[2 * i] = 0, expected[2 * i + 1] = 1000;
  for (int i = 0; i < n; ++i) {
    int *sums = &expected[2 * (i % all)];
    sums[1] += in[i];
    std::swap(sums[0], sums[1]);
  }
  CHECK_SAME(out.host(), expected);
}

void checkTotal(int blocks, int threads, int n) {
  std::vector<unsigned> in(n);
  unsigned long long expected = 0;
  for (int i = 0; i < n; ++i)
    expected += in[i] = 2654435761u * (i + 1);
  Device<unsigned long long> out({0});
  Device<unsigned> values(in);
  total<<<blocks, threads>>>(out.data, values.data, n);
  CHECK_EQ(out.host()[0], expected);
}

int main() {
  for (int threads : {32, 64, 100, 128, 256, 512, 1024})
    for (int blocks : {1, 2, 7, 40})
      for (int rounds : {0, 1, 4, 7, 16, 17, 24, 25, 26, 33, 39}) {
        const int all = blocks * threads;
        for (int n : {rounds * all, rounds * all + all / 2 + 3}) {
          checkSums<float, int>(blocks, threads, n);
          if (threads == 100 || threads == 512)
            continue;
          checkSums<double, unsigned>(blocks, threads, n);
          checkSums<int, long long>(blocks, threads, n);
          checkProducts(blocks, threads, n, blocks / 2);
          checkTwice(blocks, threads, n);
          checkAlternating(blocks, threads, n);
        }
      }
  for (int threads : {64, 256})
    for (int blocks : {130, 600})
      for (int rounds : {5, 8, 9, 13}) {
        checkSums<float, int>(blocks, threads, (rounds * blocks + blocks / 3) * threads + 5);
        checkAlternating(blocks, threads, rounds * blocks * threads);
      }
  for (dim3 grid : {dim3(5, 3, 2), dim3(1, 9, 1), dim3(33, 2, 1)})
    for (int threads : {64, 256, 768})
      checkRows(grid, threads, 27 * static_cast<int>(grid.x) * threads + 17);
  for (int threads : {128, 256})
    checkFour(20, threads, 20 * threads * 29 + 5);
  for (int blocks : {16, 300, 1000})
    checkTotal(blocks, 256, 3000001);
  return verdict();
}
