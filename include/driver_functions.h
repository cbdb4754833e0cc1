// Small structures of the API from their members.
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "raddle/names/hide.h"

#include "driver_types.h"

/// `pitch` is bytes from row to row; `xsize` and `ysize` are width and height in elements.
static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize,
                                                            size_t ysize) {
  struct cudaPitchedPtr result;
  result.ptr = ptr;
  result.pitch = pitch;
  result.xsize = xsize;
  result.ysize = ysize;
  return result;
}

static __inline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos result;
  result.x = x;
  result.y = y;
  result.z = z;
  return result;
}

static __inline__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent result;
  result.width = width;
  result.height = height;
  result.depth = depth;
  return result;
}

#include "raddle/names/show.h"

#endif
