// Names that a demangler would take for those of types: f for float, c for char.
// stderr: warning: kernel 'f' <<<\(1,1,1\), \(4096,1,1\)>>> was not launched: cudaErrorInvalidConfiguration
// stderr: warning: cudaMemcpyToSymbol failed: cudaErrorInvalidValue
// stderr: note: 64 bytes are too many: the symbol is the variable 'c' of 16 bytes
#include "../error_check.h"

extern "C" __global__ void f(int *values) { values[threadIdx.x] = 1; }
__constant__ int c[4];

__global__ void readsThem(int *values) { values[threadIdx.x] = c[threadIdx.x % 4]; }

int main() {
  DeviceArray<int> values(4096);
  readsThem<<<1, 32>>>(values.get());
  CHECK_LAUNCH();
  f<<<1, 4096>>>(values.get());
  int numbers[16] = {};
  cudaMemcpyToSymbol(c, numbers, sizeof numbers);
  return verdict();
}
