#include "../common/opencl.h"
#include "problem.h"

struct Program : BitonicSort {
  explicit Program(bool tiny) : BitonicSort(tiny), out_(size) {
    cl_.setArguments(kernel_, cl_.buffer(out_), cl_.buffer(in));
  }
  void run() {
    cl_.launch(kernel_, {std::size_t(size) / 2}, {kSegment / 2});
    cl_.finish();
  }
  void check() { BitonicSort::check(out_.data()); }
  bench::Array<int> out_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("bitonicSort");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
