// The driver API's functions for profilers, which cuda.h has.
#ifndef cuda_profiler_H
#define cuda_profiler_H

#include "cuda.h"

#endif
