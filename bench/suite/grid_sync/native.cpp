#include "problem.h"

#include <omp.h>

struct Program : GridSync {
  explicit Program(bool tiny) : GridSync(tiny), threads_(omp_get_max_threads()), values_(2 * threads_) {}
  void run() {
#pragma omp parallel num_threads(threads_)
    {
      const int self = omp_get_thread_num();
      values_[self] = self;
#pragma omp barrier
      for (int i = 0; i < meetings; ++i) {
        values_[(i + 1) % 2 * threads_ + self] = values_[i % 2 * threads_ + (self + 1) % threads_] + 1;
#pragma omp barrier
      }
    }
  }
  void check() { GridSync::check(&values_[meetings % 2 * threads_], threads_); }
  int threads_;
  bench::Array<int> values_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
