// The texels of a texture: how components are stored, which texels a coordinate means, what is read outside.
//
// Formulas are those of the appendix "Texture Fetching" of the CUDA C++ Programming Guide, which leaves open how numbers are
// rounded. That was found out on an H100 (docs/textures.md): normalised coordinates have 21 bits after the point, weights of
// linear filtering are whole parts of 256. A sampler is mostly the same for all lanes, and so are the branches on what it says.
#ifndef RADDLE_DEVICE_TEXELS_H
#define RADDLE_DEVICE_TEXELS_H

#include "raddle/device/srgb.h"
#include "raddle/types/sampler.h"

namespace raddle_texture {

template <typename T> struct Four {
  T x, y, z, w;
};

// One coordinate of a sample: the two texels beside it and the weight of the second, of 256. Without filtering the first one only.
struct Axis {
  int first, second;
  float weight;
  bool first_inside, second_inside;
};

// A place in a level: the axes that the texture has, and which slice, layer or face.
struct Spot {
  Axis x, y, z;
};

// In the address space of constants, which says that no kernel writes there.
RADDLE_DEVICE const Sampler &samplerOf(unsigned long long object) {
  using InConstantMemory = const Sampler __attribute__((address_space(4)));
  return *(const Sampler *)reinterpret_cast<InConstantMemory *>(object);
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
  RADDLE_DEVICE int one(const Sampler &) { return 1; }
  RADDLE_DEVICE int finish(const Sampler &, int number, bool) { return number; }
};

// number / divisor, rounded to the nearest float: an estimate, and what it leaves over.
RADDLE_DEVICE float quotient(float number, float divisor, float one_by_divisor) {
  const float estimate = number * one_by_divisor;
  return fmaf(fmaf(-estimate, divisor, number), one_by_divisor, estimate);
}

// Integers are filtered as they are; what comes out is divided by the greatest of them.
template <typename Stored> struct AsFloat {
  using Value = float;
  RADDLE_DEVICE float load(const Sampler &sampler, const Level &level, int at) {
    return static_cast<float>(integer<Stored>(sampler, level, at));
  }
  RADDLE_DEVICE float border(const Sampler &sampler, int which) { return sampler.border[which]; }
  RADDLE_DEVICE float one(const Sampler &sampler) { return sampler.greatest; }
  RADDLE_DEVICE float finish(const Sampler &sampler, float number, bool is_filtered) {
    // What is filtered has 16 bits.
    const bool is_signed = sampler.sign != 0;
    const float steps = is_signed ? 32767.0f : 65535.0f;
    const float rounded = floorf(fmaf(number, steps * sampler.scale, 0.5f));
    const float value = is_filtered ? quotient(rounded, steps, is_signed ? 1.0f / 32767.0f : 1.0f / 65535.0f)
                                    : quotient(number, sampler.greatest, sampler.scale);
    // The least number of a signed type is read as -1, as is the one above it.
    return fmaxf(value, sampler.least_value);
  }
};

template <> struct AsFloat<float> {
  using Value = float;
  RADDLE_DEVICE float load(const Sampler &, const Level &level, int at) {
    return component<float>(level, at);
  }
  RADDLE_DEVICE float border(const Sampler &sampler, int which) { return sampler.border[which]; }
  RADDLE_DEVICE float one(const Sampler &) { return 1.0f; }
  RADDLE_DEVICE float finish(const Sampler &, float value, bool) { return value; }
};

// Of two halves that are as near, hardware takes the greater one; below 2^-14 halves are denormal.
RADDLE_DEVICE float filteredHalf(float value) {
  if (fabsf(value) < 0x1p-14f)
    return static_cast<float>(static_cast<_Float16>(value));
  return __uint_as_float((__float_as_uint(value) + 0x1000u) & ~0x1fffu);
}

struct AsHalf : AsFloat<float> {
  RADDLE_DEVICE float load(const Sampler &, const Level &level, int at) {
    return static_cast<float>(component<_Float16>(level, at));
  }
  RADDLE_DEVICE float finish(const Sampler &, float value, bool is_filtered) {
    return is_filtered ? filteredHalf(value) : value;
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

// A normalised coordinate has so many bits after the point; the others are dropped.
constexpr float kCoordinateUnits = 1 << 21;
// Linear filtering looks at so many places from texel to texel.
constexpr float kPlaces = 256.0f;

// In units, within the texture where it is repeated; a mirrored texture repeats every two sizes.
RADDLE_DEVICE float coordinateUnits(float x, AddressMode mode) {
  const float units = floorf(x * kCoordinateUnits);
  if (mode == kWrap)
    return units - kCoordinateUnits * floorf(units * (1.0f / kCoordinateUnits));
  if (mode == kMirror)
    return units - 2.0f * kCoordinateUnits * floorf(units * (0.5f / kCoordinateUnits));
  return units;
}

// The greatest whole number that is not above units * factor + offset, whose rounding may have led to the next one.
RADDLE_DEVICE float wholeBelow(float units, float factor, float offset) {
  const float whole = floorf(fmaf(units, factor, offset));
  return fmaf(units, factor, offset - whole) < 0.0f ? whole - 1.0f : whole;
}

// A whole number from -2^22 to 2^22, as the places in arrays are. An ordinary conversion takes ten instructions in place of two,
// because it saturates and asks for numbers that are none.
RADDLE_DEVICE int smallInteger(float whole) {
  constexpr float kOffset = 0x1.8p23f; // its last bit counts one
  return static_cast<int>(__float_as_uint(whole + kOffset) - __float_as_uint(kOffset));
}

RADDLE_DEVICE int texelIndex(int index, int size, AddressMode mode) {
  if (mode == kWrap)
    return index < 0 ? index + size : index >= size ? index - size : index;
  if (mode == kMirror)
    index = index >= size ? 2 * size - 1 - index : index < 0 ? -1 - index : index;
  return min(max(index, 0), size - 1);
}

RADDLE_DEVICE bool isInside(int index, int size) {
  return static_cast<unsigned>(index) < static_cast<unsigned>(size);
}

// Numbers that are too large, and those that are none, become places beside the texture, or beside its mirror image. Written as
// comparisons, each is one instruction, where fmaxf() and fminf() also tell zeros apart.
RADDLE_DEVICE float nearTexture(float place, int size, AddressMode mode, float places) {
  const float least = -2.0f * places;
  const float most = static_cast<float>(mode == kMirror ? 2 * size : size + 1) * places;
  const float from_least = place > least ? place : least;
  return from_least < most ? from_least : most;
}

RADDLE_DEVICE Axis nearestAxis(const Sampler &sampler, float x, unsigned texels, int axis) {
  const int size = static_cast<int>(texels);
  const AddressMode mode = sampler.address[axis];
  const float place =
      sampler.normalised
          ? wholeBelow(coordinateUnits(x, mode), static_cast<float>(texels) * (1.0f / kCoordinateUnits), 0.0f)
          : floorf(x);
  const int index = smallInteger(nearTexture(place, size, mode, 1.0f));
  const int kept = texelIndex(index, size, mode);
  const bool inside = isInside(index, size);
  return {kept, kept, 0.0f, inside, inside};
}

RADDLE_DEVICE Axis linearAxis(const Sampler &sampler, float x, unsigned texels, int axis) {
  const int size = static_cast<int>(texels);
  const AddressMode mode = sampler.address[axis];
  // Half a texel to the left, and rounded to the nearest place.
  const float place = sampler.normalised
                          ? wholeBelow(coordinateUnits(x, mode),
                                       static_cast<float>(texels) * (kPlaces / kCoordinateUnits), -127.5f)
                          : floorf((x - 0.5f) * kPlaces + 0.5f);
  const float at = nearTexture(place, size, mode, kPlaces);
  const float before = floorf(at * (1.0f / kPlaces));
  const int first = smallInteger(before);
  // Where both texels are the same by clamping, the first one has all parts.
  const bool is_clamped = mode == kClamp && !isInside(first, size - 1);
  return {texelIndex(first, size, mode), texelIndex(first + 1, size, mode),
          is_clamped ? 0.0f : fmaf(-kPlaces, before, at), isInside(first, size),
          isInside(first + 1, size)};
}

// A dimension that the texture lacks, or one that is counted: a layer, a face.
RADDLE_DEVICE Axis fixedAxis(int index) { return {index, index, 0.0f, true, true}; }
RADDLE_DEVICE Axis layerAxis(int layer, unsigned layers) {
  return fixedAxis(min(max(layer, 0), static_cast<int>(layers) - 1));
}

// ---- Texels ----

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
  Four<Value> value = {Storage::load(sampler, level, at), Value(0), Value(0), Storage::one(sampler)};
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

} // namespace raddle_texture

#endif
