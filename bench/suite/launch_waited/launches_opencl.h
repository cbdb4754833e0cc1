// Launches by OpenCL that are waited for one by one, or all together.
#ifndef RADDLE_BENCH_LAUNCHES_OPENCL_H
#define RADDLE_BENCH_LAUNCHES_OPENCL_H

#include "../common/opencl.h"
#include "problem.h"

template <bool kWaitsForEach> struct Launches : Launch {
  explicit Launches(bool tiny) : Launch(tiny), counter_(1) { cl_.setArguments(count_, cl_.buffer(counter_)); }
  void run() {
    for (int i = 0; i < launches; ++i) {
      cl_.launch(empty_, {1}, {1});
      if (kWaitsForEach)
        cl_.finish();
    }
    cl_.finish();
  }
  void check() {
    for (int i = 0; i < launches; ++i)
      cl_.launch(count_, {1}, {1});
    cl_.finish();
    expected_ += launches;
    bench::requireEqual("counter", 0, counter_[0], expected_);
  }
  bench::Array<int> counter_;
  int expected_ = 0;
  bench::OpenCl cl_;
  cl_kernel empty_ = cl_.kernel("empty"), count_ = cl_.kernel("count");
};

#endif
