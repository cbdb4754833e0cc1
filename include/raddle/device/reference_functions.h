// tex1D and its kin and surf1Dread and its kin, for references, which older programs use.
#ifndef RADDLE_DEVICE_REFERENCE_FUNCTIONS_H
#define RADDLE_DEVICE_REFERENCE_FUNCTIONS_H

#include "cuda_surface_types.h"
#include "cuda_texture_types.h"
#include "raddle/device/surface_functions.h"
#include "raddle/device/texture_functions.h"

namespace raddle_texture {

// In device code, the variable of a reference holds the handle of the object that it is bound to.
template <typename Reference> RADDLE_DEVICE unsigned long long objectOf(const Reference &reference) {
  return reinterpret_cast<const unsigned long long &>(reference);
}

// What a fetch gives: the element itself, or floats from 0 or -1 to 1.
template <typename T, cudaTextureReadMode mode> struct Fetched {
  using Type = T;
};
template <int components> struct Floats;
template <> struct Floats<1> {
  using Type = float;
};
template <> struct Floats<2> {
  using Type = float2;
};
template <> struct Floats<4> {
  using Type = float4;
};
template <typename T> struct Fetched<T, cudaReadModeNormalizedFloat> {
  using Type = typename Floats<Texel<T>::kComponents>::Type;
};
template <typename T, cudaTextureReadMode mode> struct Gathered { using Type = typename Texel<T>::All; };
template <typename T> struct Gathered<T, cudaReadModeNormalizedFloat> { using Type = float4; };

} // namespace raddle_texture

#define RADDLE_REFERENCE_LIST(...) __VA_ARGS__
#define RADDLE_REFERENCE_FUNCTION(name, type, parameters, arguments)                                         \
  template <typename T, cudaTextureReadMode mode>                                                            \
  RADDLE_DEVICE typename raddle_texture::Fetched<T, mode>::Type name(const texture<T, type, mode> &reference, \
                                                                     RADDLE_REFERENCE_LIST parameters) {     \
    return name<typename raddle_texture::Fetched<T, mode>::Type>(raddle_texture::objectOf(reference),        \
                                                                 RADDLE_REFERENCE_LIST arguments);           \
  }
#define RADDLE_REFERENCE_SHAPE(name, type, parameters, arguments)                                            \
  RADDLE_REFERENCE_FUNCTION(name, type, parameters, arguments)                                               \
  RADDLE_REFERENCE_FUNCTION(name##Lod, type, (RADDLE_REFERENCE_LIST parameters, float level),                \
                            (RADDLE_REFERENCE_LIST arguments, level))

RADDLE_REFERENCE_FUNCTION(tex1Dfetch, cudaTextureType1D, (int x), (x))
RADDLE_REFERENCE_SHAPE(tex1D, cudaTextureType1D, (float x), (x))
RADDLE_REFERENCE_SHAPE(tex2D, cudaTextureType2D, (float x, float y), (x, y))
RADDLE_REFERENCE_SHAPE(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
RADDLE_REFERENCE_SHAPE(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
RADDLE_REFERENCE_SHAPE(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
RADDLE_REFERENCE_SHAPE(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
RADDLE_REFERENCE_SHAPE(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                       (x, y, z, layer))
RADDLE_REFERENCE_FUNCTION(tex1DGrad, cudaTextureType1D, (float x, float dx, float dy), (x, dx, dy))
RADDLE_REFERENCE_FUNCTION(tex2DGrad, cudaTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
RADDLE_REFERENCE_FUNCTION(tex3DGrad, cudaTextureType3D, (float x, float y, float z, float4 dx, float4 dy),
                          (x, y, z, dx, dy))
RADDLE_REFERENCE_FUNCTION(tex1DLayeredGrad, cudaTextureType1DLayered, (float x, int layer, float dx, float dy),
                          (x, layer, dx, dy))
RADDLE_REFERENCE_FUNCTION(tex2DLayeredGrad, cudaTextureType2DLayered,
                          (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy))
RADDLE_REFERENCE_FUNCTION(texCubemapGrad, cudaTextureTypeCubemap,
                          (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
RADDLE_REFERENCE_FUNCTION(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered,
                          (float x, float y, float z, int layer, float4 dx, float4 dy),
                          (x, y, z, layer, dx, dy))

template <typename T, cudaTextureReadMode mode>
RADDLE_DEVICE typename raddle_texture::Gathered<T, mode>::Type
tex2Dgather(const texture<T, cudaTextureType2D, mode> &reference, float x, float y, int component = 0) {
  return tex2Dgather<typename raddle_texture::Gathered<T, mode>::Type>(raddle_texture::objectOf(reference), x,
                                                                       y, component);
}

#undef RADDLE_REFERENCE_SHAPE
#undef RADDLE_REFERENCE_FUNCTION

// The names of the functions' own parameters, after those of the shape.
#define RADDLE_SURFACE_REFERENCE(name, type, parameters, arguments)                                          \
  template <typename T>                                                                                      \
  RADDLE_DEVICE T name##read(const surface<void, type> &reference, int x RADDLE_REFERENCE_LIST parameters,   \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                          \
    return name##read<T>(raddle_texture::objectOf(reference), x RADDLE_REFERENCE_LIST arguments, mode);      \
  }                                                                                                          \
  template <typename T>                                                                                      \
  RADDLE_DEVICE void name##read(T *result, const surface<void, type> &reference,                             \
                                int x RADDLE_REFERENCE_LIST parameters,                                      \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                       \
    *result = name##read<T>(raddle_texture::objectOf(reference), x RADDLE_REFERENCE_LIST arguments, mode);   \
  }                                                                                                          \
  template <typename T>                                                                                      \
  RADDLE_DEVICE void name##write(T value, const surface<void, type> &reference,                              \
                                 int x RADDLE_REFERENCE_LIST parameters,                                     \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                      \
    name##write<T>(value, raddle_texture::objectOf(reference), x RADDLE_REFERENCE_LIST arguments, mode);     \
  }

RADDLE_SURFACE_REFERENCE(surf1D, cudaSurfaceType1D, (), ())
RADDLE_SURFACE_REFERENCE(surf2D, cudaSurfaceType2D, (, int y), (, y))
RADDLE_SURFACE_REFERENCE(surf3D, cudaSurfaceType3D, (, int y, int z), (, y, z))
RADDLE_SURFACE_REFERENCE(surf1DLayered, cudaSurfaceType1DLayered, (, int layer), (, layer))
RADDLE_SURFACE_REFERENCE(surf2DLayered, cudaSurfaceType2DLayered, (, int y, int layer), (, y, layer))
RADDLE_SURFACE_REFERENCE(surfCubemap, cudaSurfaceTypeCubemap, (, int y, int face), (, y, face))
RADDLE_SURFACE_REFERENCE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, (, int y, int layer_face),
                         (, y, layer_face))

#undef RADDLE_SURFACE_REFERENCE
#undef RADDLE_REFERENCE_LIST

#endif
