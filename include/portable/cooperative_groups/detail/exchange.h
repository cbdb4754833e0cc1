// Shuffles and matches of values of any trivially copyable type up to 32 bytes, in the words that the
// hardware moves.
#ifndef COOPERATIVE_GROUPS_DETAIL_EXCHANGE_H
#define COOPERATIVE_GROUPS_DETAIL_EXCHANGE_H

#include "config.h"

#include <type_traits>

struct __half2;
struct __nv_bfloat162;

namespace cooperative_groups::__v1::detail {

// True for the types that the intrinsics take themselves.
template <typename T>
inline constexpr bool is_word =
    std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, long> ||
    std::is_same_v<T, unsigned long> || std::is_same_v<T, long long> ||
    std::is_same_v<T, unsigned long long> || std::is_same_v<T, float> || std::is_same_v<T, double>;

// NVIDIA's pairs of 16-bit numbers have copy constructors of their own, which do what memcpy does.
template <typename T> inline constexpr bool is_copied_by_bits = std::is_trivially_copyable_v<T>;
template <> inline constexpr bool is_copied_by_bits<__half2> = true;
template <> inline constexpr bool is_copied_by_bits<__nv_bfloat162> = true;

template <typename T> RADDLE_CG_CONSTEXPR void require_exchangeable() {
  static_assert(is_copied_by_bits<T>, "only trivially copyable values travel between threads");
  static_assert(sizeof(T) <= 32, "only values of up to 32 bytes travel between threads");
}

// A value as 32-bit words; the last one is filled up with zeros.
template <typename T> struct words_of {
  static constexpr unsigned kCount = (sizeof(T) + 3) / 4;
  unsigned word[kCount];

  RADDLE_CG_DEVICE explicit words_of(const T &value) {
    if constexpr (sizeof(T) % 4 != 0)
      word[kCount - 1] = 0;
    memcpy(word, &value, sizeof(T));
  }
  // Overwrites the value that `result` had.
  RADDLE_CG_DEVICE void store(T &result) const { memcpy(&result, word, sizeof(T)); }
};

// `move`(word) of the value, word by word.
template <typename T, typename Move> RADDLE_CG_DEVICE T exchange(T value, Move move) {
  require_exchangeable<T>();
  if constexpr (is_word<T>) {
    return move(value);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int)) {
    return static_cast<T>(move(static_cast<int>(value)));
  } else {
    words_of<T> words(value);
#pragma unroll
    for (unsigned i = 0; i < words_of<T>::kCount; ++i)
      words.word[i] = move(words.word[i]);
    // Not all types have a default constructor, so the result grows in the argument.
    words.store(value);
    return value;
  }
}

// The lanes of `mask` that hold the same bits as the caller.
template <typename T> RADDLE_CG_DEVICE unsigned match_any(unsigned mask, const T &value) {
  require_exchangeable<T>();
  if constexpr (is_word<T>) {
    return __match_any_sync(mask, value);
  } else {
    words_of<T> words(value);
    unsigned same = mask;
#pragma unroll
    for (unsigned i = 0; i < words_of<T>::kCount; ++i)
      same &= __match_any_sync(mask, words.word[i]);
    return same;
  }
}

// `mask` and all_same = 1 when all lanes of it hold the same bits, else 0 and 0.
template <typename T> RADDLE_CG_DEVICE unsigned match_all(unsigned mask, const T &value, int &all_same) {
  require_exchangeable<T>();
  if constexpr (is_word<T>) {
    return __match_all_sync(mask, value, &all_same);
  } else {
    words_of<T> words(value);
    all_same = 1;
#pragma unroll
    for (unsigned i = 0; i < words_of<T>::kCount; ++i) {
      int same_word;
      __match_all_sync(mask, words.word[i], &same_word);
      all_same &= same_word;
    }
    return all_same ? mask : 0;
  }
}

} // namespace cooperative_groups::__v1::detail

#endif
