// memcpy_async on Raddle. A CPU copies as fast as it could start copies, so they are done at once.
#ifndef COOPERATIVE_GROUPS_DETAIL_ASYNC_COPY_RADDLE_H
#define COOPERATIVE_GROUPS_DETAIL_ASYNC_COPY_RADDLE_H

#include "cuda/detail/word_copies.h"
#include "group_traits.h"
#include "raddle/device/async_copies.h"

#include <cstddef>

namespace cooperative_groups::__v1::detail {

struct copy_starts {
  RADDLE_CG_DEVICE void operator()(void *word, std::size_t width) const { raddle_copy_starts(word, width); }
};

// The share of thread `rank` of `threads`.
template <std::size_t Alignment>
RADDLE_CG_DEVICE void start_copy(unsigned char *target, const unsigned char *source, std::size_t bytes,
                                 unsigned rank, unsigned threads) {
  std::size_t bits = reinterpret_cast<std::size_t>(target) | reinterpret_cast<std::size_t>(source) | bytes;
  if (bits % Alignment != 0)
    platform::wrong_use("memcpy_async of {} bytes whose addresses or size are no multiple of {}, as promised",
                        static_cast<unsigned>(bytes), static_cast<unsigned>(Alignment));
  ::raddle::detail::copyInTurns(target, source, bytes, rank, threads, copy_starts());
}

RADDLE_CG_DEVICE void end_stage() { raddle_copies_commit(); }
template <unsigned Prior> RADDLE_CG_DEVICE void wait_for_stages() { raddle_copies_wait(Prior); }

} // namespace cooperative_groups::__v1::detail

#endif
