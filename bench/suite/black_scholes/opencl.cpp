#include "../common/opencl.h"
#include "problem.h"

struct Program : BlackScholes {
  explicit Program(bool tiny) : BlackScholes(tiny), call_(size), put_(size) {
    cl_.setArguments(kernel_, cl_.buffer(call_), cl_.buffer(put_), cl_.buffer(price), cl_.buffer(strike),
                     cl_.buffer(years), kRate, kVolatility, size);
  }
  void run() {
    cl_.launch(kernel_, {bench::roundUp(size, 256)}, {256});
    cl_.finish();
  }
  void check() { BlackScholes::check(call_.data(), put_.data()); }
  bench::Array<float> call_, put_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("blackScholes");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
