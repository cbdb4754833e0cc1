#include "../common/vector.h"
#include "problem.h"

using namespace bench;

struct Program : SurfaceCopy {
  explicit Program(bool tiny) : SurfaceCopy(tiny), out_(in.size()) {}
  void run() {
#pragma omp parallel for
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; x += 16)
        store(&out_[std::size_t(y) * size + x], load(&in[std::size_t(y) * size + x]));
  }
  void check() { SurfaceCopy::check(out_.data()); }
  Array<float> out_;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
