// nvcuda::wmma::fragment: the part of a matrix that a lane has.
//
// A product of wmma is one or more products of mma.sync, which take the transposed matrices where B is the longer one:
//
//   m16n16k..  a tile of 16 rows of A, two tiles of 8 columns of B
//   m32n8k16   two tiles of 16 rows of A, one tile of B
//   m8n32k16   two tiles of 16 columns of B, one tile of 8 rows of A: B' * A'
//   m8n8k..    a tile of 8 rows, a tile of 8 columns
//
// x[] holds the elements of one tile after the other, each as the operand of mma.sync does. Of half, A and B have 16
// elements each, as on a GPU: where there are fewer, the same ones again.
#ifndef RADDLE_MATRICES_FRAGMENT_H
#define RADDLE_MATRICES_FRAGMENT_H

namespace nvcuda {
namespace wmma {

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

} // namespace wmma
} // namespace nvcuda

namespace raddle_matrices {

namespace wmma = nvcuda::wmma;
namespace experimental = nvcuda::wmma::experimental::precision;

/// How elements of a type are stored, and whether a product of a shape takes them.
template <class Stored_, class Element_, int bits> struct ElementType {
  using Stored = Stored_;   // of which x[] is an array
  using Element = Element_; // what programs compute with
  static constexpr int kBits = bits, kPerRegister = bits == 64 ? 1 : 32 / bits;
};
constexpr bool isLong(int m, int n, int k) {
  return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}

template <class T> struct TypeOf : ElementType<int, int, 32> {
  static constexpr bool multiplies(int, int, int) { return false; }
  static constexpr bool sums(int, int, int) { return false; }
};
template <> struct TypeOf<__half> : ElementType<__half, __half, 16> {
  static constexpr bool multiplies(int m, int n, int k) { return isLong(m, n, k); }
  static constexpr bool sums(int m, int n, int k) { return isLong(m, n, k); }
};
template <> struct TypeOf<__nv_bfloat16> : ElementType<__nv_bfloat16, __nv_bfloat16, 16> {
  static constexpr bool multiplies(int m, int n, int k) { return isLong(m, n, k); }
  static constexpr bool sums(int, int, int) { return false; }
};
template <class Stored> struct ByteType : ElementType<Stored, Stored, 8> {
  static constexpr bool multiplies(int m, int n, int k) { return isLong(m, n, k); }
  static constexpr bool sums(int, int, int) { return false; }
};
template <> struct TypeOf<signed char> : ByteType<signed char> {};
template <> struct TypeOf<unsigned char> : ByteType<unsigned char> {};
template <> struct TypeOf<wmma::precision::tf32> : ElementType<float, float, 32> {
  static constexpr bool multiplies(int m, int n, int k) { return m == 16 && n == 16 && k == 8; }
  static constexpr bool sums(int, int, int) { return false; }
};
template <> struct TypeOf<double> : ElementType<double, double, 64> {
  static constexpr bool multiplies(int m, int n, int k) { return m == 8 && n == 8 && k == 4; }
  static constexpr bool sums(int m, int n, int k) { return multiplies(m, n, k); }
};
template <> struct TypeOf<float> : ElementType<float, float, 32> {
  static constexpr bool multiplies(int, int, int) { return false; }
  static constexpr bool sums(int m, int n, int k) {
    return isLong(m, n, k) || (m == 16 && n == 16 && k == 8);
  }
};
template <> struct TypeOf<int> : ElementType<int, int, 32> {
  static constexpr bool multiplies(int, int, int) { return false; }
  static constexpr bool sums(int m, int n, int k) {
    return isLong(m, n, k) || (m == 8 && n == 8 && (k == 32 || k == 128));
  }
};
template <class Stored, class Element, int bits> struct PackedType : ElementType<Stored, Element, bits> {
  static constexpr bool multiplies(int m, int n, int k) { return m == 8 && n == 8 && k * bits == 128; }
  static constexpr bool sums(int, int, int) { return false; }
};
template <> struct TypeOf<experimental::s4> : PackedType<int, int, 4> {};
template <> struct TypeOf<experimental::u4> : PackedType<unsigned, unsigned, 4> {};
template <> struct TypeOf<experimental::b1> : PackedType<unsigned, unsigned, 1> {};

/// The tiles of a shape: `rows` of the first operand, in `first` tiles, times 8 columns of the second, in `second`.
template <int m, int n> struct Tiles {
  static constexpr bool kIsTransposed = n == 32;
  static constexpr int kRows = m == 8 && n == 8 ? 8 : 16;
  static constexpr int kFirst = m == 32 || n == 32 ? 2 : 1, kSecond = n == 16 ? 2 : 1;
};

/// A fragment as a number of tiles of `registers` each.
template <class Use, int m, int n, int k, class T> struct Extent;
template <bool is_first, int m, int n, int k, class T> struct ExtentOfOperand {
  using Type = TypeOf<T>;
  static constexpr bool kExists = Type::multiplies(m, n, k);
  static constexpr bool kIsFirst = is_first;
  static constexpr int kTiles = is_first ? Tiles<m, n>::kFirst : Tiles<m, n>::kSecond;
  static constexpr int kRowsOfTile = is_first ? Tiles<m, n>::kRows : 8;
  static constexpr int kRegisters = kExists ? kRowsOfTile * k / 32 / Type::kPerRegister : 1;
  static constexpr int kDistinct = kTiles * kRegisters * Type::kPerRegister;
  static constexpr bool kIsPacked = Type::kBits < 8;
  static constexpr int kElements = __is_same(T, __half) ? 16 : kDistinct;
  static constexpr int kStored = kIsPacked ? kTiles * kRegisters : kElements;
};
template <int m, int n, int k, class T>
struct Extent<wmma::matrix_a, m, n, k, T> : ExtentOfOperand<!Tiles<m, n>::kIsTransposed, m, n, k, T> {};
template <int m, int n, int k, class T>
struct Extent<wmma::matrix_b, m, n, k, T> : ExtentOfOperand<Tiles<m, n>::kIsTransposed, m, n, k, T> {};
template <int m, int n, int k, class T> struct Extent<wmma::accumulator, m, n, k, T> {
  using Type = TypeOf<T>;
  static constexpr bool kExists = Type::sums(m, n, k);
  static constexpr int kElements = m * n / 32, kStored = kElements;
};

} // namespace raddle_matrices

