// Fused multiply-adds that do not wait for each other, without memory: the most that all cores can compute.
#include "../common/harness.h"

#include <omp.h>

using namespace bench;

// Each chain is a register of its own: so many that the latency is hidden, and that the constants find room, too.
#ifdef __AVX512F__
constexpr int kLanes = 16, kChains = 20;
#else
constexpr int kLanes = 8, kChains = 12;
#endif
typedef float Chain __attribute__((vector_size(kLanes * sizeof(float))));

struct Program {
  static constexpr const char *kUnit = "GFLOP/s";

  explicit Program(bool tiny) : steps(tiny ? 1000 : 1000000) {}
  double work() const { return 2e-9 * kLanes * kChains * double(steps) * omp_get_max_threads(); }
  void run() {
    int right = 1;
#pragma omp parallel reduction(& : right)
    {
      Chain chains[kChains] = {};
      const Chain factor = 0.5f - Chain{}, summand = 1.0f - Chain{};
      for (int step = 0; step < steps; ++step)
#pragma GCC unroll 20
        for (Chain &chain : chains) {
          chain = chain * factor + summand;
          asm("" : "+v"(chain));
        }
      for (Chain &chain : chains)
        right &= std::abs(chain[0] - 2.0f) < 1e-3f;
    }
    right_ = right;
  }
  void check() const { requireEqual("converged", 0, right_, 1); }

  int steps;
  int right_ = 0;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
