// Products one after the other: what each adds to the sums of the one before, sums that are looked at in between, operands that
// serve several products or iterations, transposed operands that are also data, rows that lie where data says. All numbers are
// small integers, so that sums are exact in any order.
#include "../check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

constexpr int kRows = 16, kColumns = 8, kDepth = 64, kStep = 16, kSteps = kDepth / kStep;
constexpr int kApart = 8; // elements between rows, so that they do not share banks
constexpr int kMost = 3;  // the largest number

using u32 = unsigned;

__host__ __device__ int numberA(int row, int k) { return (row * 7 + k * 3) % (2 * kMost + 1) - kMost; }
__host__ __device__ int numberB(int k, int column) { return (k * 5 + column * 11) % (2 * kMost + 1) - kMost; }

// A and B as they are, and transposed.
template <class T> struct Tiles {
  T a[kRows][kDepth + kApart], a_transposed[kDepth][kRows + kApart];
  T b[kDepth][kColumns + kApart], b_transposed[kColumns][kDepth + kApart];
};

template <class T> __device__ void fill(Tiles<T> &tiles) {
  for (int k = threadIdx.x; k < kDepth; k += 32) {
    for (int row = 0; row < kRows; ++row)
      tiles.a[row][k] = tiles.a_transposed[k][row] = static_cast<T>(static_cast<float>(numberA(row, k)));
    for (int column = 0; column < kColumns; ++column)
      tiles.b[k][column] = tiles.b_transposed[column][k] =
          static_cast<T>(static_cast<float>(numberB(k, column)));
  }
  __syncwarp();
}

__device__ u32 addressOf(const void *pointer) { return static_cast<u32>(__cvta_generic_to_shared(pointer)); }

struct RowsOfA {
  u32 words[4];
};
struct ColumnsOfB {
  u32 words[2];
};

template <bool transposes> __device__ RowsOfA loadRows(u32 address) {
  RowsOfA a;
  if (transposes)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a.words[0]), "=r"(a.words[1]), "=r"(a.words[2]), "=r"(a.words[3])
                 : "r"(address));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a.words[0]), "=r"(a.words[1]), "=r"(a.words[2]), "=r"(a.words[3])
                 : "r"(address));
  return a;
}
template <bool transposes> __device__ ColumnsOfB loadColumns(u32 address) {
  ColumnsOfB b;
  if (transposes)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(b.words[0]), "=r"(b.words[1])
                 : "r"(address));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(b.words[0]), "=r"(b.words[1])
                 : "r"(address));
  return b;
}

// Lane 8m + r names row r of matrix m: of A, rows before k.
template <bool from_transposed, class T> __device__ RowsOfA rowsAt(const Tiles<T> &tiles, int k) {
  const int lane = threadIdx.x, r = lane % 8, lower = lane / 8 % 2 * 8, later = lane / 16 * 8;
  return from_transposed ? loadRows<true>(addressOf(&tiles.a_transposed[k + later + r][lower]))
                         : loadRows<false>(addressOf(&tiles.a[lower + r][k + later]));
}
template <bool from_transposed, class T> __device__ ColumnsOfB columnsAt(const Tiles<T> &tiles, int k) {
  const int lane = threadIdx.x % 16, r = lane % 8, later = lane / 8 * 8;
  return from_transposed ? loadColumns<false>(addressOf(&tiles.b_transposed[r][k + later]))
                         : loadColumns<true>(addressOf(&tiles.b[k + later + r][0]));
}

