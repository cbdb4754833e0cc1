// Copies in words of 16, 8, 4, 2 bytes or one, as wide as the addresses allow: the accesses that a GPU makes for asynchronous copies.
#ifndef RADDLE_CUDA_DETAIL_WORD_COPIES_H
#define RADDLE_CUDA_DETAIL_WORD_COPIES_H

#include "attributes.h"

namespace raddle::detail {

using Bytes = decltype(sizeof(0));

template <unsigned Width> struct alignas(Width) CopiedWord { unsigned char bytes[Width]; };

template <unsigned Width> RADDLE_CUDA_API void copyWord(void *target, const void *source) {
  *static_cast<CopiedWord<Width> *>(target) = *static_cast<const CopiedWord<Width> *>(source);
}

// The first `valid` bytes of a word; the rest becomes zero.
template <unsigned Width>
RADDLE_CUDA_API void copyWordAndFill(void *target, const void *source, Bytes valid) {
  if (valid == Width)
    return copyWord<Width>(target, source);
  CopiedWord<Width> word = {};
  for (Bytes i = 0; i < valid; ++i)
    word.bytes[i] = static_cast<const unsigned char *>(source)[i];
  *static_cast<CopiedWord<Width> *>(target) = word;
}

// The same where the width is known at run time only: `bytes` is 4, 8 or 16.
RADDLE_CUDA_API inline void copyWordAndFill(void *target, const void *source, Bytes bytes, Bytes valid) {
  if (bytes == 16)
    copyWordAndFill<16>(target, source, valid);
  else if (bytes == 8)
    copyWordAndFill<8>(target, source, valid);
  else
    copyWordAndFill<4>(target, source, valid);
}

struct NobodyIsTold {
  RADDLE_CUDA_API void operator()(void *, Bytes) const {}
};

// Threads copy in turns, so that neighbours copy neighbouring words. Each copies those whose number is its rank, modulo `threads`.
// The bytes at the end that do not fill a word are copied in narrower words. `started` is called after each word is copied.
template <unsigned Width, class Started>
RADDLE_CUDA_API void copyWords(unsigned char *target, const unsigned char *source, Bytes bytes, unsigned rank,
                               unsigned threads, Started started) {
  const Bytes whole = bytes - bytes % Width;
  for (Bytes at = Bytes{rank} * Width; at < whole; at += Bytes{threads} * Width) {
    copyWord<Width>(target + at, source + at);
    started(target + at, Bytes{Width});
  }
  if constexpr (Width > 1)
    if (whole < bytes)
      copyWords<Width / 2>(target + whole, source + whole, bytes - whole, rank, threads, started);
}

template <class Started = NobodyIsTold>
RADDLE_CUDA_API void copyInTurns(void *target, const void *source, Bytes bytes, unsigned rank,
                                 unsigned threads, Started started = {}) {
  auto *to = static_cast<unsigned char *>(target);
  auto *from = static_cast<const unsigned char *>(source);
  const Bytes obstacle = reinterpret_cast<Bytes>(target) | reinterpret_cast<Bytes>(source);
  if (obstacle % 16 == 0)
    copyWords<16>(to, from, bytes, rank, threads, started);
  else if (obstacle % 8 == 0)
    copyWords<8>(to, from, bytes, rank, threads, started);
  else if (obstacle % 4 == 0)
    copyWords<4>(to, from, bytes, rank, threads, started);
  else
    copyWords<1>(to, from, bytes, rank, threads, started);
}

} // namespace raddle::detail

#endif
