// Kernels that instructions, shared memory, barriers or atomic updates bound.
#pragma once

#include "memory_kernels.h"

constexpr int kMatrix = 512;

// ---- chains of arithmetic: latency and throughput

template <int Chains> __global__ void multiplyAdd(float *out, float a, float b) {
  float x[Chains];
  for (int c = 0; c < Chains; ++c)
    x[c] = threadIdx.x + c;
  for (int i = 0; i < 1024 / Chains; ++i)
    for (int c = 0; c < Chains; ++c)
      x[c] = x[c] * a + b;
  float sum = 0;
  for (int c = 0; c < Chains; ++c)
    sum += x[c];
  out[globalIndex()] = sum;
}

__global__ void multiplyAddDouble(float *out, double a, double b) {
  double x = threadIdx.x;
  for (int i = 0; i < 512; ++i)
    x = x * a + b;
  out[globalIndex()] = static_cast<float>(x);
}

__global__ void integerSteps(int *out, int a, int b) {
  int x = threadIdx.x, y = blockIdx.x;
  for (int i = 0; i < 256; ++i) {
    x = (x ^ a) + (y >> 3);
    y = (y ^ b) + (x << 2);
  }
  out[globalIndex()] = x + y;
}

__global__ void specialFunctions(float *out, float a) {
  float x = threadIdx.x;
  for (int i = 0; i < 256; ++i)
    x = __sinf(x) + a;
  out[globalIndex()] = x;
}

__global__ void integerDivisions(unsigned *out, unsigned a) {
  unsigned x = 0xffffffffu - threadIdx.x;
  for (unsigned i = 0; i < 64; ++i)
    x = x / (a + i) + 0xf0000000u;
  out[globalIndex()] = x;
}

// ---- divergence

__device__ inline float work(float x, float a, int steps) {
  for (int i = 0; i < steps; ++i)
    x = x * a + 0.5f;
  return x;
}

template <int Unit> __global__ void branchBy(float *out, float a, float b) {
  float x = threadIdx.x;
  if (threadIdx.x / Unit % 2)
    for (int i = 0; i < 512; ++i)
      x = x * a + b;
  else
    for (int i = 0; i < 512; ++i)
      x = x * x - a;
  out[globalIndex()] = x;
}

template <int Unit> __global__ void iterationsBy(float *out, float a) {
  const unsigned item = globalIndex() / Unit;
  out[globalIndex()] = work(threadIdx.x, a, static_cast<int>(item * 2654435761u >> 22));
}

// ---- shared memory

template <int Stride> __global__ void sharedStride(float *out, int steps) {
  __shared__ float values[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x)
    values[i] = i;
  __syncthreads();
  float sum = 0;
  int at = threadIdx.x * Stride;
  for (int i = 0; i < steps; ++i) {
    sum += values[at & 2047];
    at += 33;
  }
  out[globalIndex()] = sum;
}

// ---- matrix product

__global__ void productNaive(const float *a, const float *b, float *c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kMatrix; ++k)
    sum += a[y * kMatrix + k] * b[k * kMatrix + x];
  c[y * kMatrix + x] = sum;
}

__global__ void productUncoalesced(const float *a, const float *b, float *c) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kMatrix; ++k)
    sum += a[y * kMatrix + k] * b[k * kMatrix + x];
  c[y * kMatrix + x] = sum;
}

template <int Tile> __global__ void productTiled(const float *a, const float *b, float *c) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  const int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kMatrix; k += Tile) {
    as[threadIdx.y][threadIdx.x] = a[y * kMatrix + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * kMatrix + x];
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[y * kMatrix + x] = sum;
}

