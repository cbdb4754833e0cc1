// A call through a null function pointer.
// stderr: error: kernel 'call\(int \(\*\)\(int\), int\*\)' .*
// stderr: note: block \(0,0,0\), thread \(0,0,0\)
#include "../error_check.h"

__global__ void call(int (*function)(int), int *out) { out[threadIdx.x] = function(threadIdx.x); }

int main() {
  DeviceArray<int> out(1);
  call<<<1, 1>>>(nullptr, out.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
