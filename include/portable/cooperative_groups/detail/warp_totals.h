// What collectives of tiles of several warps share: one value of each warp, made known to all of them, and
// how these are put together, in the orders of scan_warp.h and reduce_warp.h.
#ifndef COOPERATIVE_GROUPS_DETAIL_WARP_TOTALS_H
#define COOPERATIVE_GROUPS_DETAIL_WARP_TOTALS_H

#include "group_traits.h"
#include "scan_warp.h"

#include <new>

namespace cooperative_groups::__v1::detail {

// Values that fit into the buffer stay there, where any thread reads any of them.
template <typename T> inline constexpr bool fits_buffer = sizeof(T) <= kBufferBytesPerWarp;

// Where fits_buffer: writes the value of lane `speaker` of each warp, waits for the tile, and returns the
// values of all warps. `phase`: of the tile's channel.
template <typename T, unsigned Size>
RADDLE_CG_DEVICE const T *publish_totals(const multi_warp_tile<Size> &tile, unsigned phase, T value,
                                         unsigned speaker) {
  const auto &channel = group_access::channel(tile);
  auto *totals = reinterpret_cast<T *>(channel.buffer(phase));
  if (platform::lane() == speaker)
    new (&totals[tile.thread_rank() / kWarpSize]) T(value);
  channel.sync_phase(phase);
  return totals;
}

// For values of any size, in pieces: lane i gets the value of warp i, modulo the number of warps.
template <typename T, unsigned Size>
RADDLE_CG_DEVICE T gather_totals(const multi_warp_tile<Size> &tile, T value, unsigned speaker) {
  require_exchangeable<T>();
  constexpr unsigned kWarps = Size / kWarpSize;
  const auto &channel = group_access::channel(tile);
  constexpr unsigned kPieceWords = kBufferBytesPerWarp / sizeof(unsigned);
  words_of<T> words(value);
#pragma unroll
  for (unsigned begin = 0; begin < words_of<T>::kCount; begin += kPieceWords) {
    unsigned phase = channel.phase();
    auto *buffer = reinterpret_cast<unsigned *>(channel.buffer(phase));
    unsigned *own = buffer + tile.thread_rank() / kWarpSize * kPieceWords;
    const unsigned *other = buffer + platform::lane() % kWarps * kPieceWords;
    if (platform::lane() == speaker) {
      own[0] = words.word[begin];
      if (begin + 1 < words_of<T>::kCount)
        own[1] = words.word[begin + 1];
    }
    channel.sync_phase(phase);
    // The speaker no longer needs this piece of its own value.
    words.word[begin] = other[0];
    if (begin + 1 < words_of<T>::kCount)
      words.word[begin + 1] = other[1];
  }
  words.store(value);
  return value;
}

// What a butterfly over Count values gives to the first: those in steps of Stride from `first` on.
template <unsigned Count, unsigned Stride = 1, typename T, typename Operation>
RADDLE_CG_DEVICE T butterfly_of(const T *values, Operation &operation) {
  if constexpr (Stride == Count) {
    return *values;
  } else {
    T left = butterfly_of<Count, 2 * Stride>(values, operation);
    return operation(left, butterfly_of<Count, 2 * Stride>(values + Stride, operation));
  }
}

// What an inclusive scan after the steps up to Window gives to `rank`.
template <unsigned Window, typename T, typename Operation>
RADDLE_CG_DEVICE T scan_of(const T *values, unsigned rank, Operation &operation) {
  if constexpr (Window == 1) {
    return values[rank];
  } else {
    // Read in any case, so that all reads begin at once.
    bool exists = rank >= Window / 2;
    T value = scan_of<Window / 2>(values, rank, operation);
    T lower = scan_of<Window / 2>(values, exists ? rank - Window / 2 : 0, operation);
    take_in(value, lower, exists, operation);
    return value;
  }
}

} // namespace cooperative_groups::__v1::detail

#endif
