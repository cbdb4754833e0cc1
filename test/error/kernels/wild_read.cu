// A load from far in front of an allocation, inside a function that the kernel calls.
// stderr: {here}: error: kernel 'gather\(.*\)' .*address 0x
// stderr: note: block \(0,0,0\), thread \(7,0,0\)
#include "../error_check.h"

__device__ __noinline__ int load(const int *values, long long index) {
  return values[index]; // <- here
}

__global__ void gather(const int *values, int *out) {
  long long index = threadIdx.x == 7 ? -(1LL << 40) : threadIdx.x;
  out[threadIdx.x] = load(values, index);
}

int main() {
  DeviceArray<int> values(32), out(32);
  gather<<<1, 32>>>(values.get(), out.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
