#include "../common/opencl.h"
#include "problem.h"

struct Program : Launch {
  explicit Program(bool tiny) : Launch(tiny), counter_(1) { cl_.setArguments(count_, cl_.buffer(counter_)); }
  void run() {
    for (int i = 0; i < launches; ++i) {
      cl_.launch(empty_, {1}, {1});
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

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
