// Votes, matches, reductions and lane masks of a warp.
//
// In all *_sync functions `mask` names the lanes that take part; it must include the caller, and each of
// them must call the same function with the same mask.
#ifndef RADDLE_DEVICE_WARP_H
#define RADDLE_DEVICE_WARP_H

// The lanes that execute this together with the caller. A statement about now, not a promise.
RADDLE_DEVICE unsigned int __activemask() { return __nvvm_activemask(); }

// Votes.
RADDLE_DEVICE int __all_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate);
}
RADDLE_DEVICE int __any_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate);
}
RADDLE_DEVICE int __uni_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_uni_sync(mask, predicate);
}
RADDLE_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate);
}

// Matches: values are compared bit by bit. Any: the lanes that hold the caller's value. All: `mask` and
// *predicate = 1 when all lanes hold the same value, else 0 and 0. Compute capability 7.0 and above.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define RADDLE_MATCH(type, bits, word)                                                                       \
  RADDLE_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {                               \
    return __nvvm_match_any_sync_i##bits(mask, __builtin_bit_cast(word, value));                             \
  }                                                                                                          \
  RADDLE_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *predicate) {               \
    return __nvvm_match_all_sync_i##bits##p(mask, __builtin_bit_cast(word, value), predicate);               \
  }

RADDLE_MATCH(int, 32, unsigned int)
RADDLE_MATCH(unsigned int, 32, unsigned int)
RADDLE_MATCH(float, 32, unsigned int)
RADDLE_MATCH(long, 64, unsigned long long)
RADDLE_MATCH(unsigned long, 64, unsigned long long)
RADDLE_MATCH(long long, 64, unsigned long long)
RADDLE_MATCH(unsigned long long, 64, unsigned long long)
RADDLE_MATCH(double, 64, unsigned long long)

#undef RADDLE_MATCH
#endif

// Reductions. Compute capability 8.0 and above. (The builtins take the value first.)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define RADDLE_REDUCE(function, operation, type)                                                             \
  RADDLE_DEVICE type function(unsigned int mask, type value) {                                               \
    return static_cast<type>(__nvvm_redux_sync_##operation(value, mask));                                    \
  }

RADDLE_REDUCE(__reduce_add_sync, add, int)
RADDLE_REDUCE(__reduce_add_sync, add, unsigned int)
RADDLE_REDUCE(__reduce_min_sync, min, int)
RADDLE_REDUCE(__reduce_min_sync, umin, unsigned int)
RADDLE_REDUCE(__reduce_max_sync, max, int)
RADDLE_REDUCE(__reduce_max_sync, umax, unsigned int)
RADDLE_REDUCE(__reduce_and_sync, and, unsigned int)
RADDLE_REDUCE(__reduce_or_sync, or, unsigned int)
RADDLE_REDUCE(__reduce_xor_sync, xor, unsigned int)

#undef RADDLE_REDUCE
#endif

// Masks of the lanes below, up to, at, from and above the caller's: PTX registers that CUDA gives no name.
// Templates, so that a program's own function of the same name wins.
#define RADDLE_LANE_MASK(relation)                                                                           \
  template <int = 0> RADDLE_DEVICE unsigned int __lanemask_##relation() {                                    \
    return __nvvm_read_ptx_sreg_lanemask_##relation();                                                       \
  }

RADDLE_LANE_MASK(lt)
RADDLE_LANE_MASK(le)
RADDLE_LANE_MASK(eq)
RADDLE_LANE_MASK(ge)
RADDLE_LANE_MASK(gt)

#undef RADDLE_LANE_MASK

#endif
