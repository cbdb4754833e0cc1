// tex, tld4, suld and sust of PTX (src/ptx/instructions/texture_instructions.cpp), by the code that the functions of the CUDA
// headers use. Coordinates are bits of 32, as many as the instruction has.

#pragma clang diagnostic ignored "-Wunknown-attributes"
#pragma clang diagnostic ignored "-Wignored-attributes"

// What the headers want of CUDA.
#define __device__
#define INLINE static inline __attribute__((always_inline, nodebug))
INLINE float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
INLINE float fabsf(float x) { return __builtin_fabsf(x); }
INLINE float floorf(float x) { return __builtin_floorf(x); }
INLINE float ceilf(float x) { return __builtin_ceilf(x); }
INLINE float fminf(float a, float b) { return __builtin_fminf(a, b); }
INLINE float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
INLINE float sqrtf(float x) { return __builtin_sqrtf(x); }
extern "C" float log2f(float x);
INLINE int min(int a, int b) { return a < b ? a : b; }
INLINE int max(int a, int b) { return a > b ? a : b; }
INLINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }

#include "raddle/device/sampling.h"

#define DEVICE extern "C" __attribute__((always_inline, nodebug))

using namespace raddle_texture;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long long;
template <class T, int count> using Registers = T __attribute__((ext_vector_type(count)));

namespace {

INLINE float real(u32 bits) { return __uint_as_float(bits); }
template <class T> INLINE Registers<T, 4> registersOf(const Four<T> &read) {
  return {read.x, read.y, read.z, read.w};
}

// ---- Coordinates: those of a layer come first, and there are 1, 2 or 4 ----

INLINE Coordinates at_1d(u32 x) { return {real(x), 0.0f, 0.0f, 0}; }
INLINE Coordinates at_2d(u32 x, u32 y) { return {real(x), real(y), 0.0f, 0}; }
INLINE Coordinates at_3d(u32 x, u32 y, u32 z, u32) { return {real(x), real(y), real(z), 0}; }
INLINE Coordinates at_a1d(u32 layer, u32 x) { return {real(x), 0.0f, 0.0f, static_cast<int>(layer)}; }
INLINE Coordinates at_a2d(u32 layer, u32 x, u32 y, u32) {
  return {real(x), real(y), 0.0f, static_cast<int>(layer)};
}
INLINE Coordinates at_cube(u32 x, u32 y, u32 z, u32) { return onCube(real(x), real(y), real(z), 0); }
INLINE Coordinates at_acube(u32 layer, u32 x, u32 y, u32 z) {
  return onCube(real(x), real(y), real(z), static_cast<int>(layer));
}

// ---- Elements of surfaces ----

enum Outside : int { kTrap, kClampToEdge, kZero };

// Null outside of the surface. `x` counts bytes.
template <class T> INLINE T *element(u64 object, int x, int y, int z, int count, int outside) {
  const Sampler &sampler = samplerOf(object);
  const Level &level = sampler.level;
  const int last = static_cast<int>(level.width * sampler.texel_bytes) - count * static_cast<int>(sizeof(T));
  const int height = static_cast<int>(level.height), depth = static_cast<int>(level.depth);
  const bool inside = x >= 0 && x <= last && isInside(y, height) && isInside(z, depth);
  if (!inside && outside == kTrap)
    __builtin_trap();
  if (outside == kClampToEdge) {
    x = min(max(x, 0), last);
    y = min(max(y, 0), height - 1);
    z = min(max(z, 0), depth - 1);
  } else if (!inside) {
    return nullptr;
  }
  const long long components = static_cast<int>(level.slice) * z + static_cast<int>(level.pitch) * y;
  return reinterpret_cast<T *>(level.base +
                               components * static_cast<int>(sampler.texel_bytes / sampler.channels) + x);
}

} // namespace

// ---- Textures: TEXTURE(geometry, dimensions, (parameters), (coordinates)) ----

