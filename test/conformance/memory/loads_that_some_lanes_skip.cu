// Loops around barriers in which threads load where there is something, as products of matrices in tiles do at the borders: of
// every size, in blocks of several shapes, with other values than zero where nothing is, and with addresses that only exist
// where the condition holds.
// long: under sanitizers its kernels take the compiler more than half a minute.
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

// What the condition chooses besides what is loaded under it: a value that was loaded before, whose other side is zero too.
__global__ void two_choices(int *out, const int *a, const int *b, int n, int rounds) {
  __shared__ int loaded[256], chosen[256];
  const int t = threadIdx.y * 32 + threadIdx.x, size = blockDim.y * 32;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * size + t, before = a[i];
    int under_condition = 0, choice = 0;
    if (i < n) {
      under_condition = b[i];
      choice = before;
    }
    loaded[t] = under_condition + 2 * before;
    chosen[t] = choice;
    __syncthreads();
    sum = 3 * sum + loaded[(t + 37) % size] + 5 * chosen[(t + 37) % size];
    __syncthreads();
  }
  out[t] = sum;
}

// Lanes gather, from a column or by an address that is itself loaded under a condition.
template <typename T>
__global__ void gathered(T *out, const T *a, const T *const *rows, const int *order, int pitch, int n,
                         int rounds) {
  __shared__ T column[256], element[256];
  const int t = threadIdx.y * 32 + threadIdx.x, size = blockDim.y * 32;
  T sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int i = order[round * size + t];
    const T *row = nullptr;
    if (i < n)
      row = rows[i];
    T value = 0;
    if (row)
      value = row[i & 3];
    column[t] = i < n ? a[i * pitch] : T(0);
    element[t] = value;
    __syncthreads();
    sum = sum * 3 + column[(t + 37) % size] + element[(t + 5) % size];
    __syncthreads();
  }
  out[t] = sum;
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

void checkTwoChoices(int n) {
  const int rounds = 3, size = 256;
  const std::vector<int> a = numbers<int>(rounds * size, 5), b = numbers<int>(rounds * size, 6);
  DeviceArray<int> device_a(a), device_b(b), out(size);
  two_choices<<<1, dim3(32, 8)>>>(out.get(), device_a.get(), device_b.get(), n, rounds);
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (int t = 0; t < size; ++t) {
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
      const int i = round * size + (t + 37) % size;
      sum = 3 * sum + 2 * a[i] + (i < n ? b[i] + 5 * a[i] : 0);
    }
    expected.push_back(sum);
  }
  CHECK_SAME(out.host(), expected);
}

template <typename T> void checkGathered(int n) {
  const int rounds = 2, size = 256, pitch = 7;
  const std::vector<T> a = numbers<T>(rounds * size * pitch, 7);
  auto hasRow = [&](int i) { return i < n && i % 5 != 2; };
  DeviceArray<T> device_a(a), out(size);
  std::vector<const T *> rows;
  for (int i = 0; i < n; ++i)
    rows.push_back(hasRow(i) ? device_a.get() + i * pitch : nullptr);
  std::vector<int> order;
  for (int i = 0; i < rounds * size; ++i)
    order.push_back(i * 37 % (rounds * size));
  DeviceArray<const T *> device_rows(rows);
  DeviceArray<int> device_order(order);
  gathered<T><<<1, dim3(32, 8)>>>(out.get(), device_a.get(), device_rows.get(), device_order.get(), pitch, n,
                                  rounds);
  CHECK_LAUNCH();
  std::vector<T> expected;
  for (int t = 0; t < size; ++t) {
    T sum = 0;
    for (int round = 0; round < rounds; ++round) {
      const int column = order[round * size + (t + 37) % size],
                element = order[round * size + (t + 5) % size];
      sum = static_cast<T>(sum * 3 + (column < n ? a[column * pitch] : T(0)));
      sum = static_cast<T>(sum + (hasRow(element) ? a[element * pitch + (element & 3)] : T(0)));
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
  for (int n : {1, 100, 300, 512}) {
    checkTwoChoices(n);
    checkGathered<int>(n);
    checkGathered<float>(n);
    checkGathered<double>(n);
    checkGathered<short>(n);
  }
  return verdict();
}
