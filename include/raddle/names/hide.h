// A program may have macros named like anything in our headers: N, T, block, size. Each header that programs
// include stands between this file and show.h, so that it never meets them.
//
// The outermost of headers that include each other hides and shows. The names are collected when Raddle is
// built (cmake/hidden_names.cmake); without that, as in these headers where they are built from, nothing is
// hidden. No include guard: what is said here is said anew each time.
#pragma push_macro("__RADDLE_HIDES_NAMES")
#if !defined(__RADDLE_HIDES_NAMES) && defined(__has_include)
#define __RADDLE_HIDES_NAMES
#if __has_include("raddle_names/hide.h")
#include "raddle_names/hide.h"
#endif
#endif
