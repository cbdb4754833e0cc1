// Reads an array, and does next to nothing with it.
#include "../common/vector.h"
#include "../reduction/problem.h"

using namespace bench;

struct Program : Reduction {
  using Reduction::Reduction;
  void run() {
    int bits = 0;
#pragma omp parallel for reduction(| : bits)
    for (int block = 0; block < size / 64; ++block) {
      const int *from = reinterpret_cast<const int *>(&values[std::size_t(block) * 64]);
      Int16 any = load(from) | load(from + 16) | load(from + 32) | load(from + 48);
      bits |= anyOf(any == -1);
    }
    bits_ = bits;
  }
  void check() { requireEqual("bits", 0, bits_, 0); }
  int bits_ = -1;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
