#include "../common/opencl.h"
#include "problem.h"

struct Program : Stencil {
  explicit Program(bool tiny) : Stencil(tiny), out_(in.size()) {
    cl_.setArguments(kernel_, cl_.buffer(out_), cl_.buffer(in), size, kCentre, kSide);
  }
  void run() {
    cl_.launch(kernel_, {bench::roundUp(size, 32), bench::roundUp(size, 8)}, {32, 8});
    cl_.finish();
  }
  void check() { Stencil::check(out_.data()); }
  bench::Array<float> out_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("stencil");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
