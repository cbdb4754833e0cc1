// An image turned about its middle, with linear filtering.
#ifndef RADDLE_BENCH_TEXTURE_LINEAR_H
#define RADDLE_BENCH_TEXTURE_LINEAR_H

#include "../common/turned_image.h"

struct TextureLinear : bench::TurnedImage {
  using TurnedImage::TurnedImage;

  float expected(int x, int y) const {
    return bench::linear(in.data(), size, size, turn.x(x, y), turn.y(x, y));
  }
  void check(const float *out) const {
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        bench::requireNear("out", std::size_t(y) * size + x, out[std::size_t(y) * size + x], expected(x, y),
                           1e-5);
  }
};

#endif
