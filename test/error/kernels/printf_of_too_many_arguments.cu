// printf takes 32 arguments after the format; what else the format asks for comes out as it stands. (A GPU's
// driver may crash.)
#include "../error_check.h"

#include "../../conformance/capture.h"

__device__ int returned;

__global__ void print() {
  returned = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d "
                    "%d %d %d|%d %5.2f "
                    "%s 100%%\n",
                    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                    26, 27, 28, 29, 30, 31, 32, 33, 34.0, "35");
}

int main() {
  const std::vector<std::string> lines = linesPrintedBy([] { print<<<1, 1>>>(); });
  CHECK_EQ(lines.size(), 1u);
  CHECK_EQ(
      lines[0],
      std::string("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32|%d "
                  "%5.2f %s 100%"));
  int count = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, returned, sizeof count));
  CHECK_EQ(count, 32);
  return verdict();
}
