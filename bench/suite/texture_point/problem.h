// An image turned about its middle: the nearest texel.
#ifndef RADDLE_BENCH_TEXTURE_POINT_H
#define RADDLE_BENCH_TEXTURE_POINT_H

#include "../common/turned_image.h"

struct TexturePoint : bench::TurnedImage {
  using TurnedImage::TurnedImage;

  float expected(int x, int y) const {
    return in[std::size_t(bench::nearest(turn.y(x, y), size)) * size + bench::nearest(turn.x(x, y), size)];
  }
  // Where a coordinate lies between two texels, as far as floats tell, either is right.
  void check(const float *out) const {
    std::size_t others = 0;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        others += out[std::size_t(y) * size + x] != expected(x, y);
    bench::requireNear("texels that differ", 0, double(others), 0, 1e-4 * size * size);
  }
};

#endif
