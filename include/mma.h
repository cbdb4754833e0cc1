// nvcuda::wmma: matrices that a warp loads, multiplies and stores together, in device code. docs/matrices.md says how sums
// are made, and in which layout fragments are.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "raddle/names/hide.h"

#if defined(__cplusplus) && defined(__CUDA__)

#include "raddle/device/attributes.h"

#define RADDLE_FRAGMENT_MEMBER __inline__ __attribute__((device, always_inline, nodebug))
#include "raddle/matrices/registers.h"

#include "raddle/matrices/fragment.h"

#include "raddle/matrices/memory.h"
#include "raddle/matrices/product.h"
#undef RADDLE_FRAGMENT_MEMBER

#endif

#include "raddle/names/show.h"

#endif
