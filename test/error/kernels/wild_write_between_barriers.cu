// A store through a wild pointer, in a kernel whose threads wait for each other.
// stderr: {here}: error: kernel 'scatter\(int\*\)' .*address 0x
// stderr: note: block \(0,1,0\), thread \(3,2,0\), warp 0, lane 19
#include "../error_check.h"

__global__ void scatter(int *values) {
  __shared__ int shared_values[64];
  int t = threadIdx.x + blockDim.x * threadIdx.y;
  shared_values[t] = t;
  __syncthreads();
  int other = shared_values[63 - t];
  if (blockIdx.y == 1 && t == 19)
    values = reinterpret_cast<int *>(0x123456789a0);
  values[other] = t; // <- here
  __syncthreads();
}

int main() {
  DeviceArray<int> values(64);
  scatter<<<dim3(1, 2), dim3(8, 8)>>>(values.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
