// The warp intrinsics that generated code calls.
#include "runtime/block.h"
#include "runtime/kernel_exports.h"
#include "runtime/warp.h"

using namespace raddle::runtime;

RADDLE_EXPORT void raddle_syncwarp(RaddleThread *thread, uint32_t mask) {
  rendezvous(thread, WarpOp::kSyncWarp, mask, 0, 0, RADDLE_CALL_SITE);
}

RADDLE_EXPORT uint32_t raddle_activemask(RaddleThread *thread) {
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  Warp &warp = block.warps[thread->warp];
  const uint32_t bit = 1u << thread->lane;
  self.wait = {"__activemask()", 0, RADDLE_CALL_SITE};
  warp.asker[thread->lane] = &self;
  warp.asking |= bit;
  warp.blocked |= bit;
  warp.yielded = 0;
  warp.answerAskers(block);
  block.wait(self);
  return static_cast<uint32_t>(warp.operands.result[thread->lane]);
}

#define RADDLE_VOTE(name, type, op)                                                                          \
  RADDLE_EXPORT type name(RaddleThread *thread, uint32_t mask, int32_t predicate) {                          \
    return static_cast<type>(rendezvous(thread, op, mask, predicate != 0, 0, RADDLE_CALL_SITE));             \
  }
RADDLE_VOTE(raddle_vote_all, int32_t, WarpOp::kVoteAll)
RADDLE_VOTE(raddle_vote_any, int32_t, WarpOp::kVoteAny)
RADDLE_VOTE(raddle_vote_uni, int32_t, WarpOp::kVoteUni)
RADDLE_VOTE(raddle_vote_ballot, uint32_t, WarpOp::kVoteBallot)

RADDLE_EXPORT uint32_t raddle_match_any_32(RaddleThread *thread, uint32_t mask, uint32_t value) {
  return static_cast<uint32_t>(rendezvous(thread, WarpOp::kMatchAny32, mask, value, 0, RADDLE_CALL_SITE));
}
RADDLE_EXPORT uint32_t raddle_match_any_64(RaddleThread *thread, uint32_t mask, uint64_t value) {
  return static_cast<uint32_t>(rendezvous(thread, WarpOp::kMatchAny64, mask, value, 0, RADDLE_CALL_SITE));
}
RADDLE_EXPORT uint32_t raddle_match_all_32(RaddleThread *thread, uint32_t mask, uint32_t value,
                                           int32_t *predicate) {
  bool same = rendezvous(thread, WarpOp::kMatchAll32, mask, value, 0, RADDLE_CALL_SITE) != 0;
  *predicate = same;
  return same ? mask : 0;
}
RADDLE_EXPORT uint32_t raddle_match_all_64(RaddleThread *thread, uint32_t mask, uint64_t value,
                                           int32_t *predicate) {
  bool same = rendezvous(thread, WarpOp::kMatchAll64, mask, value, 0, RADDLE_CALL_SITE) != 0;
  *predicate = same;
  return same ? mask : 0;
}

#define RADDLE_SHUFFLE(name, op, mode)                                                                       \
  RADDLE_EXPORT uint32_t name(RaddleThread *thread, uint32_t mask, uint32_t value, uint32_t source,          \
                              uint32_t clamp) {                                                              \
    uint32_t from = shuffleSource(mode, thread->lane, source, clamp);                                        \
    return static_cast<uint32_t>(rendezvous(thread, op, mask, value, from, RADDLE_CALL_SITE));               \
  }
RADDLE_SHUFFLE(raddle_shfl_up, WarpOp::kShflUp, Shuffle::kUp)
RADDLE_SHUFFLE(raddle_shfl_down, WarpOp::kShflDown, Shuffle::kDown)
RADDLE_SHUFFLE(raddle_shfl_bfly, WarpOp::kShflBfly, Shuffle::kBfly)
RADDLE_SHUFFLE(raddle_shfl_idx, WarpOp::kShflIdx, Shuffle::kIdx)

#define RADDLE_REDUX(name, op)                                                                               \
  RADDLE_EXPORT uint32_t name(RaddleThread *thread, uint32_t mask, uint32_t value) {                         \
    return static_cast<uint32_t>(rendezvous(thread, op, mask, value, 0, RADDLE_CALL_SITE));                  \
  }
RADDLE_REDUX(raddle_redux_add, WarpOp::kReduxAdd)
RADDLE_REDUX(raddle_redux_umin, WarpOp::kReduxUMin)
RADDLE_REDUX(raddle_redux_umax, WarpOp::kReduxUMax)
RADDLE_REDUX(raddle_redux_min, WarpOp::kReduxMin)
RADDLE_REDUX(raddle_redux_max, WarpOp::kReduxMax)
RADDLE_REDUX(raddle_redux_and, WarpOp::kReduxAnd)
RADDLE_REDUX(raddle_redux_or, WarpOp::kReduxOr)
RADDLE_REDUX(raddle_redux_xor, WarpOp::kReduxXor)