namespace nvcuda {
namespace wmma {

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment {
  using Extent = raddle_matrices::Extent<Use, m, n, k, T>;
  static_assert(
      Extent::kExists,
      "no such fragment. A and B: m16n16k16, m32n8k16, m8n32k16 of half, __nv_bfloat16, signed char, "
      "unsigned "
      "char; m16n16k8 of precision::tf32; m8n8k4 of double; m8n8k32 of experimental::precision::s4 and u4; "
      "m8n8k128 of experimental::precision::b1. Accumulators: float and half, of m8n8k4 double, of integers "
      "int");
  static_assert(__is_same(Use, accumulator) ? __is_same(Layout, void)
                                            : __is_same(Layout, row_major) || __is_same(Layout, col_major),
                "matrix_a and matrix_b are row_major or col_major, an accumulator has no layout");
  static_assert(raddle_matrices::TypeOf<T>::kBits >= 8 || __is_same(Use, accumulator) ||
                    __is_same(Use, matrix_a) == __is_same(Layout, row_major),
                "of elements smaller than a byte, matrix_a is row_major and matrix_b is col_major");

public:
  using element_type = typename Extent::Type::Element;
  using storage_element_type = typename Extent::Type::Stored;
  enum { num_elements = Extent::kElements, num_storage_elements = Extent::kStored };

  storage_element_type x[num_storage_elements];
};

} // namespace wmma
} // namespace nvcuda

#endif
