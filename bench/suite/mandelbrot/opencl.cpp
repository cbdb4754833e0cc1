#include "../common/opencl.h"
#include "problem.h"

struct Program : Mandelbrot {
  explicit Program(bool tiny) : Mandelbrot(tiny), steps_(width * height) {
    cl_.setArguments(kernel_, cl_.buffer(steps_), width, height, kLeft, kTop, dx, dy, kMaxSteps);
  }
  void run() {
    cl_.launch(kernel_, {bench::roundUp(width, 32), bench::roundUp(height, 8)}, {32, 8});
    cl_.finish();
  }
  void check() { Mandelbrot::check(steps_.data()); }
  bench::Array<int> steps_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("mandelbrot");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
