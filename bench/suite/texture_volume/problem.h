// Slices across a volume, with linear filtering along all three axes.
#ifndef RADDLE_BENCH_TEXTURE_VOLUME_H
#define RADDLE_BENCH_TEXTURE_VOLUME_H

#include "../common/image.h"

struct TextureVolume {
  static constexpr const char *kUnit = "Mpix/s";
  static constexpr int kSlices = 16;

  explicit TextureVolume(bool tiny)
      : size(tiny ? 32 : 256), turn{float(size) * 0.5f}, in(std::size_t(size) * size * size),
        results(std::size_t(kSlices) * size * size) {
    bench::fill(in);
  }
  double work() const { return 1e-6 * double(results); }

  // Slices lean: their depth grows along a row.
  static float depth(float x, int slice) { return 0.25f * x + 3.3f * float(slice); }
  float expected(int x, int y, int slice) const {
    const float across = turn.x(float(x), float(y)), down = turn.y(float(x), float(y));
    const bench::Between z = bench::between(depth(float(x), slice), size);
    const int plane = size * size;
    const bench::Between u = bench::between(across, size), v = bench::between(down, size);
    // The two planes share the 256 parts by the weight of the second one.
    const float behind = bench::part(256.0f, z.weight);
    return (bench::between(&in[z.first * plane], size, u, v, 256.0f - behind) +
            bench::between(&in[z.second * plane], size, u, v, behind)) *
           (1.0f / 256.0f);
  }
  void check(const float *out) const {
    for (int slice = 0; slice < kSlices; ++slice)
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
          const std::size_t at = (std::size_t(slice) * size + y) * size + x;
          bench::requireNear("out", at, out[at], expected(x, y, slice), 1e-5);
        }
  }

  int size;
  bench::Turn turn;
  bench::Array<float> in;
  std::size_t results;
};

#endif
