// Reading textures: coordinates to texels, texels to values. The functions of programs are in texture_functions.h.
//
// Formulas are those of the appendix "Texture Fetching" of the CUDA C++ Programming Guide. Weights of linear filtering have 8
// bits after the point, as in hardware. A sampler is mostly the same for all lanes, and so are the branches on what it says.
#ifndef RADDLE_DEVICE_SAMPLING_H
#define RADDLE_DEVICE_SAMPLING_H

#include "raddle/types/sampler.h"

namespace raddle_texture {

template <typename T> struct Four {
  T x, y, z, w;
};

// One coordinate of a sample: the two texels beside it and the weight of the second. Without filtering the first one only.
struct Axis {
  int first, second;
  float weight;
  bool first_inside, second_inside;
};

// A place in a level: the axes that the texture has, and which slice, layer or face.
struct Spot {
  Axis x, y, z;
};

RADDLE_DEVICE const Sampler &samplerOf(unsigned long long object) {
  return *reinterpret_cast<const Sampler *>(object);
}

// ---- How components are stored ----

template <typename Stored> RADDLE_DEVICE Stored component(const Level &level, int at) {
  return reinterpret_cast<const Stored *>(level.base)[at];
}

// Signed and unsigned components of the same size are one case: of signed ones, the sampler names the bit of the sign.
template <typename Stored> RADDLE_DEVICE int integer(const Sampler &sampler, const Level &level, int at) {
  return (static_cast<int>(component<Stored>(level, at)) ^ sampler.sign) - sampler.sign;
}

template <typename Stored> struct AsInteger {
  using Value = int;
  RADDLE_DEVICE int load(const Sampler &sampler, const Level &level, int at) {
    return integer<Stored>(sampler, level, at);
  }
  RADDLE_DEVICE int border(const Sampler &sampler, int which) {
    return static_cast<int>(sampler.border_bits[which]);
  }
  RADDLE_DEVICE int one() { return 1; }
};

template <typename Stored> struct AsFloat {
  using Value = float;
  RADDLE_DEVICE float load(const Sampler &sampler, const Level &level, int at) {
    // The least number of a signed type is read as -1, as is the one above it.
    return fmaxf(static_cast<float>(integer<Stored>(sampler, level, at)) * sampler.scale,
                 sampler.least_value);
  }
  RADDLE_DEVICE float border(const Sampler &sampler, int which) { return sampler.border[which]; }
  RADDLE_DEVICE float one() { return 1.0f; }
};

template <> struct AsFloat<float> {
  using Value = float;
  RADDLE_DEVICE float load(const Sampler &, const Level &level, int at) {
    return component<float>(level, at);
  }
  RADDLE_DEVICE float border(const Sampler &sampler, int which) { return sampler.border[which]; }
  RADDLE_DEVICE float one() { return 1.0f; }
};

struct AsHalf : AsFloat<float> {
  RADDLE_DEVICE float load(const Sampler &, const Level &level, int at) {
    return static_cast<float>(component<_Float16>(level, at));
  }
};

// What Work::as<Storage>(sampler, arguments...) gives for the way in which the sampler's components are stored: floats, or integers.
template <typename Work, typename... Arguments>
RADDLE_DEVICE Four<float> byStorage(float, const Sampler &sampler, const Arguments &...arguments) {
  switch (sampler.element) {
  case kUnsigned8:
  case kSigned8:
    return Work::template as<AsFloat<unsigned char>>(sampler, arguments...);
  case kUnsigned16:
  case kSigned16:
    return Work::template as<AsFloat<unsigned short>>(sampler, arguments...);
  case kHalf:
    return Work::template as<AsHalf>(sampler, arguments...);
  default:
    return Work::template as<AsFloat<float>>(sampler, arguments...);
  }
}
template <typename Work, typename... Arguments>
RADDLE_DEVICE Four<int> byStorage(int, const Sampler &sampler, const Arguments &...arguments) {
  switch (sampler.element) {
  case kUnsigned8:
  case kSigned8:
    return Work::template as<AsInteger<unsigned char>>(sampler, arguments...);
  case kUnsigned16:
  case kSigned16:
  case kHalf:
    return Work::template as<AsInteger<unsigned short>>(sampler, arguments...);
  default:
    return Work::template as<AsInteger<int>>(sampler, arguments...);
  }
}

// ---- Coordinates ----

// From 0 to `size`, where it is not outside of the texture.
RADDLE_DEVICE float texelCoordinate(const Sampler &sampler, float x, unsigned size, AddressMode mode) {
  if (!sampler.normalised)
    return x;
  if (mode == kWrap)
    x -= floorf(x);
  else if (mode == kMirror)
    x = 1.0f - fabsf(x - 2.0f * floorf(x * 0.5f) - 1.0f);
  return x * static_cast<float>(size);
}

RADDLE_DEVICE int texelIndex(int index, int size, AddressMode mode) {
  if (mode == kWrap)
    return index < 0 ? index + size : index >= size ? index - size : index;
  return min(max(index, 0), size - 1);
}

RADDLE_DEVICE bool isInside(int index, int size) {
  return static_cast<unsigned>(index) < static_cast<unsigned>(size);
}

// Numbers that are too large, and those that are none, become places beside the texture.
RADDLE_DEVICE float nearTexture(float x, int size) {
  return fminf(fmaxf(x, -2.0f), static_cast<float>(size) + 1.0f);
}

RADDLE_DEVICE Axis wholeAxis(int index, int size, AddressMode mode) {
  const int kept = texelIndex(index, size, mode);
  const bool inside = isInside(index, size);
  return {kept, kept, 0.0f, inside, inside};
}

RADDLE_DEVICE Axis nearestAxis(const Sampler &sampler, float x, unsigned texels, int axis) {
  const int size = static_cast<int>(texels);
  const AddressMode mode = sampler.address[axis];
  const float at = nearTexture(texelCoordinate(sampler, x, texels, mode), size);
  return wholeAxis(static_cast<int>(floorf(at)), size, mode);
}

RADDLE_DEVICE Axis linearAxis(const Sampler &sampler, float x, unsigned texels, int axis) {
  const int size = static_cast<int>(texels);
  const AddressMode mode = sampler.address[axis];
  const float at = nearTexture(texelCoordinate(sampler, x, texels, mode) - 0.5f, size);
  const int fixed = static_cast<int>(floorf(at * 256.0f + 0.5f));
  const int first = fixed >> 8;
  return {texelIndex(first, size, mode), texelIndex(first + 1, size, mode),
          static_cast<float>(fixed & 255) * (1.0f / 256.0f), isInside(first, size),
          isInside(first + 1, size)};
}

// A dimension that the texture lacks, or one that is counted: a layer, a face.
RADDLE_DEVICE Axis fixedAxis(int index) { return {index, index, 0.0f, true, true}; }
RADDLE_DEVICE Axis layerAxis(int layer, unsigned layers) {
  return fixedAxis(min(max(layer, 0), static_cast<int>(layers) - 1));
}

// ---- Texels ----

// The sRGB standard's formula (IEC 61966-2-1).
RADDLE_DEVICE float linearOfSrgb(float value) {
  return value <= 0.04045f ? value * (1.0f / 12.92f) : powf((value + 0.055f) * (1.0f / 1.055f), 2.4f);
}
// Only components of eight bits without sign are stored as sRGB.
template <typename Storage> RADDLE_DEVICE void decode(const Sampler &, Four<typename Storage::Value> &) {}
template <>
__inline__ __attribute__((device, always_inline, nodebug)) void
decode<AsFloat<unsigned char>>(const Sampler &sampler, Four<float> &value) {
  if (sampler.srgb)
    value = {linearOfSrgb(value.x), linearOfSrgb(value.y), linearOfSrgb(value.z), value.w};
}

// `kComponents`: how many the caller wants. What a texture lacks is 0, and the fourth component 1.
template <typename Storage, int kComponents>
RADDLE_DEVICE Four<typename Storage::Value> texel(const Sampler &sampler, const Level &level, int x, int y,
                                                  int z, bool inside) {
  using Value = typename Storage::Value;
  const int at = static_cast<int>(level.slice) * z + static_cast<int>(level.pitch) * y +
                 static_cast<int>(sampler.channels) * x;
  Four<Value> value = {Storage::load(sampler, level, at), Value(0), Value(0), Storage::one()};
  if (kComponents > 1 && sampler.channels > 1)
    value.y = Storage::load(sampler, level, at + 1);
  if (kComponents > 2 && sampler.channels > 2) {
    value.z = Storage::load(sampler, level, at + 2);
    value.w = Storage::load(sampler, level, at + 3);
  }
  decode<Storage>(sampler, value);
  const bool kept = inside || !sampler.has_border;
  return {kept ? value.x : Storage::border(sampler, 0), kept ? value.y : Storage::border(sampler, 1),
          kept ? value.z : Storage::border(sampler, 2), kept ? value.w : Storage::border(sampler, 3)};
}

RADDLE_DEVICE float mix(float a, float b, float weight) { return fmaf(weight, b - a, a); }
RADDLE_DEVICE Four<float> mix(const Four<float> &a, const Four<float> &b, float weight) {
  return {mix(a.x, b.x, weight), mix(a.y, b.y, weight), mix(a.z, b.z, weight), mix(a.w, b.w, weight)};
}

template <typename Storage, int kComponents>
RADDLE_DEVICE Four<float> row(const Sampler &sampler, const Level &level, const Axis &x, int y, int z,
                              bool inside) {
  return mix(texel<Storage, kComponents>(sampler, level, x.first, y, z, inside && x.first_inside),
             texel<Storage, kComponents>(sampler, level, x.second, y, z, inside && x.second_inside),
             x.weight);
}

template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE Four<float> plane(const Sampler &sampler, const Level &level, const Spot &spot, int z,
                                bool inside) {
  const Four<float> first =
      row<Storage, kComponents>(sampler, level, spot.x, spot.y.first, z, inside && spot.y.first_inside);
  if (kDimensions < 2)
    return first;
  return mix(
      first,
      row<Storage, kComponents>(sampler, level, spot.x, spot.y.second, z, inside && spot.y.second_inside),
      spot.y.weight);
}

template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE Four<float> filtered(const Sampler &sampler, const Level &level, const Spot &spot) {
  const Four<float> first =
      plane<Storage, kComponents, kDimensions>(sampler, level, spot, spot.z.first, spot.z.first_inside);
  if (kDimensions < 3)
    return first;
  return mix(
      first,
      plane<Storage, kComponents, kDimensions>(sampler, level, spot, spot.z.second, spot.z.second_inside),
      spot.z.weight);
}

template <typename Storage, int kComponents>
RADDLE_DEVICE Four<typename Storage::Value> nearest(const Sampler &sampler, const Level &level,
                                                    const Spot &spot) {
  return texel<Storage, kComponents>(sampler, level, spot.x.first, spot.y.first, spot.z.first,
                                     spot.x.first_inside && spot.y.first_inside && spot.z.first_inside);
}

// ---- One level ----

// Coordinates along the dimensions that are filtered, and the slice of those that are counted.
struct Coordinates {
  float x, y, z;
  int layer;
};

template <int kDimensions>
RADDLE_DEVICE Spot nearestSpot(const Sampler &sampler, const Level &level, const Coordinates &at) {
  return {nearestAxis(sampler, at.x, level.width, 0),
          kDimensions > 1 ? nearestAxis(sampler, at.y, level.height, 1) : fixedAxis(0),
          kDimensions > 2 ? nearestAxis(sampler, at.z, level.depth, 2) : layerAxis(at.layer, level.depth)};
}
template <int kDimensions>
RADDLE_DEVICE Spot linearSpot(const Sampler &sampler, const Level &level, const Coordinates &at) {
  return {linearAxis(sampler, at.x, level.width, 0),
          kDimensions > 1 ? linearAxis(sampler, at.y, level.height, 1) : fixedAxis(0),
          kDimensions > 2 ? linearAxis(sampler, at.z, level.depth, 2) : layerAxis(at.layer, level.depth)};
}

template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE Four<float> sampleAs(float, const Sampler &sampler, const Level &level, const Coordinates &at) {
  if (sampler.linear)
    return filtered<Storage, kComponents, kDimensions>(sampler, level,
                                                       linearSpot<kDimensions>(sampler, level, at));
  return nearest<Storage, kComponents>(sampler, level, nearestSpot<kDimensions>(sampler, level, at));
}
template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE Four<int> sampleAs(int, const Sampler &sampler, const Level &level, const Coordinates &at) {
  return nearest<Storage, kComponents>(sampler, level, nearestSpot<kDimensions>(sampler, level, at));
}

template <int kComponents, int kDimensions> struct Sample {
  template <typename Storage>
  RADDLE_DEVICE Four<typename Storage::Value> as(const Sampler &sampler, const Level &level,
                                                 const Coordinates &at) {
    return sampleAs<Storage, kComponents, kDimensions>(typename Storage::Value(0), sampler, level, at);
  }
};

template <int kComponents, int kDimensions, typename Value>
RADDLE_DEVICE Four<Value> sampleLevel(Value tag, const Sampler &sampler, const Level &level,
                                      const Coordinates &at) {
  return byStorage<Sample<kComponents, kDimensions>>(tag, sampler, level, at);
}

// ---- Mipmaps ----

RADDLE_DEVICE Four<int> mix(const Four<int> &a, const Four<int> &, float) { return a; }

template <typename Value, int kComponents, int kDimensions>
RADDLE_DEVICE Four<Value> sample(const Sampler &sampler, const Coordinates &at) {
  return sampleLevel<kComponents, kDimensions>(Value(0), sampler, sampler.level, at);
}

// `detail`: the binary logarithm of how many texels of the largest level lie between neighbouring samples.
template <typename Value, int kComponents, int kDimensions>
RADDLE_DEVICE Four<Value> sampleDetail(const Sampler &sampler, const Coordinates &at, float detail) {
  if (sampler.level_count == 1)
    return sample<Value, kComponents, kDimensions>(sampler, at);
  const float last = static_cast<float>(sampler.level_count - 1);
  const float level =
      fminf(fmaxf(fminf(fmaxf(detail + sampler.bias, sampler.least), sampler.most), 0.0f), last);
  if (!sampler.linear_between)
    return sampleLevel<kComponents, kDimensions>(Value(0), sampler,
                                                 sampler.levels[static_cast<int>(level + 0.5f)], at);
  const int fixed = static_cast<int>(level * 256.0f + 0.5f);
  const int first = fixed >> 8, second = min(first + 1, static_cast<int>(sampler.level_count) - 1);
  return mix(sampleLevel<kComponents, kDimensions>(Value(0), sampler, sampler.levels[first], at),
             sampleLevel<kComponents, kDimensions>(Value(0), sampler, sampler.levels[second], at),
             static_cast<float>(fixed & 255) * (1.0f / 256.0f));
}

// Distances between neighbouring samples, along the axes of the texture, to a level of detail.
RADDLE_DEVICE float detailOf(const Sampler &sampler, const float (&dx)[3], const float (&dy)[3]) {
  const float size[3] = {static_cast<float>(sampler.level.width), static_cast<float>(sampler.level.height),
                         static_cast<float>(sampler.level.depth)};
  float x = 0.0f, y = 0.0f;
  for (int axis = 0; axis < 3; ++axis) {
    const float scale = sampler.normalised ? size[axis] : 1.0f;
    x = fmaf(dx[axis] * scale, dx[axis] * scale, x);
    y = fmaf(dy[axis] * scale, dy[axis] * scale, y);
  }
  return 0.5f * log2f(fmaxf(x, y));
}

// ---- Cubes ----

// The face that a direction meets, and where: "Cubemap Textures" of the Programming Guide.
RADDLE_DEVICE Coordinates onCube(float x, float y, float z, int layer) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  int face;
  float major, s, t;
  if (ax >= ay && ax >= az) {
    face = x >= 0.0f ? 0 : 1, major = ax;
    s = x >= 0.0f ? -z : z, t = -y;
  } else if (ay >= az) {
    face = y >= 0.0f ? 2 : 3, major = ay;
    s = x, t = y >= 0.0f ? z : -z;
  } else {
    face = z >= 0.0f ? 4 : 5, major = az;
    s = z >= 0.0f ? x : -x, t = -y;
  }
  return {(s / major + 1.0f) * 0.5f, (t / major + 1.0f) * 0.5f, 0.0f, 6 * layer + face};
}