struct Sums {
  float d[4];
};
#define MULTIPLY(type, name)                                                                                 \
  __device__ void multiply(type, Sums &sums, const RowsOfA &a, const ColumnsOfB &b) {                        \
    float(&d)[4] = sums.d;                                                                                   \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 {%0, %1, %2, %3}, "            \
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                             \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                            \
                 : "r"(a.words[0]), "r"(a.words[1]), "r"(a.words[2]), "r"(a.words[3]), "r"(b.words[0]),      \
                   "r"(b.words[1]));                                                                         \
  }
MULTIPLY(half, "f16")
MULTIPLY(__nv_bfloat16, "bf16")

// out is 16 by 8.
__device__ void store(float *out, const Sums &sums) {
  const int group = threadIdx.x / 4, pair = threadIdx.x % 4 * 2;
  for (int i = 0; i < 4; ++i)
    out[(group + i / 2 * 8) * kColumns + pair + i % 2] = sums.d[i];
}

// All steps at once, with both operands as they are or transposed.
template <class T, bool a_transposed, bool b_transposed> __global__ void straight(float *out) {
  __shared__ __align__(16) Tiles<T> tiles;
  fill(tiles);
  Sums sums = {};
#pragma unroll
  for (int k = 0; k < kDepth; k += kStep)
    multiply(T(), sums, rowsAt<a_transposed>(tiles, k), columnsAt<b_transposed>(tiles, k));
  store(out, sums);
}

// The sums of each step are looked at.
template <class T> __global__ void looked(float *out) {
  __shared__ __align__(16) Tiles<T> tiles;
  fill(tiles);
  Sums sums = {};
#pragma unroll
  for (int step = 0; step < kSteps; ++step) {
    multiply(T(), sums, rowsAt<false>(tiles, step * kStep), columnsAt<false>(tiles, step * kStep));
    store(out + step * kRows * kColumns, sums);
  }
}

// Two sums take turns, with operands from before the loop; in some iterations a product is left out.
template <class T> __global__ void inLoop(float *out, int iterations, int left_out) {
  __shared__ __align__(16) Tiles<T> tiles;
  fill(tiles);
  const RowsOfA first_rows = rowsAt<false>(tiles, 0), second_rows = rowsAt<true>(tiles, kStep);
  const ColumnsOfB first_columns = columnsAt<false>(tiles, 0);
  Sums even = {}, odd = {};
  for (int i = 0; i < iterations; ++i) {
    const ColumnsOfB columns = columnsAt<false>(tiles, i % kSteps * kStep);
    multiply(T(), even, first_rows, first_columns);
    multiply(T(), odd, second_rows, columns);
    if (i != left_out)
      multiply(T(), even, second_rows, columns);
    multiply(T(), odd, first_rows, first_columns);
    multiply(T(), even, first_rows, columns);
  }
  store(out, even);
  store(out + kRows * kColumns, odd);
}

// What movmatrix gives is an operand, and is also added up; rows lie where a table says.
__global__ void moved(float *out, u32 *words, const int *order) {
  __shared__ __align__(16) Tiles<half> tiles;
  fill(tiles);
  const int lane = threadIdx.x;
  const RowsOfA a = loadRows<false>(addressOf(&tiles.a[order[lane % 8 + lane / 8 % 2 * 8]][lane / 16 * 8]));
  ColumnsOfB b;
  for (int i = 0; i < 2; ++i) {
    const u32 word = *reinterpret_cast<const u32 *>(&tiles.b[8 * i + lane / 4][lane % 4 * 2]);
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(b.words[i]) : "r"(word));
  }
  words[lane] = b.words[0] + b.words[1];
  Sums sums = {};
  multiply(half(), sums, a, b);
  store(out, sums);
}

