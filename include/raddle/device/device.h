// What CUDA device code can use without including anything: the built-in variables, the intrinsics, and
// the C and C++ mathematics. Included by cuda_runtime.h in every CUDA compilation, in the host pass too,
// because kernels are parsed there.
//
// Bodies are in three places: a compiler builtin (NVVM IR), an inline function of these headers, or the
// device library (src/device), which the kernel compiler links in. docs/device_library.md says how to add
// one. The order below matters where a comment says so.
#ifndef RADDLE_DEVICE_DEVICE_H
#define RADDLE_DEVICE_DEVICE_H

#include "crt/host_defines.h"
#include "vector_types.h"

#include "raddle/device/attributes.h"

// Before any header of the C or C++ library: <cstring>, <cstdio> and <cmath> then pull the device overloads
// into namespace std, and constexpr functions of the C++ library do not become ours by accident.
#include "raddle/device/runtime_calls.h"
#include "raddle/device/standard_library.h"
#include <__clang_cuda_math_forward_declares.h>

// What nvcc's own prologue includes; programs rely on it.
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "raddle/device/builtin_variables.h"
#include "raddle/device/conversions.h"
#include "raddle/device/device_math.h"
#include "raddle/device/special_math.h"

#include "raddle/device/arithmetic.h"
#include "raddle/device/fast_math.h"
#include "raddle/device/integer.h"
#include "raddle/device/min_max.h"
#include "raddle/device/simd.h"
#include "raddle/device/simd_fused.h"

#include "raddle/device/address_spaces.h"
#include "raddle/device/atomics.h"
#include "raddle/device/clusters.h"
#include "raddle/device/memory_access.h"
#include "raddle/device/nv_atomics.h"
#include "raddle/device/shuffle.h"
#include "raddle/device/synchronization.h"
#include "raddle/device/warp.h"

#include "raddle/device/surface_functions.h"
#include "raddle/device/texture_functions.h"

#include "raddle/device/lacking_functions.h"
#include "raddle/device/removed_functions.h"

// Last: clang's wrapper of <new> defines operator new for device code in terms of malloc above.
#include <new>

#endif
