// A store through a wild pointer, in a kernel that runs as a plain loop.
// stderr: {here}: error: kernel 'scatter\(int\*\)' .*address 0x
// stderr: note: block \(2,0,0\), thread \(5,0,0\)
#include "../error_check.h"

__global__ void scatter(int *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *target = i == 69 ? reinterpret_cast<int *>(0x123456789a0) : &values[i];
  *target = i; // <- here
}

int main() {
  DeviceArray<int> values(128);
  scatter<<<4, 32>>>(values.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
