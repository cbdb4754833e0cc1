#include "../common/opencl.h"
#include "problem.h"

struct Program : Transpose {
  explicit Program(bool tiny) : Transpose(tiny), out_(in.size()) {
    cl_.setArguments(kernel_, cl_.buffer(out_), cl_.buffer(in), size);
  }
  void run() {
    cl_.launch(kernel_, {std::size_t(size), std::size_t(size) / 4}, {32, 8});
    cl_.finish();
  }
  void check() { Transpose::check(out_.data()); }
  bench::Array<float> out_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("transpose");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
