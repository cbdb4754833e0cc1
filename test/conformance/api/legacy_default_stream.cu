// The default stream waits for all blocking streams before it, and they wait for it.
#include "../check.h"

__global__ void slow_add(int *cell, int value) {
  long long start = clock64();
  while (clock64() - start < 3'000'000) {
  }
  *cell += value;
}
__global__ void double_it(int *cell) { *cell *= 2; }

int main() {
  cudaStream_t a, b;
  CHECK_CUDA(cudaStreamCreate(&a));
  CHECK_CUDA(cudaStreamCreate(&b));
  DeviceArray<int> cell(1);
  for (int round = 0; round < 3; ++round) {
    slow_add<<<1, 1, 0, a>>>(cell.get(), 1);
    double_it<<<1, 1>>>(cell.get());
    slow_add<<<1, 1, 0, b>>>(cell.get(), 10);
    double_it<<<1, 1, 0, cudaStreamLegacy>>>(cell.get());
  }
  int expected = 0;
  for (int round = 0; round < 3; ++round)
    expected = ((expected + 1) * 2 + 10) * 2;
  // cudaMemcpy uses the default stream, so it waits as well.
  CHECK_EQ(cell.first(), expected);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaStreamDestroy(a));
  CHECK_CUDA(cudaStreamDestroy(b));
  return verdict();
}
