// Functions that an architecture lacks are errors in the line that calls them, not in our headers. Templates, so that a
// program's own function of the same name wins.
#ifndef RADDLE_DEVICE_LACKING_FUNCTIONS_H
#define RADDLE_DEVICE_LACKING_FUNCTIONS_H

#define RADDLE_LACKING(__function, __capability, __architecture)                                             \
  template <class... __Types>                                                                                \
  __device__ unsigned int __function(__Types...)                                                             \
      __attribute__((__unavailable__("it needs compute capability " __capability                             \
                                     ": compile with -arch=" __architecture " or higher")));

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
RADDLE_LACKING(__match_any_sync, "7.0", "sm_70")
RADDLE_LACKING(__match_all_sync, "7.0", "sm_70")
RADDLE_LACKING(__nanosleep, "7.0", "sm_70")
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
RADDLE_LACKING(__reduce_add_sync, "8.0", "sm_80")
RADDLE_LACKING(__reduce_min_sync, "8.0", "sm_80")
RADDLE_LACKING(__reduce_max_sync, "8.0", "sm_80")
RADDLE_LACKING(__reduce_and_sync, "8.0", "sm_80")
RADDLE_LACKING(__reduce_or_sync, "8.0", "sm_80")
RADDLE_LACKING(__reduce_xor_sync, "8.0", "sm_80")
#endif

#undef RADDLE_LACKING

#endif
