// Reductions of integers by the redux instruction, which takes the lanes of a mask at once.
//
// It knows 32-bit words. Wider integers take two or three of them: sums in pieces that leave room for the
// carries of 32 lanes, minima and maxima by their upper words and then by the lower words of those that tie.
#ifndef COOPERATIVE_GROUPS_DETAIL_REDUX_H
#define COOPERATIVE_GROUPS_DETAIL_REDUX_H

#include "lane_mask.h"
#include "operators.h"

namespace cooperative_groups::__v1::detail {

// When redux serves better than shuffles: in tiles from kSmallestReduxTile threads on, and in up to
// kMostReduxGroups groups of other lanes that come together.
//
// A GPU executes it once for each group, one after the other: on an H100, 45 cycles for a whole warp, 230 for
// two halves, where four shuffles take 127. On Raddle each instruction is a meeting of the lanes, whatever it
// computes; a tile of two lanes is one shuffle for each word.
#if defined(__RADDLE__)
template <typename T> inline constexpr unsigned kSmallestReduxTile = sizeof(T) <= 4 ? 2 : 4;
template <typename T> inline constexpr unsigned kMostReduxGroups = kWarpSize;
#else
template <typename T> inline constexpr unsigned kSmallestReduxTile = kWarpSize;
template <typename T> inline constexpr unsigned kMostReduxGroups = sizeof(T) <= 4 ? 3 : 1;
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool kHasRedux = true;
#else
inline constexpr bool kHasRedux = false;
#endif

// `Word` is int or unsigned. Below compute capability 8.0, where there are no such functions, never instantiated.
template <operator_kind Operation, typename Word>
RADDLE_CG_DEVICE Word redux_word(unsigned lanes, Word value) {
  if constexpr (Operation == operator_kind::kAdd)
    return __reduce_add_sync(lanes, value);
  else if constexpr (Operation == operator_kind::kMin)
    return __reduce_min_sync(lanes, value);
  else if constexpr (Operation == operator_kind::kMax)
    return __reduce_max_sync(lanes, value);
  else if constexpr (Operation == operator_kind::kAnd)
    return static_cast<Word>(__reduce_and_sync(lanes, static_cast<decltype(0u + value)>(value)));
  else if constexpr (Operation == operator_kind::kOr)
    return static_cast<Word>(__reduce_or_sync(lanes, static_cast<decltype(0u + value)>(value)));
  else
    return static_cast<Word>(__reduce_xor_sync(lanes, static_cast<decltype(0u + value)>(value)));
}

// `High` is int or unsigned, as the 64-bit integer is signed or not.
template <operator_kind Operation, typename High>
RADDLE_CG_DEVICE unsigned long long redux_two_words(unsigned lanes, unsigned long long value) {
  auto low = static_cast<unsigned>(value);
  auto high = static_cast<High>(value >> 32);
  if constexpr (Operation == operator_kind::kAdd) {
    unsigned long long first = redux_word<Operation>(lanes, low & 0xffff);
    unsigned long long second = redux_word<Operation>(lanes, low >> 16);
    unsigned long long third = static_cast<unsigned>(redux_word<Operation>(lanes, high));
    return first + (second << 16) + (third << 32);
  } else {
    High best = redux_word<Operation>(lanes, high);
    if constexpr (Operation == operator_kind::kMin)
      low = high == best ? low : ~0u;
    else if constexpr (Operation == operator_kind::kMax)
      low = high == best ? low : 0;
    return static_cast<unsigned long long>(static_cast<unsigned>(best)) << 32 |
           redux_word<Operation>(lanes, low);
  }
}

// All lanes of the mask get the result.
template <operator_kind Operation, typename T> RADDLE_CG_DEVICE T redux(unsigned lanes, T value) {
  using word = std::conditional_t<std::is_signed_v<T>, int, unsigned>;
  if constexpr (sizeof(T) <= 4)
    return static_cast<T>(redux_word<Operation>(lanes, static_cast<word>(value)));
  else
    return static_cast<T>(redux_two_words<Operation, word>(lanes, static_cast<unsigned long long>(value)));
}

} // namespace cooperative_groups::__v1::detail

#endif
