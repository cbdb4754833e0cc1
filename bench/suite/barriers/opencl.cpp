#include "../common/opencl.h"
#include "problem.h"

struct Program : Barriers {
  explicit Program(bool tiny) : Barriers(tiny), out_(blocks * kBlock) {
    cl_.setArguments(kernel_, cl_.buffer(out_), exchanges);
  }
  void run() {
    cl_.launch(kernel_, {std::size_t(blocks) * kBlock}, {kBlock});
    cl_.finish();
  }
  void check() { Barriers::check(out_.data()); }
  bench::Array<int> out_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("barriers");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
