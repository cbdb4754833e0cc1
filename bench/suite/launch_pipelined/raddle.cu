#include "../common/device.h"
#include "../launch_waited/problem.h"

__global__ void empty() {}
__global__ void count(int *counter) { ++*counter; }

struct Program : Launch {
  explicit Program(bool tiny) : Launch(tiny), counter_(1) {}
  void run() {
    for (int i = 0; i < launches; ++i)
      empty<<<1, 1>>>();
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

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
