// nvcuda::wmma: every shape and type in every layout of memory, against products made on the host, and code
// that computes with elements (layouts.cu knows where they are).
#include "fragments.h"

#include <mma.h>

using namespace nvcuda;

// What the elements of a type are in memory, and how many bits of it one has.
template <class T> struct TypeOf {
  using Memory = T;
  static constexpr int kBits = 8 * sizeof(T);
};
template <> struct TypeOf<wmma::precision::tf32> {
  using Memory = float;
  static constexpr int kBits = 32;
};
template <int bits> struct Packed {
  using Memory = u32;
  static constexpr int kBits = bits;
};
template <> struct TypeOf<wmma::experimental::precision::s4> {
  using Memory = int;
  static constexpr int kBits = 4;
};
template <> struct TypeOf<wmma::experimental::precision::u4> : Packed<4> {};
template <> struct TypeOf<wmma::experimental::precision::b1> : Packed<1> {};

template <class T> Format formatOf() {
  if constexpr (std::is_same_v<T, half>)
    return kF16;
  else if constexpr (std::is_same_v<T, __nv_bfloat16>)
    return kBf16;
  else if constexpr (std::is_same_v<T, wmma::precision::tf32>)
    return kTf32;
  else if constexpr (std::is_same_v<T, float>)
    return kF32;
  else if constexpr (std::is_same_v<T, double>)
    return kF64;
  else if constexpr (std::is_same_v<T, signed char>)
    return kS8;
  else if constexpr (std::is_same_v<T, unsigned char>)
    return kU8;
  else if constexpr (std::is_same_v<T, wmma::experimental::precision::s4>)
    return kS4;
  else if constexpr (std::is_same_v<T, wmma::experimental::precision::u4>)
    return kU4;
  else if constexpr (std::is_same_v<T, int>)
    return Format{32, [](u64 code) { return double(static_cast<int>(code)); }};
  else
    return kB1;
}

enum Operation { kProduct, kSaturated, kXor, kAnd };

template <int m, int n, int k, class T, class TC, class TD, class LayoutA, class LayoutB, Operation operation>
__global__ void multiply(const typename TypeOf<T>::Memory *a, const typename TypeOf<T>::Memory *b,
                         const TC *c, TD *d, u32 lda, u32 ldb, u32 ldc, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> in_a;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> in_b;
  wmma::fragment<wmma::accumulator, m, n, k, TC> in_c;
  wmma::fragment<wmma::accumulator, m, n, k, TD> out;
  wmma::load_matrix_sync(in_a, a, lda);
  wmma::load_matrix_sync(in_b, b, ldb);
  wmma::load_matrix_sync(in_c, c, ldc, layout);
  if constexpr (operation == kXor)
    wmma::bmma_sync(out, in_a, in_b, in_c);
  else if constexpr (operation == kAnd)
    wmma::bmma_sync(out, in_a, in_b, in_c, wmma::experimental::bmmaBitOpAND);
  else if constexpr (operation == kSaturated)
    wmma::mma_sync(out, in_a, in_b, in_c, true);
  else
    wmma::mma_sync(out, in_a, in_b, in_c);
  wmma::store_matrix_sync(d, out, ldc,
                          layout == wmma::mem_row_major ? wmma::mem_col_major : wmma::mem_row_major);
}

// A matrix in memory, with some elements more to each row (column).
std::vector<unsigned char> inMemory(const Matrix &matrix, int bits, bool row_major, int stride) {
  std::vector<unsigned char> bytes(
      static_cast<size_t>((row_major ? matrix.rows : matrix.columns) * stride * bits / 8));
  for (int row = 0; row < matrix.rows; ++row)
    for (int column = 0; column < matrix.columns; ++column) {
      const int index = row_major ? row * stride + column : column * stride + row;
      for (int bit = 0; bit < bits; ++bit)
        bytes[static_cast<size_t>((index * bits + bit) / 8)] |=
            static_cast<unsigned char>((matrix.at(row, column) >> bit & 1) << ((index * bits + bit) % 8));
    }
  return bytes;
}

