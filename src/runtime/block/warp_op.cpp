#include "runtime/block/warp_op.h"

#include <algorithm>
#include <bit>

namespace raddle::runtime {

namespace {

// Where all take part the loops have no masks, and LLVM makes vectors of them or unrolls them.
constexpr std::uint32_t kAllLanes = ~0u;

// Calls f(lane) for every lane of the mask, in order.
template <typename F> void forEachLane(std::uint32_t lanes, F f) {
  for (; lanes; lanes &= lanes - 1)
    f(static_cast<unsigned>(std::countr_zero(lanes)));
}

void setAll(WarpOperands &w, std::uint32_t lanes, std::uint64_t result) {
  if (lanes == kAllLanes) {
    std::fill_n(w.result, kRaddleWarpSize, result);
    return;
  }
  forEachLane(lanes, [&](unsigned lane) { w.result[lane] = result; });
}

std::uint32_t ballot(const WarpOperands &w, std::uint32_t lanes) {
  std::uint32_t votes = 0;
  if (lanes == kAllLanes) {
    for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
      votes |= (w.value[lane] != 0 ? 1u : 0u) << lane;
    return votes;
  }
  forEachLane(lanes, [&](unsigned lane) { votes |= (w.value[lane] != 0 ? 1u : 0u) << lane; });
  return votes;
}

// The lanes that hold the same value as `lane`.
std::uint32_t lanesLike(const WarpOperands &w, std::uint32_t lanes, unsigned lane) {
  std::uint32_t like = 0;
  forEachLane(lanes, [&](unsigned other) { like |= (w.value[other] == w.value[lane] ? 1u : 0u) << other; });
  return like;
}

void matchAny(WarpOperands &w, std::uint32_t lanes) {
  while (lanes) {
    std::uint32_t like = lanesLike(w, lanes, static_cast<unsigned>(std::countr_zero(lanes)));
    setAll(w, like, like);
    lanes &= ~like;
  }
}

// A lane that does not take part gives zero, as on a GPU.
void shuffle(WarpOperands &w, std::uint32_t lanes) {
  auto valueFor = [&](unsigned lane) { return static_cast<std::uint32_t>(w.value[w.value[lane] >> 32]); };
  if (lanes == kAllLanes) {
    for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
      w.result[lane] = valueFor(lane);
    return;
  }
  forEachLane(lanes, [&](unsigned lane) {
    w.result[lane] = lanes >> (w.value[lane] >> 32) & 1 ? valueFor(lane) : 0;
  });
}

template <typename T, typename F> void reduce(WarpOperands &w, std::uint32_t lanes, F f) {
  T total = static_cast<T>(w.value[std::countr_zero(lanes)]);
  forEachLane(lanes & (lanes - 1), [&](unsigned lane) { total = f(total, static_cast<T>(w.value[lane])); });
  setAll(w, lanes, static_cast<std::uint32_t>(total));
}

} // namespace

void compute(WarpOp op, WarpOperands &w, std::uint32_t lanes) {
  if (!lanes)
    return;
  using U = std::uint32_t;
  using I = std::int32_t;
  switch (op) {
  case WarpOp::raddle_syncwarp:
    return;
  case WarpOp::raddle_vote_all:
    return setAll(w, lanes, ballot(w, lanes) == lanes);
  case WarpOp::raddle_vote_any:
    return setAll(w, lanes, ballot(w, lanes) != 0);
  case WarpOp::raddle_vote_uni: {
    std::uint32_t votes = ballot(w, lanes);
    return setAll(w, lanes, votes == 0 || votes == lanes);
  }
  case WarpOp::raddle_vote_ballot:
    return setAll(w, lanes, ballot(w, lanes));
  case WarpOp::raddle_match_any_32:
  case WarpOp::raddle_match_any_64:
    return matchAny(w, lanes);
  case WarpOp::raddle_match_all_32:
  case WarpOp::raddle_match_all_64:
    return setAll(w, lanes, lanesLike(w, lanes, static_cast<unsigned>(std::countr_zero(lanes))) == lanes);
  case WarpOp::raddle_shfl_up:
  case WarpOp::raddle_shfl_down:
  case WarpOp::raddle_shfl_bfly:
  case WarpOp::raddle_shfl_idx:
    return shuffle(w, lanes);
  case WarpOp::raddle_redux_add:
    return reduce<U>(w, lanes, [](U a, U b) { return a + b; });
  case WarpOp::raddle_redux_umin:
    return reduce<U>(w, lanes, [](U a, U b) { return std::min(a, b); });
  case WarpOp::raddle_redux_umax:
    return reduce<U>(w, lanes, [](U a, U b) { return std::max(a, b); });
  case WarpOp::raddle_redux_min:
    return reduce<I>(w, lanes, [](I a, I b) { return std::min(a, b); });
  case WarpOp::raddle_redux_max:
    return reduce<I>(w, lanes, [](I a, I b) { return std::max(a, b); });
  case WarpOp::raddle_redux_and:
    return reduce<U>(w, lanes, [](U a, U b) { return a & b; });
  case WarpOp::raddle_redux_or:
    return reduce<U>(w, lanes, [](U a, U b) { return a | b; });
  case WarpOp::raddle_redux_xor:
    return reduce<U>(w, lanes, [](U a, U b) { return a ^ b; });
  }
}

} // namespace raddle::runtime
