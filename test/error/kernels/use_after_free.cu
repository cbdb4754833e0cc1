// A kernel writes to memory that was freed.
// stderr: {here}: error: kernel 'fill\(int\*\)' wrote address 0x[0-9a-f]+, which this process may not access
#include "../error_check.h"

__global__ void fill(int *values) {
  values[threadIdx.x] = 1; // <- here
}

int main() {
  int *memory = nullptr;
  CHECK_CUDA(cudaMalloc(&memory, 64 << 20));
  CHECK_CUDA(cudaFree(memory));
  fill<<<1, 32>>>(memory);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
