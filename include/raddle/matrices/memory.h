// load_matrix_sync, store_matrix_sync, fill_fragment.
//
// A register is loaded as a word where its elements follow each other in memory. Where they do not, and are of 16 bits,
// the lanes load the words of the transposed 8x8 matrix, and transpose it.
#ifndef RADDLE_MATRICES_MEMORY_H
#define RADDLE_MATRICES_MEMORY_H

namespace raddle_matrices {

/// The first of the elements that register `number` of a tile holds in this lane: row (of B: column) and k.
template <class Extent> struct Place {
  unsigned row, k;
  RADDLE_FRAGMENT_MEMBER Place(int tile, int number) {
    constexpr int kParts = Extent::kRowsOfTile / 8, kPerRegister = Extent::Type::kPerRegister;
    row = ownGroup() + 8 * (number % kParts) + Extent::kRowsOfTile * tile;
    k = kPerRegister * (laneInGroup() + 4 * (number / kParts));
  }
};

/// Element i of a register, at `from` and `step` elements further each.
template <class Extent, class Memory> RADDLE_DEVICE unsigned packed(const Memory *from, unsigned step) {
  constexpr int kBits = Extent::Type::kBits;
  unsigned word = 0;
#pragma unroll
  for (int i = 0; i < Extent::Type::kPerRegister; ++i) {
    unsigned element = 0;
    __builtin_memcpy(&element, from + i * static_cast<Size>(step), kBits / 8);
    word |= element << (kBits * i % 32);
  }
  return word;
}

template <class Extent, bool k_is_contiguous, class Memory>
RADDLE_DEVICE unsigned loadedRegister(const Memory *from, unsigned stride, int tile, int number) {
  const Place<Extent> place(tile, number);
  constexpr int kPerRegister = Extent::Type::kPerRegister;
  if (Extent::kIsPacked) {
    const Size row = place.row * static_cast<Size>(stride / kPerRegister);
    return reinterpret_cast<const Word *>(from)[row + place.k / kPerRegister];
  }
  if (k_is_contiguous)
    return *reinterpret_cast<const Word *>(from + place.row * static_cast<Size>(stride) + place.k);
  if (kPerRegister == 2) {
    const unsigned row = place.row - ownGroup() + 2 * laneInGroup(),
                   k = place.k - 2 * laneInGroup() + ownGroup();
    return raddle_movmatrix(*reinterpret_cast<const Word *>(from + k * static_cast<Size>(stride) + row));
  }
  return packed<Extent>(from + place.k * static_cast<Size>(stride) + place.row, stride);
}

template <class Use, int m, int n, int k, class T, class Layout, class Memory>
RADDLE_DEVICE void loadOperand(wmma::fragment<Use, m, n, k, T, Layout> &fragment, const Memory *from,
                               unsigned stride) {
  using Extent = Extent<Use, m, n, k, T>;
  constexpr bool kIsContiguous = __is_same(Use, wmma::matrix_a) == __is_same(Layout, wmma::row_major);
  constexpr int kStored = Extent::kIsPacked ? 1 : Extent::Type::kPerRegister;
#pragma unroll
  for (int i = 0; i < Extent::kTiles * Extent::kRegisters; ++i) {
    const int tile = i / Extent::kRegisters, number = i % Extent::kRegisters;
    if constexpr (__is_same(T, double)) {
      const Place<Extent> place(tile, number);
      fragment.x[i] = from[kIsContiguous ? place.row * stride + place.k : place.k * stride + place.row];
    } else {
      const unsigned word = loadedRegister<Extent, kIsContiguous>(from, stride, tile, number);
#pragma unroll
      for (int copy = i * kStored; copy < Extent::kStored;
           copy += Extent::kTiles * Extent::kRegisters * kStored)
        __builtin_memcpy(&fragment.x[copy], &word, sizeof word);
    }
  }
}

/// Pair `i` of an accumulator, elements 2i and 2i + 1: a part of an 8x8 matrix, of which lane t of group g holds (g, 2t) and
/// (g, 2t + 1), or (2t, g) and (2t + 1, g) once it is transposed.
template <int m, int n> struct PlaceOfPair {
  unsigned row, column; // of the first operand's rows and the second one's columns
  RADDLE_FRAGMENT_MEMBER explicit PlaceOfPair(int i) {
    using Tiles = Tiles<m, n>;
    constexpr int kParts = Tiles::kRows / 8;
    const int tile = i / kParts;
    row = 8 * (i % kParts) + 16 * (tile / Tiles::kSecond);
    column = 8 * (tile % Tiles::kSecond);
  }
  RADDLE_FRAGMENT_MEMBER Size offset(Size stride, bool is_transposed) const {
    return is_transposed ? (column + ownGroup()) * stride + row + 2 * laneInGroup()
                         : (row + ownGroup()) * stride + column + 2 * laneInGroup();
  }
  /// Whether rows of memory hold what is a column here.
  static RADDLE_FRAGMENT_MEMBER bool isTransposed(wmma::layout_t layout) {
    return (layout == wmma::mem_row_major) == Tiles<m, n>::kIsTransposed;
  }
};

template <class T> struct Pair {
  T low, high;

  /// The pair of the transposed matrix that this lane has.
  RADDLE_FRAGMENT_MEMBER Pair transposed() const {
    const int lane = 8 * laneInGroup() + (ownGroup() >> 1);
    const T even[] = {__shfl_sync(~0u, low, lane), __shfl_sync(~0u, low, lane + 4)};
    const T odd[] = {__shfl_sync(~0u, high, lane), __shfl_sync(~0u, high, lane + 4)};
    const bool is_odd = ownGroup() & 1;
    return {is_odd ? odd[0] : even[0], is_odd ? odd[1] : even[1]};
  }

  // As one word, which the lanes of a group read and write next to each other.
  static RADDLE_FRAGMENT_MEMBER Pair load(const T *from) {
    if constexpr (sizeof(T) == 8)
      return {from[0], from[1]};
    else if constexpr (sizeof(T) == 4)
      return of<LongWord, unsigned>(*reinterpret_cast<const LongWord *>(from));
    else
      return of<Word, unsigned short>(*reinterpret_cast<const Word *>(from));
  }
  RADDLE_FRAGMENT_MEMBER void store(T *to) const {
    if constexpr (sizeof(T) == 8) {
      to[0] = low;
      to[1] = high;
    } else if constexpr (sizeof(T) == 4)
      *reinterpret_cast<LongWord *>(to) = as<unsigned long long, unsigned>();
    else
      *reinterpret_cast<Word *>(to) = as<unsigned, unsigned short>();
  }

private:
  template <class Whole, class Half> static RADDLE_FRAGMENT_MEMBER Pair of(Whole word) {
    return {__builtin_bit_cast(T, static_cast<Half>(word)),
            __builtin_bit_cast(T, static_cast<Half>(word >> 8 * sizeof(T)))};
  }
  template <class Whole, class Half> RADDLE_FRAGMENT_MEMBER Whole as() const {
    return __builtin_bit_cast(Half, low) | static_cast<Whole>(__builtin_bit_cast(Half, high))
                                               << 8 * sizeof(T);
  }
};

} // namespace raddle_matrices

