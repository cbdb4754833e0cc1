#include "../common/opencl.h"
#include "problem.h"

struct Program : Nbody {
  explicit Program(bool tiny) : Nbody(tiny), accelerations_(4 * size), bodies_(4 * size) {
    for (int i = 0; i < size; ++i) {
      bodies_[4 * i + 0] = x[i];
      bodies_[4 * i + 1] = y[i];
      bodies_[4 * i + 2] = z[i];
      bodies_[4 * i + 3] = mass[i];
    }
    cl_.setArguments(kernel_, cl_.buffer(accelerations_), cl_.buffer(bodies_), size, kSoftening);
  }
  void run() {
    cl_.launch(kernel_, {std::size_t(size)}, {256});
    cl_.finish();
  }
  void check() { Nbody::check(&accelerations_[0], &accelerations_[1], &accelerations_[2], 4); }
  bench::Array<float> accelerations_, bodies_;
  bench::OpenCl cl_;
  cl_kernel kernel_ = cl_.kernel("nbody");
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
