// RADDLE_ISA names an instruction set that does not exist: no kernel is launched, and the message says which there are.
// env: RADDLE_ISA=avx1024
// stderr: error: kernel 'addIndexToEach\(int\*\)' cannot be loaded: RADDLE_ISA=avx1024: there is no such instruction set
#include "../error_check.h"

int main() {
  DeviceArray<int> values(std::vector<int>(32, 1000));
  addIndexToEach<<<1, 32>>>(values.get());
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidKernelImage);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_SAME(values.host(), std::vector<int>(32, 1000));
  return verdict();
}