namespace nvcuda {
namespace wmma {

// `ldm` is the number of elements from one row (column) to the next. `from` is aligned to 32 bytes, rows to 16.
template <class Use, int m, int n, int k, class T, class Layout, class Memory>
RADDLE_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &a, const Memory *from, unsigned ldm) {
  static_assert(!__is_same(Use, accumulator), "an accumulator is loaded with mem_row_major or mem_col_major");
  using Stored = typename fragment<Use, m, n, k, T, Layout>::storage_element_type;
  if constexpr (raddle_matrices::TypeOf<T>::kBits < 8) {
    raddle_matrices::loadOperand(a, reinterpret_cast<const unsigned char *>(from), ldm);
  } else {
    static_assert(__is_same(Memory, Stored), "the memory must have elements of the fragment's type");
    raddle_matrices::loadOperand(a, from, ldm);
  }
}

template <int m, int n, int k, class T>
RADDLE_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T> &a, const T *from, unsigned ldm,
                                    layout_t layout) {
  using Place = raddle_matrices::PlaceOfPair<m, n>;
  const bool is_transposed = Place::isTransposed(layout);
#pragma unroll
  for (int i = 0; i < a.num_elements / 2; ++i) {
    auto pair = raddle_matrices::Pair<T>::load(from + Place(i).offset(ldm, is_transposed));
    if (is_transposed)
      pair = pair.transposed();
    a.x[2 * i] = pair.low;
    a.x[2 * i + 1] = pair.high;
  }
}

template <int m, int n, int k, class T>
RADDLE_DEVICE void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &a, unsigned ldm,
                                     layout_t layout) {
  using Place = raddle_matrices::PlaceOfPair<m, n>;
  const bool is_transposed = Place::isTransposed(layout);
#pragma unroll
  for (int i = 0; i < a.num_elements / 2; ++i) {
    raddle_matrices::Pair<T> pair{a.x[2 * i], a.x[2 * i + 1]};
    if (is_transposed)
      pair = pair.transposed();
    pair.store(to + Place(i).offset(ldm, is_transposed));
  }
}

template <class Use, int m, int n, int k, class T, class Layout>
RADDLE_DEVICE void
fill_fragment(fragment<Use, m, n, k, T, Layout> &a,
              const typename fragment<Use, m, n, k, T, Layout>::storage_element_type &value) {
#pragma unroll
  for (int i = 0; i < a.num_storage_elements; ++i)
    a.x[i] = value;
}

} // namespace wmma
} // namespace nvcuda

#endif
