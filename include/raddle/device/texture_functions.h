// tex1D and its kin, for texture objects: `T tex2D<T>(object, x, y)` and `tex2D(&result, object, x, y)`.
#ifndef RADDLE_DEVICE_TEXTURE_FUNCTIONS_H
#define RADDLE_DEVICE_TEXTURE_FUNCTIONS_H

#include "raddle/device/sampling.h"
#include "texture_types.h"

namespace raddle_texture {

// Describes how a texture fetch returns T: whether its components are floats or integers, how many there are, and the vector
// type that holds four of them. Textures of other types do not exist.
template <typename T> struct Texel;

#define RADDLE_TEXEL(type, all, value, count, ...)                                                           \
  template <> struct Texel<type> {                                                                           \
    using All = all;                                                                                         \
    using Value = value;                                                                                     \
    static constexpr int kComponents = count;                                                                \
    RADDLE_DEVICE type from(const Four<value> &read) { return __VA_ARGS__; }                                 \
  };
#define RADDLE_TEXELS(component, base, value)                                                                \
  RADDLE_TEXEL(component, base##4, value, 1, static_cast<component>(read.x))                                 \
  RADDLE_TEXEL(base##1, base##4, value, 1, {static_cast<component>(read.x)})                                 \
  RADDLE_TEXEL(base##2, base##4, value, 2, {static_cast<component>(read.x), static_cast<component>(read.y)}) \
  RADDLE_TEXEL(base##4, base##4, value, 4,                                                                   \
               {static_cast<component>(read.x), static_cast<component>(read.y),                              \
                static_cast<component>(read.z), static_cast<component>(read.w)})

RADDLE_TEXEL(char, char4, int, 1, static_cast<char>(read.x))
RADDLE_TEXELS(signed char, char, int)
RADDLE_TEXELS(unsigned char, uchar, int)
RADDLE_TEXELS(short, short, int)
RADDLE_TEXELS(unsigned short, ushort, int)
RADDLE_TEXELS(int, int, int)
RADDLE_TEXELS(unsigned int, uint, int)
RADDLE_TEXELS(float, float, float)

#undef RADDLE_TEXELS
#undef RADDLE_TEXEL

template <typename T, int kDimensions>
RADDLE_DEVICE T fetch(unsigned long long object, const Coordinates &at) {
  return Texel<T>::from(
      sample<typename Texel<T>::Value, Texel<T>::kComponents, kDimensions>(samplerOf(object), at));
}
template <typename T, int kDimensions>
RADDLE_DEVICE T fetchDetail(unsigned long long object, const Coordinates &at, float detail) {
  return Texel<T>::from(sampleDetail<typename Texel<T>::Value, Texel<T>::kComponents, kDimensions>(
      samplerOf(object), at, detail));
}
template <typename T, int kDimensions>
RADDLE_DEVICE T fetchGradient(unsigned long long object, const Coordinates &at, const float (&dx)[3],
                              const float (&dy)[3]) {
  return Texel<T>::from(sampleGradient<typename Texel<T>::Value, Texel<T>::kComponents, kDimensions>(
      samplerOf(object), at, dx, dy));
}

// `dx` and `dy` are changes of the direction (x, y, z).
template <typename T>
RADDLE_DEVICE T fetchCubeGradient(unsigned long long object, float x, float y, float z, int layer, float4 dx,
                                  float4 dy) {
  const Coordinates at = onCube(x, y, z, layer);
  return fetchGradient<T, kCube>(object, at, stepOnFace(at, x, y, z, {dx.x, dx.y, dx.z}).along,
                                 stepOnFace(at, x, y, z, {dy.x, dy.y, dy.z}).along);
}

// An element of linear memory, by its number. Beyond the end is 0.
template <typename T> RADDLE_DEVICE T fetchElement(unsigned long long object, int index) {
  const Sampler &sampler = samplerOf(object);
  Coordinates at = {static_cast<float>(0), 0.0f, 0.0f, 0};
  Level level = sampler.level;
  const bool inside = isInside(index, static_cast<int>(level.width));
  level.base += static_cast<long long>(inside ? index : 0) * static_cast<int>(sampler.texel_bytes);
  level.width = 1;
  const auto read = sampleLevel<Texel<T>::kComponents, 1>(typename Texel<T>::Value(0), sampler, level, at);
  return inside ? Texel<T>::from(read) : T{};
}

} // namespace raddle_texture

// A function in both forms. `parameters` and `arguments` are in parentheses.
#define RADDLE_TEXTURE_FUNCTION(name, parameters, arguments, ...)                                            \
  template <typename T> RADDLE_DEVICE T name(cudaTextureObject_t object, RADDLE_TEXTURE_LIST parameters) {   \
    return __VA_ARGS__;                                                                                      \
  }                                                                                                          \
  template <typename T>                                                                                      \
  RADDLE_DEVICE void name(T *result, cudaTextureObject_t object, RADDLE_TEXTURE_LIST parameters) {           \
    *result = name<T>(object, RADDLE_TEXTURE_LIST arguments);                                                \
  }
#define RADDLE_TEXTURE_LIST(...) __VA_ARGS__

// A function of a shape of textures, with those that are given a level of detail or the distances of samples.
#define RADDLE_TEXTURE_SHAPE(name, dimensions, parameters, arguments, ...)                                   \
  RADDLE_TEXTURE_FUNCTION(name, parameters, arguments,                                                       \
                          raddle_texture::fetch<T, dimensions>(object, __VA_ARGS__))                         \
  RADDLE_TEXTURE_FUNCTION(name##Lod, (RADDLE_TEXTURE_LIST parameters, float level),                          \
                          (RADDLE_TEXTURE_LIST arguments, level),                                            \
                          raddle_texture::fetchDetail<T, dimensions>(object, __VA_ARGS__, level))

RADDLE_TEXTURE_FUNCTION(tex1Dfetch, (int x), (x), raddle_texture::fetchElement<T>(object, x))

RADDLE_TEXTURE_SHAPE(tex1D, 1, (float x), (x), {x, 0.0f, 0.0f, 0})
RADDLE_TEXTURE_SHAPE(tex2D, 2, (float x, float y), (x, y), {x, y, 0.0f, 0})
RADDLE_TEXTURE_SHAPE(tex3D, 3, (float x, float y, float z), (x, y, z), {x, y, z, 0})
RADDLE_TEXTURE_SHAPE(tex1DLayered, 1, (float x, int layer), (x, layer), {x, 0.0f, 0.0f, layer})
RADDLE_TEXTURE_SHAPE(tex2DLayered, 2, (float x, float y, int layer), (x, y, layer), {x, y, 0.0f, layer})
RADDLE_TEXTURE_SHAPE(texCubemap, raddle_texture::kCube, (float x, float y, float z), (x, y, z),
                     raddle_texture::onCube(x, y, z, 0))
RADDLE_TEXTURE_SHAPE(texCubemapLayered, raddle_texture::kCube, (float x, float y, float z, int layer),
                     (x, y, z, layer), raddle_texture::onCube(x, y, z, layer))

RADDLE_TEXTURE_FUNCTION(tex1DGrad, (float x, float dx, float dy), (x, dx, dy),
                        raddle_texture::fetchGradient<T, 1>(object, {x, 0.0f, 0.0f, 0}, {dx, 0.0f, 0.0f},
                                                            {dy, 0.0f, 0.0f}))
RADDLE_TEXTURE_FUNCTION(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
                        raddle_texture::fetchGradient<T, 2>(object, {x, y, 0.0f, 0}, {dx.x, dx.y, 0.0f},
                                                            {dy.x, dy.y, 0.0f}))
RADDLE_TEXTURE_FUNCTION(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
                        raddle_texture::fetchGradient<T, 3>(object, {x, y, z, 0}, {dx.x, dx.y, dx.z},
                                                            {dy.x, dy.y, dy.z}))
RADDLE_TEXTURE_FUNCTION(tex1DLayeredGrad, (float x, int layer, float dx, float dy), (x, layer, dx, dy),
                        raddle_texture::fetchGradient<T, 1>(object, {x, 0.0f, 0.0f, layer}, {dx, 0.0f, 0.0f},
                                                            {dy, 0.0f, 0.0f}))
RADDLE_TEXTURE_FUNCTION(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy),
                        (x, y, layer, dx, dy),
                        raddle_texture::fetchGradient<T, 2>(object, {x, y, 0.0f, layer}, {dx.x, dx.y, 0.0f},
                                                            {dy.x, dy.y, 0.0f}))
RADDLE_TEXTURE_FUNCTION(texCubemapGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
                        raddle_texture::fetchCubeGradient<T>(object, x, y, z, 0, dx, dy))
RADDLE_TEXTURE_FUNCTION(texCubemapLayeredGrad, (float x, float y, float z, int layer, float4 dx, float4 dy),
                        (x, y, z, layer, dx, dy),
                        raddle_texture::fetchCubeGradient<T>(object, x, y, z, layer, dx, dy))

template <typename T>
RADDLE_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, int component = 0) {
  using namespace raddle_texture;
  return Texel<T>::from(gather(typename Texel<T>::Value(0), samplerOf(object), x, y, component));
}
template <typename T>
RADDLE_DEVICE void tex2Dgather(T *result, cudaTextureObject_t object, float x, float y, int component = 0) {
  *result = tex2Dgather<T>(object, x, y, component);
}

#undef RADDLE_TEXTURE_SHAPE
#undef RADDLE_TEXTURE_FUNCTION

#endif
