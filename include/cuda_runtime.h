// The CUDA runtime for C++: the API with types instead of void pointers, and, when a .cu file is compiled,
// everything that CUDA source uses without including anything. raddlecc includes it first.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "raddle/names/hide.h"

#include "crt/host_defines.h"
#include "vector_types.h"

// C++17's special functions (std::beta, ...) are a third of what all these headers cost. They come when a
// program includes <cmath> itself: see raddle/standard/cmath.
#if defined(__CUDA__) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#ifdef _GLIBCXX_USE_STD_SPEC_FUNCS
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define RADDLE_LEAVES_OUT_SPECIAL_FUNCTIONS
#endif
#endif

#if defined(__CUDA__) && __has_include("raddle/device/device.h")
// Before any header of the C or C++ library, which must see the device overloads of their functions.
#include "raddle/device/device.h"
#endif

#include "crt/host_config.h"

#if defined(__CUDA__)
#include <cmath>
#include <cstdlib>
#include <string.h>
#include <time.h>
#endif
#if defined(__cplusplus) && __cplusplus >= 201103L
#include <utility>
#endif
#ifdef RADDLE_LEAVES_OUT_SPECIAL_FUNCTIONS
// What they bring: std::min, std::copy and their like, which many programs use without <algorithm>.
#include <bits/stl_algobase.h>
#include <limits>
#endif

#include "builtin_types.h"
#include "library_types.h"
#include "vector_functions.h"
#include "driver_functions.h"
#include "cuda_runtime_api.h"
#include "channel_descriptor.h"
#include "cuda_surface_types.h"
#include "cuda_texture_types.h"

#if defined(__CUDA__)
#include "crt/host_runtime.h"
#include "device_launch_parameters.h"
#endif

#if defined(__cplusplus)
#include "raddle/templates/launch.h"
#include "raddle/templates/memory.h"
#include "raddle/templates/symbol.h"
#include "raddle/templates/texture.h"
#include "raddle/templates/occupancy.h"
#include "raddle/templates/graph.h"
#endif

#if defined(__CUDA__) && __has_include("raddle/device/reference_functions.h")
#include "raddle/device/reference_functions.h"
#endif
#if defined(__CUDA__) && __has_include("raddle/device/runtime_api.h")
#include "raddle/device/runtime_api.h"
#endif

#ifdef RADDLE_LEAVES_OUT_SPECIAL_FUNCTIONS
#undef RADDLE_LEAVES_OUT_SPECIAL_FUNCTIONS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 1
#define RADDLE_WITHOUT_SPECIAL_FUNCTIONS
#endif

#include "raddle/names/show.h"

#endif
