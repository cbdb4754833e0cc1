// What it would cost, or save, if each point went to a new centre, in a clustering of many-dimensional points.
#ifndef RADDLE_BENCH_MOVE_COST_H
#define RADDLE_BENCH_MOVE_COST_H

#include "../common/harness.h"

struct MoveCost {
  static constexpr const char *kUnit = "Mpoint/s";
  static constexpr int kDimensions = 64, kCentres = 16, kSums = kCentres + 1;
  struct Point {
    float weight, cost; // at the centre where it is
    int centre;
  };

  explicit MoveCost(bool tiny)
      : points(tiny ? 1000 : 1 << 18), centre(points / 3), coordinates(std::size_t(points) * kDimensions),
        descriptions(points) {
    bench::Random random;
    for (float &value : coordinates)
      value = random.uniform(0, 1);
    for (Point &point : descriptions)
      point = {random.uniform(0.5f, 1.5f), random.uniform(0, kDimensions / 3.f),
               int(random.next() % kCentres)};
  }
  double work() const { return 1e-6 * points; }
  /// Checks a run that began with zeros: what it takes to clear them is not measured.
  void check(const float *sums, const char *moves) const {
    for (int i = 0; i < points; ++i) {
      double distance = 0;
      for (int d = 0; d < kDimensions; ++d) {
        const double difference =
            coordinates[std::size_t(d) * points + i] - coordinates[std::size_t(d) * points + centre];
        distance += difference * difference;
      }
      const double saved = descriptions[i].cost - distance * descriptions[i].weight;
      if (std::abs(saved) < 1e-3)
        continue;
      bench::requireEqual<int>("moves", i, moves[i], saved > 0);
      for (int k = 0; k < kSums; ++k) {
        const bool is_own = k == (saved > 0 ? kCentres : descriptions[i].centre);
        bench::requireNear("sums", std::size_t(i) * kSums + k, sums[std::size_t(i) * kSums + k],
                           is_own ? -std::abs(saved) : 0, 1e-4);
      }
    }
  }

  int points, centre;
  bench::Array<float> coordinates; // those of a dimension side by side
  bench::Array<Point> descriptions;
};

#endif
