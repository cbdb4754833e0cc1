// A launch that was refused, in a program that never asks: it is told when it ends.
// stderr: {here}: warning: kernel 'addIndexToEach\(int\*\)' <<<\(1,1,1\), \(2048,1,1\)>>> was not launched: cudaErrorInvalidConfiguration
// stderr: ^note: a block may have 1024 threads, not 2048
// stderr: ^note: the program never asked; cudaGetLastError\(\)
#include "../error_check.h"

int main() {
  DeviceArray<int> values(2048);
  addIndexToEach<<<1, 1025>>>(values.get());
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  addIndexToEach<<<1, 2048>>>(values.get()); // <- here
  CHECK_CUDA(cudaDeviceSynchronize());
  return verdict();
}
