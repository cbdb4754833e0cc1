// Images for the benchmarks of textures, and what their texels are by the formulas of the Programming Guide: coordinates are
// texels, those outside are clamped, and weights of linear filtering have 8 bits after the point.
#ifndef RADDLE_BENCH_IMAGE_H
#define RADDLE_BENCH_IMAGE_H

#include "harness.h"

#ifdef __CUDACC__
#define RADDLE_BENCH_ANYWHERE __host__ __device__
#else
#define RADDLE_BENCH_ANYWHERE
#endif

namespace bench {

/// Turns an image about its middle; the scale keeps neighbours near each other, as image processing does.
struct Turn {
  static constexpr float kCosine = 0.9f, kSine = 0.3f;
  float middle;

  RADDLE_BENCH_ANYWHERE float x(float column, float row) const {
    return kCosine * (column - middle) - kSine * (row - middle) + middle;
  }
  RADDLE_BENCH_ANYWHERE float y(float column, float row) const {
    return kSine * (column - middle) + kCosine * (row - middle) + middle;
  }
};

inline void fill(Array<float> &texels) {
  Random random;
  for (float &texel : texels)
    texel = random.uniform(0, 1);
}

/// One coordinate: the texels beside it and the weight of the second.
struct Between {
  int first, second;
  float weight;
};

inline int clamped(int texel, int size) { return texel < 0 ? 0 : texel >= size ? size - 1 : texel; }

inline Between between(float coordinate, int size) {
  float at = coordinate - 0.5f;
  at = at < -2.0f ? -2.0f : at;
  at = at > float(size) + 1.0f ? float(size) + 1.0f : at;
  const int fixed = int(__builtin_floorf(at * 256.0f + 0.5f));
  return {clamped(fixed >> 8, size), clamped((fixed >> 8) + 1, size), float(fixed & 255) * (1.0f / 256.0f)};
}

inline int nearest(float coordinate, int size) {
  float at = coordinate < -2.0f ? -2.0f : coordinate;
  at = at > float(size) + 1.0f ? float(size) + 1.0f : at;
  return clamped(int(__builtin_floorf(at)), size);
}

inline float mix(float a, float b, float weight) { return a + weight * (b - a); }

/// The value at (x, y) of an image of `width` times `height` texels that begins at `texels`.
inline float linear(const float *texels, int width, int height, float x, float y) {
  const Between across = between(x, width), down = between(y, height);
  const int first = down.first * width, second = down.second * width;
  return mix(mix(texels[first + across.first], texels[first + across.second], across.weight),
             mix(texels[second + across.first], texels[second + across.second], across.weight), down.weight);
}

} // namespace bench

#endif
