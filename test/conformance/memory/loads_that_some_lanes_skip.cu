// Loops around barriers in which threads load where there is something, as products of matrices in tiles do at the borders: of
// every size, in blocks of several shapes, with other values than zero where nothing is, and with addresses that only exist
// where the condition holds.
#include "../check.h"

#include <vector>

namespace {

struct Sizes {
  int rows, columns, depth;
};

// The condition as one expression.
template <typename T, int kTile> __global__ void product(T *out, const T *a, const T *b, Sizes sizes) {
  __shared__ T left[kTile][kTile], right[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  T sum = 0;
  for (int tile = 0; tile < (sizes.depth + kTile - 1) / kTile; ++tile) {
    const int i = tile * kTile + x, j = tile * kTile + y;
    left[y][x] = row < sizes.rows && i < sizes.depth ? a[row * sizes.depth + i] : T(0);
    right[y][x] = j < sizes.depth && column < sizes.columns ? b[j * sizes.columns + column] : T(0);
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  if (row < sizes.rows && column < sizes.columns)
    out[row * sizes.columns + column] = sum;
}

// Conditions in each other, and a value that is computed from what is loaded, or from nothing. A thread fills several rows.
template <typename T, int kTile, int kRows>
__global__ void product_by_rows(T *out, const T *a, const T *b, Sizes sizes) {
  __shared__ T left[kTile][kTile + 1], right[kTile][kTile + 1];
  const unsigned x = threadIdx.x, column = blockIdx.x * kTile + x;
  T sums[kTile / kRows] = {};
  for (unsigned tile = 0; tile < sizes.depth; tile += kTile) {
    for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
      const unsigned row = blockIdx.y * kTile + y;
      T value = 5;
      if (row < sizes.rows)
        if (!(tile + x >= sizes.depth))
          value = a[row * sizes.depth + tile + x] + T(1);
      left[y][x] = value - T(1);
      if (left[y][x] == T(4) && !(row < sizes.rows && tile + x < sizes.depth))
        left[y][x] = 0;
      if (column >= sizes.columns || tile + y >= sizes.depth)
        right[y][x] = 0;
      else
        right[y][x] = b[(tile + y) * sizes.columns + column];
    }
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      for (int i = 0; i < kTile / kRows; ++i)
        sums[i] += left[threadIdx.y + i * kRows][k] * right[k][x];
    __syncthreads();
  }
  for (int i = 0; i < kTile / kRows; ++i) {
    const unsigned row = blockIdx.y * kTile + threadIdx.y + i * kRows;
    if (row < sizes.rows && column < sizes.columns)
      out[row * sizes.columns + column] = sums[i];
  }
}

// What is loaded decides what is loaded next, and where.
__global__ void by_index(int *out, const int *indices, const int *values, int n, int rounds) {
  __shared__ int seen[256];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int i = (blockIdx.x * rounds + round) * blockDim.x + t;
    const int index = i < n ? indices[i] : -1;
    seen[t] = index >= 0 ? 3 * values[index] : -7;
    __syncthreads();
    sum = 2 * sum + seen[(t + 31) % blockDim.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

template <typename T> std::vector<T> numbers(int size, unsigned seed) {
  Random random(seed);
  std::vector<T> result(size);
  for (T &value : result)
    value = static_cast<T>(random.below(5));
  return result;
}

template <typename T> void check(Sizes sizes) {
  const std::vector<T> a = numbers<T>(sizes.rows * sizes.depth, 1),
                       b = numbers<T>(sizes.depth * sizes.columns, 2);
  std::vector<T> expected(sizes.rows * sizes.columns);
  for (int row = 0; row < sizes.rows; ++row)
    for (int column = 0; column < sizes.columns; ++column) {
      T sum = 0;
      for (int k = 0; k < sizes.depth; ++k)
        sum = static_cast<T>(sum + a[row * sizes.depth + k] * b[k * sizes.columns + column]);
      expected[row * sizes.columns + column] = sum;
    }
  DeviceArray<T> device_a(a), device_b(b);
  auto checkOne = [&](auto launch) {
    DeviceArray<T> out(expected.size());
    launch(out.get());
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), expected);
  };
  const dim3 by_32((sizes.columns + 31) / 32, (sizes.rows + 31) / 32),
      by_16((sizes.columns + 15) / 16, (sizes.rows + 15) / 16);
  checkOne(
      [&](T *out) { product<T, 32><<<by_32, dim3(32, 32)>>>(out, device_a.get(), device_b.get(), sizes); });
  checkOne(
      [&](T *out) { product<T, 16><<<by_16, dim3(16, 16)>>>(out, device_a.get(), device_b.get(), sizes); });
  checkOne([&](T *out) {
    product_by_rows<T, 32, 8><<<by_32, dim3(32, 8)>>>(out, device_a.get(), device_b.get(), sizes);
  });
  checkOne([&](T *out) {
    product_by_rows<T, 16, 16><<<by_16, dim3(16, 16)>>>(out, device_a.get(), device_b.get(), sizes);
  });
}

void checkByIndex(int n, int threads) {
  const int rounds = 3, blocks = 2;
  std::vector<int> indices = numbers<int>(n, 3);
  for (int i = 0; i < n; ++i)
    indices[i] = i % 3 == 0 ? -1 : (i * 71) % n;
  const std::vector<int> values = numbers<int>(n, 4);
  DeviceArray<int> device_indices(indices), device_values(values), out(blocks * threads);
  by_index<<<blocks, threads>>>(out.get(), device_indices.get(), device_values.get(), n, rounds);
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (int block = 0; block < blocks; ++block)
    for (int t = 0; t < threads; ++t) {
      int sum = 0;
      for (int round = 0; round < rounds; ++round) {
        const int i = (block * rounds + round) * threads + (t + 31) % threads;
        const int index = i < n ? indices[i] : -1;
        sum = 2 * sum + (index >= 0 ? 3 * values[index] : -7);
      }
      expected.push_back(sum);
    }
  CHECK_SAME(out.host(), expected);
}

} // namespace

int main() {
  for (Sizes sizes :
       {Sizes{1, 1, 1}, Sizes{32, 64, 32}, Sizes{45, 37, 70}, Sizes{70, 33, 31}, Sizes{16, 50, 100}}) {
    check<float>(sizes);
    check<double>(sizes);
    check<int>(sizes);
    check<unsigned char>(sizes);
  }
  for (int threads : {256, 128, 96, 77})
    for (int n : {1, 300, 1000})
      checkByIndex(n, threads);
  return verdict();
}
