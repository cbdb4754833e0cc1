// A load through a wild pointer after a barrier, where the loop over eight warps is unrolled: the report names the thread.
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
