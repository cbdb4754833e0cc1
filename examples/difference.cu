// The difference of each element and the next one in its block. docs/warp_engine.md follows this kernel to machine code.
#include <cstdio>

__global__ void difference(const float *in, float *out, int n) {
  __shared__ float first[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  float x = i < n ? in[i] : 0;
  float next = __shfl_down_sync(0xffffffff, x, 1);
  if (lane == 0)
    first[warp] = x;
  __syncthreads();
  if (lane == 31)
    next = first[(warp + 1) & (warps - 1)];
  if (i < n)
    out[i] = next - x;
}

int main() {
  const int n = 2000;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = i * 0.5f;
  difference<<<2, 1024>>>(in, out, n);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", out[0], out[100], out[1023]);
}
