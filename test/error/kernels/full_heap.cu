// A full heap gives null; who writes there all the same is told where.
// stderr: {here}: error: kernel 'fill\(int\)' wrote address 0x0, which is not mapped
#include "../error_check.h"

__device__ int blocks_given;

__global__ void fill(int count) {
  for (int i = 0; i < count; ++i) {
    int *block = static_cast<int *>(malloc(1 << 20));
    if (!block) {
      *block = 1; // <- here
    }
    ++blocks_given;
  }
}

int main() {
  fill<<<1, 1>>>(100);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
