// Stores past the end of the dynamic shared memory. Not even the first of them damages the program.
// stderr: {here}: error: kernel 'reverse\(int\*, int\)' .*address 0x
// stderr: note: block \(0,0,0\), thread \(0,0,0\)
#include "../error_check.h"

__global__ void reverse(int *out, int shift) {
  extern __shared__ int tile[];
  tile[threadIdx.x + shift] = out[threadIdx.x]; // <- here
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  DeviceArray<int> values(256);
  reverse<<<1, 256, 256 * sizeof(int)>>>(values.get(), 256);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
