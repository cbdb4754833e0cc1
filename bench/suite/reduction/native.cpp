#include "problem.h"

struct Program : Reduction {
  using Reduction::Reduction;
  void run() {
    const float *values = this->values.data();
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < size; ++i)
      sum += values[i];
    sum_ = sum;
  }
  void check() { Reduction::check(sum_); }
  float sum_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
