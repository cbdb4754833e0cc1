#include "problem.h"

struct Program : Spmv {
  explicit Program(bool tiny) : Spmv(tiny), y_(rows) {}
  void run() {
    const float *x = this->x.data(), *values = this->values.data();
    const int *columns = this->columns.data();
#pragma omp parallel for schedule(dynamic, 256)
    for (int row = 0; row < rows; ++row) {
      float sum = 0;
      const int end = begins[row + 1];
#pragma omp simd reduction(+ : sum)
      for (int i = begins[row]; i < end; ++i)
        sum += values[i] * x[columns[i]];
      y_[row] = sum;
    }
  }
  void check() { Spmv::check(y_.data()); }
  bench::Array<float> y_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
