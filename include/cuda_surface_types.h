// surface<void, dimensions>: surface references, which CUDA 12 has removed and older programs still use.
#ifndef __CUDA_SURFACE_TYPES_H__
#define __CUDA_SURFACE_TYPES_H__

#include "raddle/names/hide.h"

#include "channel_descriptor.h"
#include "surface_types.h"

#if defined(__cplusplus)

#if defined(__CUDA__)
#define __RADDLE_SURFACE__ __attribute__((device_builtin_surface_type))
#else
#define __RADDLE_SURFACE__
#endif

template <class T, int dim = 1> struct __RADDLE_SURFACE__ surface : public surfaceReference {
  surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc<T>(); }
  surface(struct cudaChannelFormatDesc description) : surfaceReference() { channelDesc = description; }
};
// A surface holds bytes: the functions that read and write say what they are.
template <int dim> struct __RADDLE_SURFACE__ surface<void, dim> : public surfaceReference {
  surface() : surfaceReference() {}
};

#undef __RADDLE_SURFACE__

#endif

#include "raddle/names/show.h"

#endif