// ---- Gathers ----

// One component of the four texels that linear filtering would mix, in the order of tex2Dgather.
template <typename Storage>
RADDLE_DEVICE Four<typename Storage::Value> gatherAs(const Sampler &sampler, float x, float y,
                                                     int component) {
  const Level &level = sampler.level;
  const Axis at_x = linearAxis(sampler, x, level.width, 0), at_y = linearAxis(sampler, y, level.height, 1);
  auto of = [&](int column, bool column_inside, int line, bool line_inside) {
    const Four<typename Storage::Value> all =
        texel<Storage, 4>(sampler, level, column, line, 0, column_inside && line_inside);
    return component == 0 ? all.x : component == 1 ? all.y : component == 2 ? all.z : all.w;
  };
  return {of(at_x.first, at_x.first_inside, at_y.second, at_y.second_inside),
          of(at_x.second, at_x.second_inside, at_y.second, at_y.second_inside),
          of(at_x.second, at_x.second_inside, at_y.first, at_y.first_inside),
          of(at_x.first, at_x.first_inside, at_y.first, at_y.first_inside)};
}

struct Gather {
  template <typename Storage>
  RADDLE_DEVICE Four<typename Storage::Value> as(const Sampler &sampler, float x, float y, int component) {
    return gatherAs<Storage>(sampler, x, y, component);
  }
};

template <typename Value>
RADDLE_DEVICE Four<Value> gather(Value tag, const Sampler &sampler, float x, float y, int component) {
  return byStorage<Gather>(tag, sampler, x, y, component);
}

} // namespace raddle_texture

#endif