#define LIST(...) __VA_ARGS__
#define TEXTURE_OF(type, value, geometry, dimensions, parameters, coordinates)                                \
  DEVICE Registers<value, 4> __raddle_ptx_tex_##geometry##_##type(u64 object, LIST parameters) {             \
    return registersOf(sample<value, 4, dimensions>(samplerOf(object), at_##geometry coordinates));          \
  }                                                                                                          \
  DEVICE Registers<value, 4> __raddle_ptx_tex_level_##geometry##_##type(u64 object, LIST parameters,         \
                                                                        float level) {                       \
    return registersOf(                                                                                      \
        sampleDetail<value, 4, dimensions>(samplerOf(object), at_##geometry coordinates, level));            \
  }
#define TEXTURE(geometry, dimensions, parameters, coordinates)                                               \
  TEXTURE_OF(f32, float, geometry, dimensions, parameters, coordinates)                                      \
  TEXTURE_OF(s32, int, geometry, dimensions, parameters, coordinates)

TEXTURE(1d, 1, (u32 x), (x))
TEXTURE(2d, 2, (u32 x, u32 y), (x, y))
TEXTURE(3d, 3, (u32 x, u32 y, u32 z, u32 w), (x, y, z, w))
TEXTURE(a1d, 1, (u32 x, u32 y), (x, y))
TEXTURE(a2d, 2, (u32 x, u32 y, u32 z, u32 w), (x, y, z, w))
TEXTURE(cube, kCube, (u32 x, u32 y, u32 z, u32 w), (x, y, z, w))
TEXTURE(acube, kCube, (u32 x, u32 y, u32 z, u32 w), (x, y, z, w))

#define GRADIENT_OF(type, value, geometry, dimensions, parameters, coordinates, gradients, dx, dy)            \
  DEVICE Registers<value, 4> __raddle_ptx_tex_grad_##geometry##_##type(u64 object, LIST parameters,          \
                                                                       LIST gradients) {                     \
    const float by_x[3] = {LIST dx}, by_y[3] = {LIST dy};                                                    \
    return registersOf(                                                                                      \
        sampleGradient<value, 4, dimensions>(samplerOf(object), at_##geometry coordinates, by_x, by_y));     \
  }
#define GRADIENT(geometry, dimensions, parameters, coordinates, gradients, dx, dy)                           \
  GRADIENT_OF(f32, float, geometry, dimensions, parameters, coordinates, gradients, dx, dy)                  \
  GRADIENT_OF(s32, int, geometry, dimensions, parameters, coordinates, gradients, dx, dy)

GRADIENT(1d, 1, (u32 x), (x), (float a, float b), (a, 0.0f, 0.0f), (b, 0.0f, 0.0f))
GRADIENT(2d, 2, (u32 x, u32 y), (x, y), (float a, float b, float c, float d), (a, b, 0.0f), (c, d, 0.0f))
GRADIENT(3d, 3, (u32 x, u32 y, u32 z, u32 w), (x, y, z, w),
         (float a, float b, float c, float, float d, float e, float f, float), (a, b, c), (d, e, f))
GRADIENT(a1d, 1, (u32 x, u32 y), (x, y), (float a, float b), (a, 0.0f, 0.0f), (b, 0.0f, 0.0f))
GRADIENT(a2d, 2, (u32 x, u32 y, u32 z, u32 w), (x, y, z, w), (float a, float b, float c, float d),
         (a, b, 0.0f), (c, d, 0.0f))

#define GATHER_OF(type, value)                                                                               \
  DEVICE Registers<value, 4> __raddle_ptx_gather_##type(u64 object, u32 x, u32 y, int component) {           \
    return registersOf(gather(value(0), samplerOf(object), real(x), real(y), component));                    \
  }
GATHER_OF(f32, float)
GATHER_OF(s32, int)

// An element of linear memory, by its number. Beyond the end is 0.
#define TEXEL_OF(type, value)                                                                                \
  DEVICE Registers<value, 4> __raddle_ptx_texel_##type(u64 object, int index) {                              \
    const Sampler &sampler = samplerOf(object);                                                              \
    Level level = sampler.level;                                                                             \
    const bool inside = isInside(index, static_cast<int>(level.width));                                      \
    level.base += static_cast<long long>(inside ? index : 0) * static_cast<int>(sampler.texel_bytes);        \
    level.width = 1;                                                                                         \
    const auto read = sampleLevel<4, 1>(value(0), sampler, level, {0.0f, 0.0f, 0.0f, 0});                    \
    return inside ? registersOf(read) : Registers<value, 4>{};                                               \
  }
TEXEL_OF(f32, float)
TEXEL_OF(s32, int)

// ---- Surfaces ----

#define SURFACE_OF(bits, type)                                                                               \
  DEVICE type __raddle_ptx_suld_##bits(u64 object, int x, int y, int z, int outside) {                       \
    const type *at = element<type>(object, x, y, z, 1, outside);                                             \
    return at ? *at : type{};                                                                                \
  }                                                                                                          \
  DEVICE Registers<type, 2> __raddle_ptx_suld_v2_##bits(u64 object, int x, int y, int z, int outside) {      \
    const type *at = element<type>(object, x, y, z, 2, outside);                                             \
    return at ? Registers<type, 2>{at[0], at[1]} : Registers<type, 2>{};                                     \
  }                                                                                                          \
  DEVICE Registers<type, 4> __raddle_ptx_suld_v4_##bits(u64 object, int x, int y, int z, int outside) {      \
    const type *at = element<type>(object, x, y, z, 4, outside);                                             \
    return at ? Registers<type, 4>{at[0], at[1], at[2], at[3]} : Registers<type, 4>{};                       \
  }                                                                                                          \
  DEVICE void __raddle_ptx_sust_##bits(u64 object, int x, int y, int z, int outside, type a) {               \
    if (type *at = element<type>(object, x, y, z, 1, outside))                                               \
      at[0] = a;                                                                                             \
  }                                                                                                          \
  DEVICE void __raddle_ptx_sust_v2_##bits(u64 object, int x, int y, int z, int outside, type a, type b) {    \
    if (type *at = element<type>(object, x, y, z, 2, outside))                                               \
      at[0] = a, at[1] = b;                                                                                  \
  }                                                                                                          \
  DEVICE void __raddle_ptx_sust_v4_##bits(u64 object, int x, int y, int z, int outside, type a, type b,      \
                                          type c, type d) {                                                  \
    if (type *at = element<type>(object, x, y, z, 4, outside))                                               \
      at[0] = a, at[1] = b, at[2] = c, at[3] = d;                                                            \
  }
SURFACE_OF(b8, u8)
SURFACE_OF(b16, u16)
SURFACE_OF(b32, u32)
SURFACE_OF(b64, u64)
