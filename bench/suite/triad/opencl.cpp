#include "../common/opencl.h"
#include "problem.h"

struct Program : Triad {
  explicit Program(bool tiny) : Triad(tiny), a_(size) {
    cl_.setArguments(kernel_, cl_.buffer(a_), cl_.buffer(b), cl_.buffer(c), kScale, size);
  }
  void run() {
    cl_.launch(kernel_, {bench::roundUp(size, 256)}, {256});
    cl_.finish();
  }
  void check() { Triad::check(a_.data()); }
  bench::Array<float> a_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("triad");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
