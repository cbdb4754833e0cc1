// A step after the other over the whole plate.
#include "problem.h"

struct Program : ShrinkingStencil {
  explicit Program(bool tiny) : ShrinkingStencil(tiny), buffers_{Buffer(heat.size()), Buffer(heat.size())} {}
  void run() {
    const float *from = heat.data();
    for (int step = 0; step < kSteps; ++step) {
      float *to = buffers_[step % 2].data();
      const int last = size - 1;
#pragma omp parallel for
      for (int y = 0; y <= last; ++y)
        for (int x = 0; x <= last; ++x) {
          const int north = std::max(y - 1, 0), south = std::min(y + 1, last);
          const int west = std::max(x - 1, 0), east = std::min(x + 1, last);
          const float cell = from[y * size + x];
          to[y * size + x] =
              cell + kRate * (power[y * size + x] +
                              (from[south * size + x] + from[north * size + x] - 2.0 * cell) * kAcross +
                              (from[y * size + east] + from[y * size + west] - 2.0 * cell) * kAlong +
                              (kOutside - cell) * kLoss);
        }
      from = to;
    }
  }
  void check() { ShrinkingStencil::check(buffers_[(kSteps - 1) % 2].data()); }

  using Buffer = bench::Array<float>;
  Buffer buffers_[2];
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