template <class T> Matrix randomMatrix(Random &random, int rows, int columns) {
  const Format format = formatOf<T>();
  Matrix matrix(rows, columns);
  for (u64 &code : matrix.codes)
    do
      code = random.bits() & (format.bits == 64 ? ~0ull : (1ull << format.bits) - 1);
    while (!std::is_integral_v<T> && format.bits > 8 &&
           !(std::fabs(format.value(code)) <= 4 && std::fabs(format.value(code)) > 1e-6));
  if (std::is_same_v<T, int>)
    for (u64 &code : matrix.codes)
      code = code % 3 == 0 ? 0x7ffffff0 : code & 0xffff;
  return matrix;
}

template <Operation operation>
double expected(const Matrix &a, const Matrix &b, int row, int column, const Format &format, double sum,
                double &magnitude) {
  for (int k = 0; k < a.columns; ++k) {
    const u64 left = a.at(row, k), right = b.at(k, column);
    const double product = operation == kXor   ? double(left ^ right)
                           : operation == kAnd ? double(left & right)
                                               : format.value(left) * format.value(right);
    sum += product;
    magnitude += std::fabs(product);
  }
  return sum;
}

template <class TD> double numberOf(TD x) { return static_cast<double>(static_cast<float>(x)); }
template <> double numberOf(double x) { return x; }
template <> double numberOf(int x) { return x; }

template <int m, int n, int k, class T, class TC, class TD, class LayoutA, class LayoutB,
          Operation operation = kProduct>
void check(wmma::layout_t layout) {
  Random random(static_cast<u64>(m * 64 + n * 8 + k));
  const Matrix a = randomMatrix<T>(random, m, k), b = randomMatrix<T>(random, k, n),
               c = randomMatrix<TC>(random, m, n);
  const bool row_a = std::is_same_v<LayoutA, wmma::row_major>,
             row_b = std::is_same_v<LayoutB, wmma::row_major>;
  const bool row_c = layout == wmma::mem_row_major;
  constexpr int kBits = TypeOf<T>::kBits, kMore = kBits < 8 ? 128 / kBits : 16;
  const int lda = (row_a ? k : m) + kMore, ldb = (row_b ? n : k) + kMore, ldc = 48;
  DeviceArray<unsigned char> in_a(inMemory(a, kBits, row_a, lda)), in_b(inMemory(b, kBits, row_b, ldb)),
      in_c(inMemory(c, 8 * sizeof(TC), row_c, ldc));
  DeviceArray<TD> out(static_cast<size_t>(ldc) * 32);
  using Memory = typename TypeOf<T>::Memory;
  multiply<m, n, k, T, TC, TD, LayoutA, LayoutB, operation>
      <<<1, 32>>>(reinterpret_cast<const Memory *>(in_a.get()), reinterpret_cast<const Memory *>(in_b.get()),
                  reinterpret_cast<const TC *>(in_c.get()), out.get(), lda, ldb, ldc, layout);
  CHECK_LAUNCH();
  const std::vector<TD> d = out.host();
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      const double addend = formatOf<TC>().value(c.at(row, column));
      double magnitude = std::fabs(addend);
      double sum = expected<operation>(a, b, row, column, formatOf<T>(), addend, magnitude);
      const double got = numberOf(d[static_cast<size_t>(row_c ? column * ldc + row : row * ldc + column)]);
      if (std::is_same_v<TD, int>) {
        if (operation == kSaturated)
          sum = std::fmin(sum, 2147483647.0);
        CHECK_EQ(static_cast<u32>(static_cast<int>(got)), static_cast<u32>(static_cast<long long>(sum)));
        continue;
      }
      const double unit = std::is_same_v<TD, double> ? 0x1p-52 : 0x1p-22;
      CHECK(std::fabs(got - sum) <=
            (k + 1) * magnitude * unit + (sizeof(TD) == 2 ? std::fabs(sum) * 0x1p-11 + 0x1p-25 : 0));
    }
}

