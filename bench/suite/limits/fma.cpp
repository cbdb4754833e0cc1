// Fused multiply-adds that do not wait for each other, without memory: the most that all cores can compute.
#include "../common/harness.h"
#include "../common/vector.h"

#include <omp.h>

using namespace bench;

struct Program {
  static constexpr const char *kUnit = "GFLOP/s";
  static constexpr int kChains = 20;

  explicit Program(bool tiny) : steps(tiny ? 1000 : 1000000) {}
  double work() const { return 2e-9 * 16 * kChains * double(steps) * omp_get_max_threads(); }
  void run() {
    int right = 1;
#pragma omp parallel reduction(& : right)
    {
      Float16 chains[kChains] = {};
      const Float16 factor = broadcast(0.5f), summand = broadcast(1.0f);
      for (int step = 0; step < steps; ++step)
#pragma GCC unroll 20
        for (Float16 &chain : chains) {
          chain = chain * factor + summand;
          // Each chain is a register of its own.
          asm("" : "+v"(chain));
        }
      for (Float16 &chain : chains)
        right &= std::abs(chain[0] - 2.0f) < 1e-3f;
    }
    right_ = right;
  }
  void check() const { requireEqual("converged", 0, right_, 1); }

  int steps;
  int right_ = 0;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
