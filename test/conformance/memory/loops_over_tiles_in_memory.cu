// Loops that read several vectors of a tile in each iteration, which all warps of a block make equally often: blocks of any
// shape, warps that have returned before, loops that only some warps enter, words that are taken apart, and tiles of which
// the last one is guarded element by element. Warps that run as one would go through most of these loops together anyway.
// env: RADDLE_KERNELC_FLAGS=-disable-pass=fuse-warps
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <cstring>

// As vectorised reductions do: four rows of vectors in each tile, and tiles by turns.
template <typename T, typename Vector> __global__ void addTiles(T *sums, const T *in, int tiles) {
  constexpr int kItems = sizeof(Vector) / sizeof(T);
  T sum = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const auto *rows = reinterpret_cast<const Vector *>(in) + tile * 4 * blockDim.x + threadIdx.x;
    T items[4 * kItems];
    for (int row = 0; row < 4; ++row) {
      const Vector vector = rows[row * blockDim.x];
      memcpy(items + row * kItems, &vector, sizeof vector);
    }
    for (const T item : items)
      sum = sum * T(3) + item;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Many accumulators, and a barrier after the loop.
__global__ void addRows(long long *sums, const longlong2 *in, int tiles) {
  __shared__ long long of_threads[256];
  long long sum = 0, product = 1;
  for (int tile = 0; tile < tiles; ++tile) {
    const longlong2 *rows = in + tile * 8 * blockDim.x + threadIdx.x;
    longlong2 items[8];
    for (int row = 0; row < 8; ++row)
      items[row] = rows[row * blockDim.x];
    for (int row = 0; row < 8; ++row) {
      sum += items[row].x ^ items[7 - row].y;
      product = product * 5 + items[row].y;
    }
  }
  of_threads[threadIdx.x] = sum ^ product;
  __syncthreads();
  sums[threadIdx.x] = of_threads[blockDim.x - 1 - threadIdx.x];
}

// Warps that have nothing to do return first, or pass by the loop; those that are left meet after it.
__global__ void addSome(int *sums, const int *in, int tiles, int warps_in_loop, int warps_that_stay) {
  __shared__ int of_warps[32];
  const int warp = threadIdx.x / 32;
  if (warp >= warps_that_stay)
    return;
  int sum = 0;
  if (warp < warps_in_loop)
    for (int tile = 0; tile < tiles; ++tile)
      for (int row = 0; row < 8; ++row)
        sum += in[(tile * 8 + row) * blockDim.x + threadIdx.x];
  sum = __reduce_add_sync(0xffffffff, sum);
  if (threadIdx.x % 32 == 0)
    of_warps[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int other = 0; other < warps_that_stay; ++other)
      sums[other] = of_warps[other];
}

// A tile that is full has no guards.
__global__ void scaleTiles(float *out, const float *in, int n) {
  const int first = blockIdx.x * 2 * blockDim.x, left = n - first;
  if (left >= int(2 * blockDim.x)) {
    for (int item = 0; item < 2; ++item) {
      const int i = first + item * blockDim.x + threadIdx.x;
      out[i] = in[i] * 3 + i;
    }
  } else {
    for (int item = 0; item < 2; ++item) {
      const int at = item * blockDim.x + threadIdx.x;
      if (at < left)
        out[first + at] = in[first + at] * 3 + (first + at);
    }
  }
}

template <typename T> std::vector<T> numbers(std::size_t count) {
  std::vector<T> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = T(i * 2654435761u % 1021) + T(i % 7);
  return result;
}

template <typename T, typename Vector> void checkTiles(int blocks, int threads, int tiles) {
  constexpr int kItems = sizeof(Vector) / sizeof(T);
  const std::vector<T> in = numbers<T>(std::size_t(tiles) * 4 * threads * kItems);
  const DeviceArray<T> device(in), sums(blocks * threads);
  addTiles<T, Vector><<<blocks, threads>>>(sums.get(), device.get(), tiles);
  CHECK_LAUNCH();
  std::vector<T> expected(blocks * threads);
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < threads; ++thread)
      for (int tile = block; tile < tiles; tile += blocks)
        for (int row = 0; row < 4; ++row)
          for (int item = 0; item < kItems; ++item) {
            T &sum = expected[block * threads + thread];
            sum = sum * T(3) + in[((std::size_t(tile) * 4 + row) * threads + thread) * kItems + item];
          }
  CHECK_SAME(sums.host(), expected);
}

int main() {
  for (int threads : {32, 96, 128, 256, 250})
    for (int tiles : {0, 1, 7}) {
      checkTiles<unsigned, uint4>(2, threads, tiles);
      checkTiles<unsigned, ulonglong2>(2, threads, tiles);
      checkTiles<unsigned long long, ulonglong2>(2, threads, tiles);
      checkTiles<unsigned short, uint4>(2, threads, tiles);
      checkTiles<unsigned char, uint2>(2, threads, tiles);
      checkTiles<int, int>(2, threads, tiles);
    }
  const int threads = 256, tiles = 5;
  for (int rows_of : {64, 256}) {
    const std::vector<long long> numbers_in = numbers<long long>(rows_of * 16 * tiles);
    const DeviceArray<long long> words(numbers_in), totals(256);
    addRows<<<1, rows_of>>>(totals.get(), reinterpret_cast<longlong2 *>(words.get()), tiles);
    CHECK_LAUNCH();
    const std::vector<long long> got = totals.host();
    for (int thread = 0; thread < rows_of; ++thread) {
      unsigned long long sum = 0, product = 1;
      auto item = [&](int tile, int row, int half) {
        return numbers_in[((tile * 8 + row) * rows_of + thread) * 2 + half];
      };
      for (int tile = 0; tile < tiles; ++tile)
        for (int row = 0; row < 8; ++row) {
          sum += item(tile, row, 0) ^ item(tile, 7 - row, 1);
          product = product * 5 + item(tile, row, 1);
        }
      CHECK_EQ(got[rows_of - 1 - thread], static_cast<long long>(sum ^ product));
    }
  }
  const std::vector<int> in = numbers<int>(threads * 8 * tiles);
  const DeviceArray<int> device(in), sums(32);
  for (int in_loop : {0, 1, 3, 8})
    for (int stay : {1, 5, 8}) {
      addSome<<<1, threads>>>(sums.get(), device.get(), tiles, in_loop, stay);
      CHECK_LAUNCH();
      const std::vector<int> got = sums.host();
      for (int warp = 0; warp < stay; ++warp) {
        int expected = 0;
        for (std::size_t i = 0; i < in.size() && warp < in_loop; ++i)
          if (int(i % threads / 32) == warp)
            expected += in[i];
        CHECK_EQ(got[warp], expected);
      }
    }
  for (int n : {0, 1, 31, 127, 128, 255, 256, 257, 1000, 1024}) {
    const std::vector<float> values = numbers<float>(1200);
    const DeviceArray<float> from(values), to(1200);
    scaleTiles<<<5, 128>>>(to.get(), from.get(), n);
    CHECK_LAUNCH();
    const std::vector<float> got = to.host();
    for (int i = 0; i < 1200; ++i)
      CHECK_EQ(got[i], i < n ? values[i] * 3 + float(i) : 0.0f);
  }
  return verdict();
}