// Four rows for each thread.
__global__ void productRegisters(const float *a, const float *b, float *c) {
  __shared__ float as[32][32], bs[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  float sums[4] = {};
  for (int k = 0; k < kMatrix; k += 32) {
    for (int r = 0; r < 4; ++r) {
      as[threadIdx.y + 8 * r][threadIdx.x] = a[(y + 8 * r) * kMatrix + k + threadIdx.x];
      bs[threadIdx.y + 8 * r][threadIdx.x] = b[(k + threadIdx.y + 8 * r) * kMatrix + x];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      for (int r = 0; r < 4; ++r)
        sums[r] += as[threadIdx.y + 8 * r][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    c[(y + 8 * r) * kMatrix + x] = sums[r];
}

// ---- reductions of kElements, by blocks of 256

__global__ void reduceDivergent(const float *in, float *out) {
  __shared__ float values[256];
  values[threadIdx.x] = in[globalIndex()];
  for (unsigned step = 1; step < 256; step *= 2) {
    __syncthreads();
    if (threadIdx.x % (2 * step) == 0)
      values[threadIdx.x] += values[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = values[0];
}

__global__ void reduceConflicts(const float *in, float *out) {
  __shared__ float values[256];
  values[threadIdx.x] = in[globalIndex()];
  for (unsigned step = 1; step < 256; step *= 2) {
    __syncthreads();
    const unsigned at = 2 * step * threadIdx.x;
    if (at < 256)
      values[at] += values[at + step];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = values[0];
}

__global__ void reduceSequential(const float *in, float *out) {
  __shared__ float values[256];
  values[threadIdx.x] = in[globalIndex()];
  for (unsigned step = 128; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step)
      values[threadIdx.x] += values[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = values[0];
}

__global__ void reduceShuffles(const float *in, float *out) {
  __shared__ float values[8];
  float sum = in[globalIndex()];
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0)
    values[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 8; ++i)
      sum += values[i];
    out[blockIdx.x] = sum;
  }
}

// Each thread adds up many elements first.
__global__ void reduceManyEach(const float *in, float *out) {
  __shared__ float values[8];
  float sum = 0;
  for (int i = globalIndex(); i < kElements; i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0)
    values[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 8; ++i)
      sum += values[i];
    out[blockIdx.x] = sum;
  }
}

// ---- scans of blocks

__global__ void scanSteps(const float *in, float *out) {
  __shared__ float values[2][256];
  int from = 0;
  values[0][threadIdx.x] = in[globalIndex()];
  __syncthreads();
  for (unsigned step = 1; step < 256; step *= 2) {
    const float own = values[from][threadIdx.x];
    values[1 - from][threadIdx.x] = threadIdx.x >= step ? own + values[from][threadIdx.x - step] : own;
    from = 1 - from;
    __syncthreads();
  }
  out[globalIndex()] = values[from][threadIdx.x];
}

__global__ void scanShuffles(const float *in, float *out) {
  __shared__ float sums[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float value = in[globalIndex()];
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step)
      value += other;
  }
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  for (int i = 0; i < warp; ++i)
    value += sums[i];
  out[globalIndex()] = value;
}

// ---- atomic updates

__global__ void histogramGlobal(const unsigned *in, unsigned *bins) {
  atomicAdd(&bins[in[globalIndex()] % 256], 1u);
}

__global__ void histogramShared(const unsigned *in, unsigned *bins) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    atomicAdd(&own[in[(blockIdx.x * 16 + k) * 256 + threadIdx.x] % 256], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void countEach(const unsigned *in, unsigned *count) {
  if (in[globalIndex()] & 1)
    atomicAdd(count, 1u);
}

__global__ void countByWarps(const unsigned *in, unsigned *count) {
  const unsigned votes = __ballot_sync(0xffffffff, in[globalIndex()] & 1);
  if (threadIdx.x % 32 == 0)
    atomicAdd(count, __popc(votes));
}

// ---- barriers

__global__ void manyBarriers(float *out) {
  __shared__ float values[1024];
  values[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < 128; ++i) {
    __syncthreads();
    const float next = values[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    values[threadIdx.x] = next;
  }
  out[globalIndex()] = values[threadIdx.x];
}

__global__ void manySyncwarps(float *out) {
  __shared__ float values[1024];
  values[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < 128; ++i) {
    __syncwarp();
    const float next = values[(threadIdx.x & ~31) | ((threadIdx.x + 1) & 31)];
    __syncwarp();
    values[threadIdx.x] = next;
  }
  out[globalIndex()] = values[threadIdx.x];
}
