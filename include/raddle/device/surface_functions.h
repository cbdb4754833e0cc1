// surf1Dread and its kin, for surface objects. The first coordinate counts bytes, the others rows, slices and layers.
#ifndef RADDLE_DEVICE_SURFACE_FUNCTIONS_H
#define RADDLE_DEVICE_SURFACE_FUNCTIONS_H

#include "raddle/device/sampling.h"
#include "surface_types.h"

namespace raddle_texture {

// Null outside of the surface, for the mode that reads zeros there.
template <typename T>
RADDLE_DEVICE T *element(cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const Level &level = samplerOf(object).level;
  const int bytes = static_cast<int>(level.width * samplerOf(object).texel_bytes);
  const int last = bytes - static_cast<int>(sizeof(T));
  const bool inside = x >= 0 && x <= last && isInside(y, static_cast<int>(level.height)) &&
                      isInside(z, static_cast<int>(level.depth));
  if (!inside && mode == cudaBoundaryModeTrap)
    __trap();
  if (mode == cudaBoundaryModeClamp) {
    x = min(max(x, 0), last);
    y = min(max(y, 0), static_cast<int>(level.height) - 1);
    z = min(max(z, 0), static_cast<int>(level.depth) - 1);
  } else if (!inside) {
    return nullptr;
  }
  const int component_bytes = static_cast<int>(samplerOf(object).texel_bytes / samplerOf(object).channels);
  return reinterpret_cast<T *>(
      level.base +
      static_cast<long long>(static_cast<int>(level.slice) * z + static_cast<int>(level.pitch) * y) *
          component_bytes +
      x);
}

template <typename T>
RADDLE_DEVICE T readSurface(cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const T *at = element<T>(object, x, y, z, mode);
  return at ? *at : T{};
}
template <typename T>
RADDLE_DEVICE void writeSurface(T value, cudaSurfaceObject_t object, int x, int y, int z,
                                cudaSurfaceBoundaryMode mode) {
  if (T *at = element<T>(object, x, y, z, mode))
    *at = value;
}

} // namespace raddle_texture

// `parameters` in parentheses, then the row and the slice.
#define RADDLE_SURFACE_LIST(...) __VA_ARGS__
#define RADDLE_SURFACE_SHAPE(name, parameters, y_, z_)                                                       \
  template <typename T>                                                                                      \
  RADDLE_DEVICE T name##read(cudaSurfaceObject_t object, int x RADDLE_SURFACE_LIST parameters,               \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                          \
    return raddle_texture::readSurface<T>(object, x, y_, z_, mode);                                          \
  }                                                                                                          \
  template <typename T>                                                                                      \
  RADDLE_DEVICE void name##read(T *result, cudaSurfaceObject_t object, int x RADDLE_SURFACE_LIST parameters, \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                       \
    *result = raddle_texture::readSurface<T>(object, x, y_, z_, mode);                                       \
  }                                                                                                          \
  template <typename T>                                                                                      \
  RADDLE_DEVICE void name##write(T value, cudaSurfaceObject_t object, int x RADDLE_SURFACE_LIST parameters,  \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                      \
    raddle_texture::writeSurface<T>(value, object, x, y_, z_, mode);                                         \
  }

RADDLE_SURFACE_SHAPE(surf1D, (), 0, 0)
RADDLE_SURFACE_SHAPE(surf2D, (, int y), y, 0)
RADDLE_SURFACE_SHAPE(surf3D, (, int y, int z), y, z)
RADDLE_SURFACE_SHAPE(surf1DLayered, (, int layer), 0, layer)
RADDLE_SURFACE_SHAPE(surf2DLayered, (, int y, int layer), y, layer)
RADDLE_SURFACE_SHAPE(surfCubemap, (, int y, int face), y, face)
RADDLE_SURFACE_SHAPE(surfCubemapLayered, (, int y, int layer_face), y, layer_face)

#undef RADDLE_SURFACE_SHAPE
#undef RADDLE_SURFACE_LIST

#endif
