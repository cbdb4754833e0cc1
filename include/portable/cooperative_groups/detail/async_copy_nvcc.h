// memcpy_async on a GPU: cp.async instructions of 16, 8 or 4 bytes, in one commit group for each call.
#ifndef COOPERATIVE_GROUPS_DETAIL_ASYNC_COPY_NVCC_H
#define COOPERATIVE_GROUPS_DETAIL_ASYNC_COPY_NVCC_H

#include "group_traits.h"

#include <cstddef>

namespace cooperative_groups::__v1::detail {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool kCopiesAsynchronously = true;

// Width: 4, 8 or 16 bytes. Those of 16 pass the first-level cache by.
template <unsigned Width>
RADDLE_CG_DEVICE void copy_word_async(unsigned char *shared, const unsigned char *global) {
  auto to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  auto from = __cvta_generic_to_global(global);
  if constexpr (Width == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(Width) : "memory");
}

RADDLE_CG_DEVICE void end_stage() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <unsigned Stages> RADDLE_CG_DEVICE void wait_for_stages() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Stages) : "memory");
}
#else
inline constexpr bool kCopiesAsynchronously = false;
template <unsigned Width> RADDLE_CG_DEVICE void copy_word_async(unsigned char *, const unsigned char *) {}
RADDLE_CG_DEVICE void end_stage() {}
template <unsigned> RADDLE_CG_DEVICE void wait_for_stages() {}
#endif

template <unsigned Width>
RADDLE_CG_DEVICE void copy_word(unsigned char *target, const unsigned char *source) {
  memcpy(__builtin_assume_aligned(target, Width), __builtin_assume_aligned(source, Width), Width);
}

// The bytes from `begin` to `end`, words of Width bytes, of thread `rank`: every `threads`-th word, so that
// neighbours read neighbouring words.
template <unsigned Width>
RADDLE_CG_DEVICE void copy_words(bool async, unsigned char *__restrict__ target,
                                 const unsigned char *__restrict__ source, std::size_t begin, std::size_t end,
                                 unsigned rank, unsigned threads) {
  std::size_t step = static_cast<std::size_t>(threads) * Width;
  begin += static_cast<std::size_t>(rank) * Width;
  if (kCopiesAsynchronously && Width >= 4 && async) {
    for (std::size_t at = begin; at < end; at += step)
      copy_word_async<Width>(target + at, source + at);
  } else {
#pragma unroll 8
    for (std::size_t at = begin; at < end; at += step)
      copy_word<Width>(target + at, source + at);
  }
}

// Addresses that differ by a multiple of Width: whole words, then the bytes before and after them, fewer
// than two words.
template <unsigned Width>
RADDLE_CG_DEVICE void copy_in_words(bool async, unsigned char *__restrict__ target,
                                    const unsigned char *__restrict__ source, std::size_t bytes,
                                    unsigned rank, unsigned threads) {
  std::size_t head = -reinterpret_cast<std::size_t>(target) % Width;
  if (head > bytes)
    head = bytes;
  std::size_t tail = bytes - (bytes - head) % Width;
  copy_words<Width>(async, target, source, head, tail, rank, threads);
  for (std::size_t at = rank; at < head + bytes - tail; at += threads) {
    std::size_t byte = at < head ? at : tail + at - head;
    target[byte] = source[byte];
  }
}

template <std::size_t Alignment>
RADDLE_CG_DEVICE void start_copy(unsigned char *target, const unsigned char *source, std::size_t bytes,
                                 unsigned rank, unsigned threads) {
  bool async = kCopiesAsynchronously && __isShared(target) && __isGlobal(source);
  if constexpr (Alignment >= 4) {
    copy_words<(Alignment < 16 ? Alignment : 16)>(async, target, source, 0, bytes, rank, threads);
  } else {
    std::size_t difference = reinterpret_cast<std::size_t>(target) ^ reinterpret_cast<std::size_t>(source);
    // Bytes before the first word take as long as all else, so words are no larger than they must be.
    std::size_t obstacle =
        difference |
        (reinterpret_cast<std::size_t>(target) % 4 == 0 ? reinterpret_cast<std::size_t>(target) : 0);
    if (obstacle % 16 == 0)
      copy_in_words<16>(async, target, source, bytes, rank, threads);
    else if (obstacle % 8 == 0)
      copy_in_words<8>(async, target, source, bytes, rank, threads);
    else if (obstacle % 4 == 0)
      copy_in_words<4>(async, target, source, bytes, rank, threads);
    else
      copy_words<1>(false, target, source, 0, bytes, rank, threads);
  }
}

} // namespace cooperative_groups::__v1::detail

#endif
