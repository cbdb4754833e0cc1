// Images for the benchmarks of textures, and what their texels are by the formulas of the Programming Guide: coordinates are
// texels, those outside are clamped, and weights of linear filtering are whole parts of 256, as hardware has them.
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

/// One coordinate: the texels beside it and the weight of the second, of 256; 0 where both are the same.
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
  const int first = fixed >> 8;
  const bool is_clamped = unsigned(first) >= unsigned(size - 1);
  return {clamped(first, size), clamped(first + 1, size), is_clamped ? 0.0f : float(fixed & 255)};
}

inline int nearest(float coordinate, int size) {
  float at = coordinate < -2.0f ? -2.0f : coordinate;
  at = at > float(size) + 1.0f ? float(size) + 1.0f : at;
  return clamped(int(__builtin_floorf(at)), size);
}

inline float part(float parts, float weight) {
  return __builtin_floorf(parts * weight * (1.0f / 256.0f) + 0.5f);
}

/// So many parts of the value between four texels of a plane that begins at `texels`.
inline float between(const float *texels, int width, const Between &across, const Between &down,
                     float parts) {
  const float *const first = texels + down.first * width, *const second = texels + down.second * width;
  const float right = part(parts, across.weight), left = parts - right;
  const float last = part(right, down.weight), upper = part(left, 256.0f - down.weight);
  return upper * first[across.first] + (right - last) * first[across.second] +
         (left - upper) * second[across.first] + last * second[across.second];
}

/// The value at (x, y) of an image of `width` times `height` texels that begins at `texels`.
inline float linear(const float *texels, int width, int height, float x, float y) {
  return between(texels, width, between(x, width), between(y, height), 256.0f) * (1.0f / 256.0f);
}

} // namespace bench

#endif
