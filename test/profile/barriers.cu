// Barriers where warps come with more or less work done. `waits:` says how many warps arrive in all, and which ones wait.
#include <cuda_runtime.h>

__device__ float work(float x, int n) {
  for (int i = 0; i < n; ++i)
    x = x * 0.5f + i;
  return x;
}

__global__ void even(float *out) {
  __shared__ float values[128];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads(); // waits: arrivals=32 by=
  out[blockIdx.x * 128 + threadIdx.x] = values[127 - threadIdx.x];
}

// The last warp of four does all the work, so the first three wait.
__global__ void uneven(float *out, int n) {
  __shared__ float value;
  if (threadIdx.x >= 96) {
    float sum = work(threadIdx.x, n);
    if (threadIdx.x == 127)
      value = sum;
  }
  __syncthreads(); // waits: arrivals=32 by=0,1,2
  out[blockIdx.x * 128 + threadIdx.x] = value;
}

// As often as a block goes around.
__global__ void often(float *out) {
  __shared__ float values[64];
  values[threadIdx.x] = threadIdx.x;
  for (int round = 0; round < 10; ++round) {
    __syncthreads(); // waits: arrivals=80 by=
    const float next = values[(threadIdx.x + 1) % 64];
    __syncthreads(); // waits: arrivals=80 by=
    values[threadIdx.x] = next;
  }
  out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
}

// One warp works before each barrier: another one each time, and then none.
__global__ void one_each(float *out, int n) {
  __shared__ float values[128];
  const int t = threadIdx.x, warp = t / 32;
  values[t] = t;
  if (warp == 0)
    values[t] = work(values[t], n);
  __syncthreads(); // waits: arrivals=16 by=1,2,3
  if (warp == 2)
    values[t] = work(values[t - 32], n);
  __syncthreads(); // waits: arrivals=16 by=0,1,3
  float sum = values[127 - t];
  __syncthreads(); // waits: arrivals=16 by=
  if (warp == 3)
    sum = work(sum, n);
  values[t] = sum;
  __syncthreads(); // waits: arrivals=16 by=0,1,2
  out[blockIdx.x * 128 + t] = values[127 - t];
}

// Warps take turns, so each waits in three rounds of four, and all as long; and half of the warps work after it.
__global__ void turns(float *out, int n) {
  __shared__ float values[128];
  const int t = threadIdx.x, warp = t / 32;
  values[t] = t;
  for (int round = 0; round < 8; ++round) {
    if (round % 4 == warp)
      values[t] = work(values[t], n);
    __syncthreads(); // waits: arrivals=64 by=0,1,2,3
    const float next = values[(t + 1) % 128];
    if (warp >= 2)
      out[t] = work(next, n / 2);
    __syncthreads(); // waits: arrivals=64 by=0,1
    values[t] = next;
  }
  out[blockIdx.x * 128 + t] = values[t];
}

// A warp leaves after the first barrier, however much it does then.
__global__ void leaving(float *out, int n) {
  __shared__ float values[96];
  const int t = threadIdx.x, warp = t / 32;
  values[t] = t;
  __syncthreads(); // waits: arrivals=6 by=
  if (warp == 1) {
    out[t] = work(values[95 - t], 10 * n);
    return;
  }
  if (warp == 2)
    values[t] = work(values[t], n);
  __syncthreads(); // waits: arrivals=4 by=0
  out[t] = values[95 - t];
}

// Rows of memory, whose work is divided otherwise on a CPU.
__global__ void rows(const float *in, float *out, int n) {
  __shared__ float sums[128];
  const int t = threadIdx.x, warp = t / 32;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i * 128 + t];
  sums[t] = sum;
  __syncthreads(); // waits: arrivals=8 by=
  for (int i = 0; i < (warp + 1) * n; ++i)
    sum += in[i * 128 + t] * sums[(t + i) % 128];
  __syncthreads(); // waits: arrivals=8 by=0,1,2
  out[blockIdx.x * 128 + t] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * 256 * sizeof(float));
  cudaMalloc(&out, 8 * 128 * sizeof(float));
  cudaMemset(in, 0, 128 * 256 * sizeof(float));
  even<<<8, 128>>>(out);
  uneven<<<8, 128>>>(out, 100);
  often<<<4, 64>>>(out);
  one_each<<<4, 128>>>(out, 50);
  turns<<<2, 128>>>(out, 40);
  leaving<<<2, 96>>>(out, 30);
  rows<<<2, 128>>>(in, out, 16);
  return cudaDeviceSynchronize() != cudaSuccess;
}
