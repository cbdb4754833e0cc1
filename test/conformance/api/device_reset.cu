// cudaDeviceReset gives back all memory and restores the device variables' initial values.
#include "../check.h"

__device__ int value = 5;
__global__ void increment() { value += 1; }

int main() {
  for (int round = 0; round < 3; ++round) {
    void *memory = nullptr;
    CHECK_CUDA(cudaMalloc(&memory, 1 << 20));
    increment<<<1, 1>>>();
    int got = 0;
    CHECK_CUDA(cudaMemcpyFromSymbol(&got, value, sizeof got));
    CHECK_EQ(got, 6);
    CHECK_CUDA(cudaDeviceReset());
  }
  return verdict();
}