template <int m, int n, int k, class T, class TC, class TD> void checkLayouts() {
  using Row = wmma::row_major;
  using Column = wmma::col_major;
  // Both layouts of each matrix.
  check<m, n, k, T, TC, TD, Row, Row>(wmma::mem_row_major);
  check<m, n, k, T, TC, TD, Column, Column>(wmma::mem_col_major);
}
template <class T, class TC, class TD> void checkShapes() {
  checkLayouts<16, 16, 16, T, TC, TD>();
  checkLayouts<32, 8, 16, T, TC, TD>();
  checkLayouts<8, 32, 16, T, TC, TD>();
}

// ---- Code that computes with elements ----

// relu(2 * A * B + 1), rounded to tf32 first.
__global__ void epilogue(const float *a, const float *b, float *out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> in_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> in_b;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
  wmma::load_matrix_sync(in_a, a, 8);
  wmma::load_matrix_sync(in_b, b, 8);
  for (int i = 0; i < in_a.num_elements; ++i)
    in_a.x[i] = wmma::__float_to_tf32(in_a.x[i]);
  for (int i = 0; i < in_b.num_elements; ++i)
    in_b.x[i] = wmma::__float_to_tf32(in_b.x[i]);
  wmma::fill_fragment(c, 0.5f);
  wmma::mma_sync(c, in_a, in_b, c);
  for (int i = 0; i < c.num_elements; ++i)
    c.x[i] = fmaxf(2 * c.x[i], 0.0f);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

void checkEpilogue() {
  std::vector<float> a(128), b(128);
  Random random;
  for (float &x : a)
    x = static_cast<float>(random.between(-1, 1));
  for (float &x : b)
    x = static_cast<float>(random.between(-1, 1));
  DeviceArray<float> in_a(a), in_b(b), out(256);
  epilogue<<<1, 32>>>(in_a.get(), in_b.get(), out.get());
  CHECK_LAUNCH();
  const std::vector<float> got = out.host();
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 16; ++column) {
      double sum = 0.5;
      for (int k = 0; k < 8; ++k)
        sum += kTf32.value(bitsOf(a[row * 8 + k]) + 0x1000) * kTf32.value(bitsOf(b[column * 8 + k]) + 0x1000);
      CHECK(std::fabs(got[row * 16 + column] - std::fmax(2 * sum, 0)) < 1e-5);
    }
}

int main() {
  static_assert(wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>::num_elements == 16);
  static_assert(wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major>::num_elements == 4);
  static_assert(wmma::fragment<wmma::accumulator, 8, 8, 4, double>::num_elements == 2);
  checkShapes<half, float, float>();
  check<16, 16, 16, half, half, half, wmma::row_major, wmma::col_major>(wmma::mem_col_major);
  check<32, 8, 16, half, half, float, wmma::col_major, wmma::row_major>(wmma::mem_row_major);
  check<8, 32, 16, half, float, half, wmma::row_major, wmma::col_major>(wmma::mem_row_major);
  checkShapes<__nv_bfloat16, float, float>();
  checkShapes<signed char, int, int>();
  checkShapes<unsigned char, int, int>();
  check<16, 16, 16, unsigned char, int, int, wmma::row_major, wmma::col_major, kSaturated>(
      wmma::mem_row_major);
  checkLayouts<16, 16, 8, wmma::precision::tf32, float, float>();
  checkLayouts<8, 8, 4, double, double, double>();
  using Row = wmma::row_major;
  using Column = wmma::col_major;
  check<8, 8, 32, wmma::experimental::precision::s4, int, int, Row, Column>(wmma::mem_row_major);
  check<8, 8, 32, wmma::experimental::precision::u4, int, int, Row, Column, kSaturated>(wmma::mem_col_major);
  check<8, 8, 128, wmma::experimental::precision::b1, int, int, Row, Column, kXor>(wmma::mem_row_major);
  check<8, 8, 128, wmma::experimental::precision::b1, int, int, Row, Column, kAnd>(wmma::mem_col_major);
  checkEpilogue();
  return verdict();
}
