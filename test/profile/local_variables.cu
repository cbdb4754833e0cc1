// Pointers to local variables, as only the running kernel knows, lead to no global memory.

#include <cuda_runtime.h>

__device__ __noinline__ float sumOf(const float *from, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += from[i * 2]; // counts: load.global.requests=8 load.global.lanes=256 load.shared.requests=2 load.shared.lanes=64
  return sum;
}

__global__ void locals(const float *in, float *out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = tile[t + 32] = t;
  __syncwarp();
  float own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = in[i * n + t]; // counts: load.global.requests=8
  float sum = sumOf(own, n) + sumOf(tile + t, n / 2);
  out[t] = sum + sumOf(in + t, n) + sumOf(in, n); // counts: store.global.requests=1
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 14);
  cudaMalloc(&out, 1 << 14);
  cudaMemset(in, 0, 1 << 14);
  locals<<<1, 32>>>(in, out, 4);
  return cudaDeviceSynchronize();
}
