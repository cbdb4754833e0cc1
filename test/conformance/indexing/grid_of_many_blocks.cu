// gridDim.x may exceed 65535; every block runs exactly once.
#include "../check.h"

__global__ void visit(unsigned char *visits) { visits[blockIdx.x] += 1; }

int main() {
  const unsigned blocks = 200'003;
  DeviceArray<unsigned char> visits(blocks);
  visit<<<blocks, 1>>>(visits.get());
  CHECK_LAUNCH();
  CHECK_SAME(visits.host(), std::vector<unsigned char>(blocks, 1));
  return verdict();
}
