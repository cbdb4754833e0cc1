#include <cstdio>

// Each warp adds up its 32 numbers in five shuffles; the first warp adds up the sums of all warps.
__global__ void reduction(const float *in, float *out) {
  __shared__ float sums[4];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = in[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    float all = lane < 4 ? sums[lane] : 0;
    all += __shfl_down_sync(0xffffffff, all, 2);
    all += __shfl_down_sync(0xffffffff, all, 1);
    if (lane == 0)
      *out = all;
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 128; ++i)
    in[i] = i;
  reduction<<<1, 128>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("%g\n", *out);
}
