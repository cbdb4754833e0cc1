// A kernel's fault is reported; that every call after it fails with the same error is not told again.
// stderr: {here}: error: kernel 'wild\(int\*\)' wrote address 0x8
// stderr: ^note: block
// stderr: ^note: the thread's stack
// stderr: ^  #0 wild
// stderr lacks: failed|was not launched|never asked
#include "../error_check.h"

__global__ void wild(int *target) { *target = 1; } // <- here

int main() {
  DeviceArray<int> values(64);
  wild<<<1, 1>>>(reinterpret_cast<int *>(8));
  cudaDeviceSynchronize();
  int got = 0;
  cudaMemcpy(&got, values.get(), sizeof got, cudaMemcpyDeviceToHost);
  addIndexToEach<<<1, 64>>>(values.get());
  cudaFree(values.get());
  return 0;
}
