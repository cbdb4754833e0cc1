#include "../common/opencl.h"
#include "problem.h"

struct Program : Sgemm {
  explicit Program(bool tiny) : Sgemm(tiny), c_(a.size()) {
    cl_.setArguments(kernel_, cl_.buffer(c_), cl_.buffer(a), cl_.buffer(b), size);
  }
  void run() {
    cl_.launch(kernel_, {std::size_t(size), std::size_t(size)}, {32, 32});
    cl_.finish();
  }
  void check() { Sgemm::check(c_.data()); }
  bench::Array<float> c_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("sgemm");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
