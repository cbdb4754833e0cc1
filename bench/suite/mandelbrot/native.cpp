// The loop ends when the last of 32 neighbouring pixels is done. Two vectors at a time, because the steps of
// one wait for each other.
#include "../common/vector.h"
#include "problem.h"

using namespace bench;

struct Program : Mandelbrot {
  explicit Program(bool tiny) : Mandelbrot(tiny), steps_(width * height) {}

  void run() {
    const Float16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#pragma omp parallel for schedule(dynamic, 4)
    for (int py = 0; py < height; ++py)
      for (int px = 0; px < width; px += 32) {
        Float16 cx0 = kLeft + (lanes + float(px)) * dx, cx1 = kLeft + (lanes + float(px + 16)) * dx;
        Float16 x0 = {}, x1 = {}, y0 = {}, y1 = {};
        float cy = kTop + py * dy;
        Int16 steps0 = {}, steps1 = {};
        for (int step = 0; step < kMaxSteps; ++step) {
          Float16 xx0 = x0 * x0, xx1 = x1 * x1, yy0 = y0 * y0, yy1 = y1 * y1;
          Int16 inside0 = xx0 + yy0 < 4.0f, inside1 = xx1 + yy1 < 4.0f;
          if (!anyOf(inside0 | inside1))
            break;
          // A lane that has left stays outside: its values are infinite or not a number in the end.
          steps0 -= inside0;
          steps1 -= inside1;
          y0 = 2 * x0 * y0 + cy;
          y1 = 2 * x1 * y1 + cy;
          x0 = xx0 - yy0 + cx0;
          x1 = xx1 - yy1 + cx1;
        }
        store(&steps_[std::size_t(py) * width + px], steps0);
        store(&steps_[std::size_t(py) * width + px + 16], steps1);
      }
  }
  void check() { Mandelbrot::check(steps_.data()); }
  Array<int> steps_;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
