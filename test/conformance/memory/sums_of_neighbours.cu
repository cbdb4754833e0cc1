// Each thread combines integers that are neighbours in memory, in every order that sums, products, minima, maxima and bits
// allow, and threads have several elements each, a row apart, with and without guards.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>

// Sums that are too large wrap.
using Bits = unsigned long long;

struct Add {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return T(Bits(a) + Bits(b)); }
};
struct Multiply {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return T(Bits(a) * Bits(b)); }
};
struct Least {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
struct Most {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
struct Toggle {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return T(a ^ b); }
};
struct Common {
  template <typename T> __host__ __device__ T operator()(T a, T b) const { return T((a & b) | (a & T(1))); }
};

template <typename T, int kItems> struct alignas(kItems % 2 ? sizeof(T) : sizeof(T) * kItems) Items {
  T item[kItems];
};

// Two rows in each tile. The sum of the tile is also needed by itself, and one item twice.
template <typename T, int kItems, typename Combine>
__global__ void combineTiles(T *results, T *firsts, const Items<T, kItems> *in, int tiles, Combine combine) {
  T result = T(5);
  for (int tile = 0; tile < tiles; ++tile) {
    const Items<T, kItems> *row = in + tile * 2 * blockDim.x + threadIdx.x, a = row[0], b = row[blockDim.x];
    for (int i = 0; i < kItems; ++i)
      result = combine(result, a.item[i]);
    for (int i = kItems - 1; i >= 0; --i)
      result = combine(result, b.item[i]);
    if (tile == tiles - 1)
      firsts[threadIdx.x] = a.item[0];
  }
  results[threadIdx.x] = result;
}

// Without a loop, at both ends of a word, and with a sum of the same items in another order.
__global__ void combineWords(unsigned *sums, unsigned *others, const unsigned long long *words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const unsigned long long first = words[2 * i], second = words[2 * i + 1];
  sums[i] = unsigned(first) + unsigned(first >> 32) + unsigned(second) + unsigned(second >> 32);
  others[i] = unsigned(second >> 32) * 3 + unsigned(first >> 16);
}

template <typename T> std::vector<T> randomNumbers(std::size_t count) {
  Random random(count);
  std::vector<T> numbers(count);
  for (T &number : numbers)
    number = T(random.bits() | 1);
  return numbers;
}

template <typename T, int kItems, typename Combine> void checkTiles(int threads, int tiles, Combine combine) {
  const std::vector<T> in = randomNumbers<T>(std::size_t(tiles) * 2 * threads * kItems);
  const DeviceArray<T> items(in), results(threads), firsts(threads);
  combineTiles<<<1, threads>>>(results.get(), firsts.get(),
                               reinterpret_cast<const Items<T, kItems> *>(items.get()), tiles, combine);
  CHECK_LAUNCH();
  std::vector<T> expected(threads, T(5)), expected_firsts(threads);
  for (int thread = 0; thread < threads; ++thread)
    for (int tile = 0; tile < tiles; ++tile) {
      const T *a = &in[(std::size_t(tile) * 2 * threads + thread) * kItems];
      const T *b = a + std::size_t(threads) * kItems;
      for (int i = 0; i < kItems; ++i)
        expected[thread] = combine(expected[thread], a[i]);
      for (int i = kItems - 1; i >= 0; --i)
        expected[thread] = combine(expected[thread], b[i]);
      expected_firsts[thread] = a[0];
    }
  CHECK_SAME(results.host(), expected);
  CHECK_SAME(firsts.host(), expected_firsts);
}

// Four elements each, a row apart: of a whole tile without guards, of the last one with them. The rows of the second array
// are as far apart as only the run knows, and one array is read and written.
__global__ void mixRows(int *out, int *both, const int *in, int n, int pitch) {
  const int first = blockIdx.x * 4 * blockDim.x + threadIdx.x;
  if (int(blockIdx.x + 1) * 4 * int(blockDim.x) <= n) {
    for (int row = 0; row < 4; ++row) {
      const int i = first + row * blockDim.x;
      out[i] = int(unsigned(in[i]) * 3 + unsigned(both[threadIdx.x + row * pitch]));
      both[blockDim.x * 8 + i] = int(unsigned(both[blockDim.x * 8 + i]) + unsigned(in[i] ^ row));
    }
  } else {
    for (int row = 0; row < 4; ++row)
      if (const int i = first + row * blockDim.x; i < n) {
        out[i] = int(unsigned(in[i]) * 3 + unsigned(both[threadIdx.x + row * pitch]));
        both[blockDim.x * 8 + i] = int(unsigned(both[blockDim.x * 8 + i]) + unsigned(in[i] ^ row));
      }
  }
}

// Rows of which the second needs what the first has read, and rows of elements that some warps lack.
__global__ void carryRows(int *out, const int *in, int n, int lacking) {
  const int i = blockIdx.x * 3 * blockDim.x + threadIdx.x;
  unsigned carried = 0;
  for (int row = 0; row < 3; ++row) {
    const int at = i + row * blockDim.x;
    if (at < n && int(threadIdx.x / 32) >= lacking * row)
      out[at] = int(carried += unsigned(in[at]));
  }
}

void checkRows(int threads, int n) {
  const int pitch = 2 * threads + 7, blocks = (n + 4 * threads - 1) / (4 * threads) + 1;
  const std::vector<int> in = randomNumbers<int>(blocks * 4 * threads);
  std::vector<int> both = randomNumbers<int>(threads * 8 + in.size()), out(in.size());
  const DeviceArray<int> device_in(in), device_both(both), device_out(in.size());
  mixRows<<<blocks, threads>>>(device_out.get(), device_both.get(), device_in.get(), n, pitch);
  CHECK_LAUNCH();
  for (int i = 0; i < n; ++i) {
    const int row = i / threads % 4, thread = i % threads;
    out[i] = int(unsigned(in[i]) * 3 + unsigned(both[thread + row * pitch]));
    int &sum = both[threads * 8 + i];
    sum = int(unsigned(sum) + unsigned(in[i] ^ row));
  }
  CHECK_SAME(device_out.host(), out);
  CHECK_SAME(device_both.host(), both);
  for (int lacking : {0, 1}) {
    std::fill(out.begin(), out.end(), 0);
    CHECK_CUDA(cudaMemset(device_out.get(), 0, out.size() * sizeof(int)));
    carryRows<<<(n + 3 * threads - 1) / (3 * threads) + 1, threads>>>(device_out.get(), device_in.get(), n,
                                                                      lacking);
    CHECK_LAUNCH();
    for (int i = 0; i < n; ++i) {
      const int row = i / threads % 3, thread = i % threads;
      unsigned carried = 0;
      for (int before = 0; before <= row; ++before)
        if (thread / 32 >= lacking * before)
          carried += unsigned(in[i - (row - before) * threads]);
      if (thread / 32 >= lacking * row)
        out[i] = int(carried);
    }
    CHECK_SAME(device_out.host(), out);
  }
}

int main() {
  for (int threads : {32, 256, 200}) {
    checkTiles<unsigned, 4>(threads, 3, Add());
    checkTiles<unsigned, 4>(threads, 3, Most());
    checkTiles<unsigned, 4>(threads, 3, Common());
    checkTiles<int, 2>(threads, 1, Multiply());
    checkTiles<long long, 2>(threads, 3, Least());
    checkTiles<unsigned short, 8>(threads, 2, Add());
    checkTiles<signed char, 4>(threads, 2, Toggle());
    checkTiles<unsigned, 3>(threads, 2, Add());
    for (int n : {0, 1, 127, 128, 129, 1023, 1024, 2500})
      checkRows(threads, n);
  }
  for (int n : {1, 96, 128, 300}) {
    const auto words = randomNumbers<unsigned long long>(2 * n);
    const DeviceArray<unsigned long long> device(words);
    const DeviceArray<unsigned> sums(n), others(n);
    combineWords<<<3, 128>>>(sums.get(), others.get(), device.get(), n);
    CHECK_LAUNCH();
    std::vector<unsigned> expected(n), expected_others(n);
    for (int i = 0; i < n; ++i) {
      const unsigned long long first = words[2 * i], second = words[2 * i + 1];
      expected[i] = unsigned(first) + unsigned(first >> 32) + unsigned(second) + unsigned(second >> 32);
      expected_others[i] = unsigned(second >> 32) * 3 + unsigned(first >> 16);
    }
    CHECK_SAME(sums.host(), expected);
    CHECK_SAME(others.host(), expected_others);
  }
  return verdict();
}
