// By the scan directive of OpenMP 5.
#include "problem.h"

struct Program : Scan {
  explicit Program(bool tiny) : Scan(tiny), out_(size) {}
  void run() {
    int *out = out_.data();
    const int *in = this->in.data();
#pragma omp parallel for
    for (int segment = 0; segment < size; segment += kSegment) {
      int sum = 0;
#pragma omp simd reduction(inscan, + : sum)
      for (int i = segment; i < segment + kSegment; ++i) {
        sum += in[i];
#pragma omp scan inclusive(sum)
        out[i] = sum;
      }
    }
  }
  void check() { Scan::check(out_.data()); }
  bench::Array<int> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
