// How many steps z = z * z + c takes to leave the circle of radius 2, for each pixel: lanes end at different
// times.
#ifndef RADDLE_BENCH_MANDELBROT_H
#define RADDLE_BENCH_MANDELBROT_H

#include "../common/harness.h"

struct Mandelbrot {
  static constexpr const char *kUnit = "Mpix/s";
  static constexpr int kMaxSteps = 256;
  static constexpr float kLeft = -2.0f, kTop = -1.25f;

  explicit Mandelbrot(bool tiny)
      : width(tiny ? 128 : 2048), height(tiny ? 64 : 2048), dx(2.5f / width), dy(2.5f / height) {}
  double work() const { return 1e-6 * width * height; }

  // Rounding decides at the edge of the set, so a pixel in a hundred may differ. Every seventh is looked at.
  void check(const int *steps) const {
    int pixels = 0, different = 0;
    for (int i = 0; i < width * height; i += 7, ++pixels)
      different += std::abs(steps[i] - stepsOf(kLeft + i % width * dx, kTop + i / width * dy)) > 1;
    if (100 * different > pixels)
      throw std::runtime_error(std::to_string(different) + " of " + std::to_string(pixels) +
                               " pixels differ");
  }
  static int stepsOf(float cx, float cy) {
    float x = 0, y = 0;
    int steps = 0;
    while (steps < kMaxSteps && x * x + y * y < 4.0f) {
      float next_x = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next_x;
      ++steps;
    }
    return steps;
  }

  int width, height;
  float dx, dy;
};

#endif
