// Launches by Raddle that are waited for one by one, or all together.
#ifndef RADDLE_BENCH_LAUNCHES_H
#define RADDLE_BENCH_LAUNCHES_H

#include "../common/device.h"
#include "problem.h"

__global__ void empty() {}
__global__ void count(int *counter) { ++*counter; }

template <bool kWaitsForEach> struct Launches : Launch {
  explicit Launches(bool tiny) : Launch(tiny), counter_(1) {}
  void run() {
    for (int i = 0; i < launches; ++i) {
      empty<<<1, 1>>>();
      if (kWaitsForEach)
        bench::finish();
    }
    bench::finish();
  }
  // Launches on one stream run one after the other.
  void check() {
    for (int i = 0; i < launches; ++i)
      count<<<1, 1>>>(counter_);
    bench::Array<int> counter(1);
    counter_.copyTo(counter);
    expected_ += launches;
    bench::requireEqual("counter", 0, counter[0], expected_);
  }
  bench::DeviceArray<int> counter_;
  int expected_ = 0;
};

#endif