// Of wmma, with fragments that serve several products.
__global__ void fragments(float *out) {
  using namespace nvcuda;
  __shared__ __align__(32) half a[32][48], b[32][48];
  for (int i = threadIdx.x; i < 32 * 32; i += 32) {
    a[i / 32][i % 32] = __int2half_rn(numberA(i / 32, i % 32));
    b[i / 32][i % 32] = __int2half_rn(numberB(i / 32, i % 32));
  }
  __syncwarp();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
  for (auto &line : sums)
    for (auto &sum : line)
      wmma::fill_fragment(sum, 1.0f);
  for (int k = 0; k < 32; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> rows[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> columns[2];
    for (int i = 0; i < 2; ++i) {
      wmma::load_matrix_sync(rows[i], &a[16 * i][k], 48);
      wmma::load_matrix_sync(columns[i], &b[k][16 * i], 48);
    }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        wmma::mma_sync(sums[i][j], rows[i], columns[j], sums[i][j]);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(out + 16 * i * 32 + 16 * j, sums[i][j], 32, wmma::mem_row_major);
}

// ---- what they have to give ----

// To each sum, the products of k from `first_a` and `first_b` on.
void add(std::vector<float> &sums, int first_a, int first_b, int count = kStep) {
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      for (int k = 0; k < count; ++k)
        sums[static_cast<size_t>(row * kColumns + column)] +=
            static_cast<float>(numberA(row, first_a + k) * numberB(first_b + k, column));
}
std::vector<float> zeros() { return std::vector<float>(static_cast<size_t>(kRows * kColumns)); }

void checkStraight(void (*kernel)(float *)) {
  DeviceArray<float> out(kRows * kColumns);
  kernel<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<float> expected = zeros();
  add(expected, 0, 0, kDepth);
  CHECK_SAME(out.host(), expected);
}

template <class T> void checkLooked() {
  DeviceArray<float> out(kSteps * kRows * kColumns);
  looked<T><<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<float> expected, sums = zeros();
  for (int step = 0; step < kSteps; ++step) {
    add(sums, step * kStep, step * kStep);
    expected.insert(expected.end(), sums.begin(), sums.end());
  }
  CHECK_SAME(out.host(), expected);
}

template <class T> void checkInLoop() {
  constexpr int kIterations = 7, kLeftOut = 3;
  DeviceArray<float> out(2 * kRows * kColumns);
  inLoop<T><<<1, 32>>>(out.get(), kIterations, kLeftOut);
  CHECK_LAUNCH();
  std::vector<float> even = zeros(), odd = zeros();
  for (int i = 0; i < kIterations; ++i) {
    const int k = i % kSteps * kStep;
    add(even, 0, 0);
    add(odd, kStep, k);
    if (i != kLeftOut)
      add(even, kStep, k);
    add(odd, 0, 0);
    add(even, 0, k);
  }
  even.insert(even.end(), odd.begin(), odd.end());
  CHECK_SAME(out.host(), even);
}

void checkMoved() {
  std::vector<int> order;
  for (int row = 0; row < kRows; ++row)
    order.push_back(row * 5 % kRows);
  DeviceArray<float> out(kRows * kColumns);
  DeviceArray<u32> words(32);
  DeviceArray<int> device_order(order);
  moved<<<1, 32>>>(out.get(), words.get(), device_order.get());
  CHECK_LAUNCH();
  std::vector<float> expected = zeros();
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      for (int k = 0; k < kStep; ++k)
        expected[static_cast<size_t>(row * kColumns + column)] +=
            static_cast<float>(numberA(order[static_cast<size_t>(row)], k) * numberB(k, column));
  CHECK_SAME(out.host(), expected);
  std::vector<u32> expected_words;
  auto bits = [](int k, int column) -> u32 {
    return __half_as_ushort(__float2half(static_cast<float>(numberB(k, column))));
  };
  for (int lane = 0; lane < 32; ++lane) {
    u32 sum = 0;
    for (int k = lane % 4 * 2; k < kStep; k += 8)
      sum += bits(k, lane / 4) | bits(k + 1, lane / 4) << 16;
    expected_words.push_back(sum);
  }
  CHECK_SAME(words.host(), expected_words);
}

void checkFragments() {
  DeviceArray<float> out(32 * 32);
  fragments<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<float> expected(32 * 32, 1.0f);
  for (int row = 0; row < 32; ++row)
    for (int column = 0; column < 32; ++column)
      for (int k = 0; k < 32; ++k)
        expected[static_cast<size_t>(row * 32 + column)] +=
            static_cast<float>(numberA(row, k) * numberB(k, column));
  CHECK_SAME(out.host(), expected);
}

template <class T> void checkType() {
  checkStraight(straight<T, false, false>);
  checkStraight(straight<T, false, true>);
  checkStraight(straight<T, true, false>);
  checkStraight(straight<T, true, true>);
  checkLooked<T>();
  checkInLoop<T>();
}

int main() {
  checkType<half>();
  checkType<__nv_bfloat16>();
  checkMoved();
  checkFragments();
  return verdict();
}
