// Distances of some points at a time, dimension by dimension: point by point it would be no vector, and four times as slow.
#include "problem.h"

struct Program : MoveCost {
  static constexpr int kTogether = 512;

  explicit Program(bool tiny) : MoveCost(tiny), sums_(std::size_t(points) * kSums), moves_(points) {}
  void run() {
    const float *from = coordinates.data();
    float new_centre[kDimensions];
    for (int d = 0; d < kDimensions; ++d)
      new_centre[d] = from[std::size_t(d) * points + centre];
#pragma omp parallel for
    for (int first = 0; first < points; first += kTogether) {
      const int end = std::min(first + kTogether, points);
      float distances[kTogether] = {};
      for (int d = 0; d < kDimensions; ++d)
        for (int i = first; i < end; ++i) {
          const float difference = from[std::size_t(d) * points + i] - new_centre[d];
          distances[i - first] += difference * difference;
        }
      for (int i = first; i < end; ++i) {
        float *own = &sums_[std::size_t(i) * kSums];
        const float cost = distances[i - first] * descriptions[i].weight, now = descriptions[i].cost;
        if (cost < now) {
          moves_[i] = 1;
          own[kCentres] += cost - now;
        } else {
          own[descriptions[i].centre] += now - cost;
        }
      }
    }
  }
  void check() {
    std::fill(sums_.begin(), sums_.end(), 0.f);
    std::fill(moves_.begin(), moves_.end(), 0);
    run();
    MoveCost::check(sums_.data(), moves_.data());
  }
  bench::Array<float> sums_;
  bench::Array<char> moves_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
