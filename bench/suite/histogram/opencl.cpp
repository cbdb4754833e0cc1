#include "../common/opencl.h"
#include "problem.h"

struct Program : Histogram {
  explicit Program(bool tiny) : Histogram(tiny), bins_(kBins) {
    cl_.setArguments(kernel_, cl_.buffer(data), words, cl_.buffer(bins_));
  }
  void run() {
    std::memset(bins_.data(), 0, kBins * sizeof(unsigned));
    cl_.launch(kernel_, {256 * 256}, {256});
    cl_.finish();
  }
  void check() { Histogram::check(bins_.data()); }
  bench::Array<unsigned> bins_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("histogram");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
