// A load through a wild pointer behind a barrier, where the turns of eight warps stand one behind the other: it is found out
// whose it is.
// stderr: {here}: error: kernel 'turn\(.*\)' .*address 0x
// stderr: note: block \(2,0,0\), thread \(181,0,0\), warp 5, lane 21
#include "../error_check.h"

__global__ void turn(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  int other = values[255 - t];
  if (blockIdx.x == 2 && t == 181)
    in = reinterpret_cast<const int *>(0x123456789a0);
  out[t] = in[other]; // <- here
}

int main() {
  DeviceArray<int> in(256), out(256);
  turn<<<4, 256>>>(out.get(), in.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
