// What all headers of Cooperative Groups share: the qualifier of their functions, and the platform.
#ifndef COOPERATIVE_GROUPS_DETAIL_CONFIG_H
#define COOPERATIVE_GROUPS_DETAIL_CONFIG_H

#if __cplusplus < 201703L
#error "Cooperative Groups need C++17: compile with -std=c++17 or newer"
#endif

// Raddle reports a wrong use where the program has it, not in these headers.
#ifdef __RADDLE__
#define RADDLE_CG_NODEBUG __attribute__((nodebug))
#else
#define RADDLE_CG_NODEBUG
#endif

// Everything is a few instructions once its arguments are known, so everything is expanded in place.
#define RADDLE_CG_DEVICE __device__ __forceinline__ RADDLE_CG_NODEBUG
#define RADDLE_CG_CONSTEXPR __host__ __device__ __forceinline__ constexpr
// Between the parameters and the body of a lambda.
#define RADDLE_CG_LAMBDA RADDLE_CG_NODEBUG

// Before a loop over the steps of a collective. On a CPU the threads of a warp take turns at each step, and
// those of a loop all return to the same place, as the processor expects.
#ifdef __RADDLE__
#define RADDLE_CG_UNROLL
#else
#define RADDLE_CG_UNROLL _Pragma("unroll")
#endif

// Where CUDA's own headers have it, so that libraries that declare a group ahead declare this one.
namespace cooperative_groups {
namespace __v1 {}
using namespace __v1;
} // namespace cooperative_groups

#include "platform.h"

#endif
