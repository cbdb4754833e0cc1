#include "problem.h"

struct Program : Triad {
  explicit Program(bool tiny) : Triad(tiny), a_(size) {}
  void run() {
    float *a = a_.data();
    const float *b = this->b.data(), *c = this->c.data();
#pragma omp parallel for simd
    for (int i = 0; i < size; ++i)
      a[i] = b[i] + kScale * c[i];
  }
  void check() { Triad::check(a_.data()); }
  bench::Array<float> a_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
