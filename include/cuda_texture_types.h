// texture<T, dimensions, mode>: texture references, which CUDA 12 has removed and older programs still use. Each is a variable
// of the program, which a kernel names and the host binds to memory. For kernels it holds the handle of a texture object.
#ifndef __CUDA_TEXTURE_TYPES_H__
#define __CUDA_TEXTURE_TYPES_H__

#include "raddle/names/hide.h"

#include "channel_descriptor.h"
#include "texture_types.h"

#if defined(__cplusplus)

#if defined(__CUDA__)
#define __RADDLE_TEXTURE__ __attribute__((device_builtin_texture_type))
#else
#define __RADDLE_TEXTURE__
#endif

template <class T, int texType = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __RADDLE_TEXTURE__ texture : public textureReference {
  texture(int normalized_coordinates = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
          enum cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(normalized_coordinates, filter, address, cudaCreateChannelDesc<T>()) {}

  texture(int normalized_coordinates, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
          struct cudaChannelFormatDesc description)
      : textureReference() {
    normalized = normalized_coordinates;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = description;
  }
};

#undef __RADDLE_TEXTURE__

#endif

#include "raddle/names/show.h"

#endif
