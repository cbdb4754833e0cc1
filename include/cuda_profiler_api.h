// Marking the part of a run that a profiler should look at.
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "raddle/names/hide.h"

#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

#include "raddle/api/profiler.h"

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#include "raddle/names/show.h"

#endif
