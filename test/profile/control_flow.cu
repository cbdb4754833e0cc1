// Branches, active lanes and barriers. Each line says what it counts.

#include <cuda_runtime.h>

// Lane l goes round l times, of 4 warps.
__global__ void triangle(const int *in, int *out) {
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < t % 32; ++k)
    sum += in[k * 4]; // counts: load.global.requests=124 load.global.lanes=1984 load.global.sectors=124
  out[t] = sum;       // counts: store.global.requests=4 store.global.lanes=128
}

// Inner loops of their own length, in each of which lanes meet again.
__global__ void nested(const int *in, int *out) {
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < (t + i) % 4; ++k)
      sum += in[i * 8 + k]; // counts: load.global.requests=9 load.global.lanes=144
    sum ^= in[64 + i * 8];  // counts: load.global.requests=3 load.global.lanes=96
  }
  out[t] = sum;
}

__global__ void sides(const int *in, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0)   // counts: branches=4 divergent_branches=0
    out[t] = in[t];      // counts: load.global.requests=2 load.global.lanes=64
  else
    out[t + 64] = in[t + 1];
  if (in[t] & 1)         // counts: branches=4 divergent_branches=4 load.global.requests=4
    out[t + 128] = in[2 * t]; // counts: load.global.requests=4 load.global.lanes=64
}

__device__ __noinline__ int twice(const int *in, int t) {
  return 2 * in[t]; // counts: load.global.requests=3 load.global.lanes=48
}

// A function that lanes call on different ways.
__global__ void calls(const int *in, int *out) {
  int t = threadIdx.x;
  out[t] = twice(in, t);   // counts: store.global.requests=1
  if (t < 8)
    out[t] += twice(in, t + 1);
  else if (t >= 24)
    out[t] -= twice(in, t);
}

__global__ void reduction(const int *in, int *out) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half]; // counts: store.shared.requests=12 store.shared.lanes=255
    __syncthreads();             // counts: barrier.warps=64 barrier.lanes=2048
  }
  if (t == 0)
    *out = part[0]; // counts: load.shared.requests=1 load.shared.lanes=1
}

__global__ void shuffles(const int *in, int *out) {
  int x = in[threadIdx.x];
  for (int distance = 16; distance; distance /= 2)
    x += __shfl_xor_sync(0xffffffff, x, distance); // counts: warp.warps=10 warp.lanes=320
  out[threadIdx.x] = x;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1 << 16);
  cudaMallocManaged(&out, 1 << 16);
  for (int i = 0; i < 1024; ++i)
    in[i] = i;
  triangle<<<1, 128>>>(in, out);
  nested<<<1, 32>>>(in, out);
  sides<<<2, 64>>>(in, out);
  calls<<<1, 32>>>(in, out);
  reduction<<<1, 256>>>(in, out);
  shuffles<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
