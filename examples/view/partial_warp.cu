#include <cstdio>

// 40 threads are two warps, of which the second has 8 lanes. Some of them have nothing to do, and leave.
__global__ void partialWarp(const float *in, float *out, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  unsigned here = __activemask();
  if (i % 2 == 0)
    x = x + __popc(here);
  out[i] = x;
}

int main() {
  const int n = 37;
  float *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(float));
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i)
    in[i] = i;
  partialWarp<<<1, 40>>>(in, out, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 32; i < 40; ++i)
    printf("%g ", out[i]);
  printf("\n");
}
