// The warp intrinsics that generated code calls.
#include "runtime/calls/rendezvous.h"
#include "runtime/calls/waiting_function.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

Fiber *arriveAtSyncwarp(RaddleThread *thread, uint32_t mask, uintptr_t site) {
  return arriveIn(WarpOp::raddle_syncwarp, thread, mask, 0, site);
}

template <WarpOp op>
Fiber *arriveAtVote(RaddleThread *thread, uint32_t mask, int32_t predicate, uintptr_t site) {
  return arriveIn(op, thread, mask, predicate != 0, site);
}

template <WarpOp op, typename T>
Fiber *arriveWith(RaddleThread *thread, uint32_t mask, T value, uintptr_t site) {
  return arriveIn(op, thread, mask, value, site);
}

template <WarpOp op, Shuffle mode>
Fiber *arriveAtShuffle(RaddleThread *thread, uint32_t mask, uint32_t value, uint32_t source, uint32_t clamp,
                       uintptr_t site) {
  return arriveIn(op, thread, mask, shuffleOperand(value, shuffleSource(mode, thread->lane, source, clamp)),
                  site);
}

template <WarpOp op>
uint32_t matchAll(RaddleThread *thread, uint32_t mask, uint64_t value, int32_t *predicate, uintptr_t site) {
  finishWait(thread, arriveIn(op, thread, mask, value, site));
  const bool same = ResultOfWarp::of(*static_cast<Fiber *>(thread)) != 0;
  *predicate = same;
  return same ? mask : 0;
}

} // namespace

RADDLE_WAITING_PROCEDURE(raddle_syncwarp, (RaddleThread * thread, uint32_t mask), arriveAtSyncwarp,
                         (thread, mask, RADDLE_CALL_SITE), RADDLE_THIRD_ARGUMENT)

RADDLE_EXPORT uint32_t raddle_activemask(RaddleThread *thread) {
  return activeMask(thread, RADDLE_CALL_SITE);
}

#define RADDLE_VOTE(name, type)                                                                              \
  RADDLE_WARP_FUNCTION(type, name, (RaddleThread * thread, uint32_t mask, int32_t predicate),                \
                       arriveAtVote<WarpOp::name>, (thread, mask, predicate, RADDLE_CALL_SITE),              \
                       RADDLE_FOURTH_ARGUMENT)
RADDLE_VOTE(raddle_vote_all, int32_t)
RADDLE_VOTE(raddle_vote_any, int32_t)
RADDLE_VOTE(raddle_vote_uni, int32_t)
RADDLE_VOTE(raddle_vote_ballot, uint32_t)

#define RADDLE_OF_VALUE(name, type)                                                                          \
  RADDLE_WARP_FUNCTION(uint32_t, name, (RaddleThread * thread, uint32_t mask, type value),                   \
                       (arriveWith<WarpOp::name, type>), (thread, mask, value, RADDLE_CALL_SITE),            \
                       RADDLE_FOURTH_ARGUMENT)
RADDLE_OF_VALUE(raddle_match_any_32, uint32_t)
RADDLE_OF_VALUE(raddle_match_any_64, uint64_t)
RADDLE_OF_VALUE(raddle_redux_add, uint32_t)
RADDLE_OF_VALUE(raddle_redux_umin, uint32_t)
RADDLE_OF_VALUE(raddle_redux_umax, uint32_t)
RADDLE_OF_VALUE(raddle_redux_min, uint32_t)
RADDLE_OF_VALUE(raddle_redux_max, uint32_t)
RADDLE_OF_VALUE(raddle_redux_and, uint32_t)
RADDLE_OF_VALUE(raddle_redux_or, uint32_t)
RADDLE_OF_VALUE(raddle_redux_xor, uint32_t)

RADDLE_EXPORT uint32_t raddle_match_all_32(RaddleThread *thread, uint32_t mask, uint32_t value,
                                           int32_t *predicate) {
  return matchAll<WarpOp::raddle_match_all_32>(thread, mask, value, predicate, RADDLE_CALL_SITE);
}
RADDLE_EXPORT uint32_t raddle_match_all_64(RaddleThread *thread, uint32_t mask, uint64_t value,
                                           int32_t *predicate) {
  return matchAll<WarpOp::raddle_match_all_64>(thread, mask, value, predicate, RADDLE_CALL_SITE);
}

#define RADDLE_SHUFFLE(name, mode)                                                                           \
  RADDLE_WARP_FUNCTION(                                                                                      \
      uint32_t, name,                                                                                        \
      (RaddleThread * thread, uint32_t mask, uint32_t value, uint32_t source, uint32_t clamp),               \
      (arriveAtShuffle<WarpOp::name, mode>), (thread, mask, value, source, clamp, RADDLE_CALL_SITE),         \
      RADDLE_SIXTH_ARGUMENT)
RADDLE_SHUFFLE(raddle_shfl_up, Shuffle::kUp)
RADDLE_SHUFFLE(raddle_shfl_down, Shuffle::kDown)
RADDLE_SHUFFLE(raddle_shfl_bfly, Shuffle::kBfly)
RADDLE_SHUFFLE(raddle_shfl_idx, Shuffle::kIdx)
