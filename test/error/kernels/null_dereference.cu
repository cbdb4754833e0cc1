// A null pointer as a kernel parameter.
// stderr: {here}: error: kernel 'fill\(float\*, int\)' .*address 0x
// stderr: note: block \(\d+,0,0\), thread \(\d+,0,0\)
#include "../error_check.h"

__global__ void fill(float *values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] = 1; // <- here
}

int main() {
  fill<<<4, 64>>>(nullptr, 200);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
