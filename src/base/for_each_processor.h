// Functions that the compiler translates several times, for processors with longer vectors; the loader takes the best one.
#ifndef RADDLE_BASE_FOR_EACH_PROCESSOR_H
#define RADDLE_BASE_FOR_EACH_PROCESSOR_H

#include "base/sanitizers.h"

#if defined(__x86_64__) && !RADDLE_ASAN && !RADDLE_TSAN
#define RADDLE_FOR_EACH_PROCESSOR                                                                            \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RADDLE_FOR_EACH_PROCESSOR
#endif

#endif
