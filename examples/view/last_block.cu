#include <cstdio>

__device__ unsigned finished;
__device__ volatile float sums[8];

// Each block adds up its part. The last one to finish adds up the sums of all; it may do so only because each block has made
// its sum visible, by a fence, before it says that it has finished.
template <bool kWithFence> __global__ void lastBlock(const float *in, float *out) {
  int lane = threadIdx.x;
  float sum = in[blockIdx.x * 32 + lane];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  unsigned before = 0;
  if (lane == 0) {
    sums[blockIdx.x] = sum;
    if (kWithFence)
      __threadfence();
    before = atomicInc(&finished, gridDim.x - 1);
  }
  bool is_last = __shfl_sync(0xffffffff, before, 0) == gridDim.x - 1;
  if (is_last) {
    float all = lane < gridDim.x ? sums[lane] : 0;
    for (int distance = 4; distance > 0; distance /= 2)
      all += __shfl_down_sync(0xffffffff, all, distance);
    if (lane == 0)
      *out = all;
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 256; ++i)
    in[i] = i;
  lastBlock<true><<<8, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("with a fence: %g\n", *out);
  lastBlock<false><<<8, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("without one: %g\n", *out);
}
