// A load that some lanes of one warp cannot do, after a barrier and a shuffle; the first of them is named.
// stderr: {here}: error: kernel 'sumUp\(.*\)' read address 0x
// stderr(32): note: block \(1,0,0\), thread \(13,2,0\), warp 2, lane 13
// stderr(1): note: block \(1,0,0\), thread \(\d+,2,0\), warp 2
// stderr(32): #0 sumUp\(float const\*, float\*\) at .*{here}
#include "../error_check.h"

__global__ void sumUp(const float *values, float *out) {
  __shared__ float shared_values[128];
  int t = threadIdx.x + blockDim.x * threadIdx.y;
  shared_values[t] = values[t];
  __syncthreads();
  float sum = shared_values[127 - t];
  sum += __shfl_xor_sync(0xffffffff, sum, 3);
  const float *source = blockIdx.x == 1 && threadIdx.y == 2 && threadIdx.x >= 13 ? values - (1LL << 36) : values;
  sum += source[threadIdx.x]; // <- here
  out[t] = sum;
}

int main() {
  DeviceArray<float> values(128), out(128);
  sumUp<<<2, dim3(32, 4)>>>(values.get(), out.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
