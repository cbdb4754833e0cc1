// The warp functions without _sync. CUDA removed them for compute capability 7.0 and above, where lanes
// need not run in lock step: there, a call is an error that names the replacement. Below 7.0 they work on
// the lanes that are active. The host pass compiles no device code, so it accepts them for either.
#ifndef RADDLE_DEVICE_REMOVED_FUNCTIONS_H
#define RADDLE_DEVICE_REMOVED_FUNCTIONS_H

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700

// Anything converts to this, and any other conversion is better, so that a program's own function of the
// same name wins.
struct __raddle_any {
  template <class T> __device__ __raddle_any(const T &);
};

#define RADDLE_REMOVED_TEXT(replacement)                                                                     \
  "CUDA removed it for compute capability 7.0 and above; use " replacement
#define RADDLE_REMOVED_SHUFFLE(function, replacement)                                                        \
  __device__ int function(__raddle_any value, __raddle_any source, __raddle_any width = 32)                  \
      __attribute__((unavailable(RADDLE_REMOVED_TEXT(replacement))));
#define RADDLE_REMOVED_VOTE(function, replacement)                                                           \
  __device__ int function(__raddle_any predicate)                                                            \
      __attribute__((unavailable(RADDLE_REMOVED_TEXT(replacement))));

RADDLE_REMOVED_SHUFFLE(__shfl, "__shfl_sync(mask, value, lane)")
RADDLE_REMOVED_SHUFFLE(__shfl_up, "__shfl_up_sync(mask, value, delta)")
RADDLE_REMOVED_SHUFFLE(__shfl_down, "__shfl_down_sync(mask, value, delta)")
RADDLE_REMOVED_SHUFFLE(__shfl_xor, "__shfl_xor_sync(mask, value, lane_mask)")
RADDLE_REMOVED_VOTE(__all, "__all_sync(mask, predicate)")
RADDLE_REMOVED_VOTE(__any, "__any_sync(mask, predicate)")
RADDLE_REMOVED_VOTE(__ballot, "__ballot_sync(mask, predicate)")

#undef RADDLE_REMOVED_VOTE
#undef RADDLE_REMOVED_SHUFFLE
#undef RADDLE_REMOVED_TEXT

#else

#define RADDLE_SHUFFLE_OF(type, function, source_type)                                                       \
  RADDLE_DEVICE type function(type value, source_type source, int width = 32) {                              \
    return function##_sync(__activemask(), value, source, width);                                            \
  }
#define RADDLE_SHUFFLE(function, source_type)                                                                \
  RADDLE_SHUFFLE_OF(int, function, source_type)                                                              \
  RADDLE_SHUFFLE_OF(unsigned int, function, source_type)                                                     \
  RADDLE_SHUFFLE_OF(long, function, source_type)                                                             \
  RADDLE_SHUFFLE_OF(unsigned long, function, source_type)                                                    \
  RADDLE_SHUFFLE_OF(long long, function, source_type)                                                        \
  RADDLE_SHUFFLE_OF(unsigned long long, function, source_type)                                               \
  RADDLE_SHUFFLE_OF(float, function, source_type)                                                            \
  RADDLE_SHUFFLE_OF(double, function, source_type)

RADDLE_SHUFFLE(__shfl, int)
RADDLE_SHUFFLE(__shfl_up, unsigned int)
RADDLE_SHUFFLE(__shfl_down, unsigned int)
RADDLE_SHUFFLE(__shfl_xor, int)

#undef RADDLE_SHUFFLE
#undef RADDLE_SHUFFLE_OF

RADDLE_DEVICE int __all(int predicate) { return __all_sync(__activemask(), predicate); }
RADDLE_DEVICE int __any(int predicate) { return __any_sync(__activemask(), predicate); }
RADDLE_DEVICE unsigned int __ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }

#endif

#endif
