// What OpenMP has for it: a parallel region.
#include "problem.h"

struct Program : Launch {
  using Launch::Launch;
  void run() {
    for (int i = 0; i < launches; ++i) {
#pragma omp parallel
      asm volatile("");
    }
  }
  void check() {}
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
