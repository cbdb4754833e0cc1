// 64 neighbouring pixels at a time, until the last of them is done.
#include "problem.h"

struct Program : Mandelbrot {
  explicit Program(bool tiny) : Mandelbrot(tiny), steps_(width * height) {}

  void run() {
    constexpr int kLanes = 64;
#pragma omp parallel for schedule(dynamic, 4)
    for (int py = 0; py < height; ++py)
      for (int px = 0; px < width; px += kLanes) {
        const float cy = kTop + py * dy;
        float cx[kLanes], x[kLanes] = {}, y[kLanes] = {};
        int steps[kLanes] = {};
#pragma omp simd
        for (int lane = 0; lane < kLanes; ++lane)
          cx[lane] = kLeft + (px + lane) * dx;
        for (int step = 0; step < kMaxSteps; ++step) {
          int any_inside = 0;
#pragma omp simd reduction(| : any_inside)
          for (int lane = 0; lane < kLanes; ++lane) {
            float xx = x[lane] * x[lane], yy = y[lane] * y[lane];
            int inside = xx + yy < 4.0f;
            steps[lane] += inside;
            any_inside |= inside;
            y[lane] = 2 * x[lane] * y[lane] + cy;
            x[lane] = xx - yy + cx[lane];
          }
          if (!any_inside)
            break;
        }
        std::copy(steps, steps + kLanes, &steps_[std::size_t(py) * width + px]);
      }
  }
  void check() { Mandelbrot::check(steps_.data()); }
  bench::Array<int> steps_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
