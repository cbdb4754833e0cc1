// Kernels that memory bounds: how lanes are laid out, how much is in flight, and what the caches keep.
#pragma once

constexpr int kElements = 1 << 24; // 64 MiB of floats, more than the L2 of most GPUs
constexpr int kSide = 2048;        // of matrices that are copied and transposed

__device__ inline int globalIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- copies: width, stride, offset, order

__global__ void copyFloat(const float *in, float *out) { out[globalIndex()] = in[globalIndex()]; }

__global__ void copyFloat4(const float4 *in, float4 *out) { out[globalIndex()] = in[globalIndex()]; }

__global__ void copyGridStride(const float *in, float *out) {
  for (int i = globalIndex(); i < kElements; i += gridDim.x * blockDim.x)
    out[i] = in[i];
}

template <int Stride> __global__ void copyStrided(const float *in, float *out) {
  const int i = globalIndex();
  out[i] = in[static_cast<unsigned>(i) * Stride % kElements + static_cast<unsigned>(i) * Stride / kElements];
}

template <int Offset> __global__ void copyOffset(const float *in, float *out) {
  const int i = globalIndex();
  out[i] = in[(i + Offset) % kElements];
}

__global__ void copyScattered(const float *in, float *out) {
  const unsigned i = globalIndex();
  out[i] = in[i * 2654435761u % kElements];
}

// Each thread has a row of its own: lanes are far apart, but lines are used up by later iterations.
__global__ void sumOwnRow(const float *in, float *out) {
  constexpr int kRow = 64;
  float sum = 0;
  for (int k = 0; k < kRow; ++k)
    sum += in[globalIndex() * kRow + k];
  out[globalIndex()] = sum;
}

__global__ void sumOwnColumn(const float *in, float *out) {
  constexpr int kRow = 64;
  float sum = 0;
  for (int k = 0; k < kRow; ++k)
    sum += in[k * (gridDim.x * blockDim.x) + globalIndex()];
  out[globalIndex()] = sum;
}

// ---- structures

struct Particle {
  float x, y, z, mass;
};

__global__ void particlesOfStructures(Particle *particles) {
  Particle &p = particles[globalIndex()];
  const float x = p.x, y = p.y;
  __syncwarp(); // keeps a compiler from making one access of them
  const float z = p.z, mass = p.mass;
  p.x = x + mass * y * z;
}

__global__ void particlesOfArrays(float *x, const float *y, const float *z, const float *mass) {
  const int i = globalIndex();
  x[i] = x[i] + mass[i] * y[i] * z[i];
}

// ---- blocks and occupancy

template <int Threads> __global__ void triadOfBlocks(const float *a, const float *b, float *c) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  c[i] = a[i] + 3 * b[i];
}

// The shared memory is not needed: it limits how many blocks fit on an SM, and so the occupancy.
template <int KiB> __global__ void triadWithShared(const float *a, const float *b, float *c) {
  __shared__ float ballast[KiB * 256];
  const int i = globalIndex();
  ballast[threadIdx.x] = a[i];
  c[i] = ballast[threadIdx.x] + 3 * b[i];
}

// 4 MiB, which L2 keeps.
__global__ void copyInCache(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += in[(globalIndex() + k * 65536) % (1 << 20)];
  out[globalIndex()] = sum;
}

// ---- latency

__global__ void chase(const int *next, int *out, int steps) {
  int at = globalIndex();
  for (int i = 0; i < steps; ++i)
    at = next[at];
  out[globalIndex()] = at;
}

__global__ void gatherIndependent(const int *next, int *out, int steps) {
  int sum = 0;
  for (int i = 0; i < steps; ++i)
    sum += next[(globalIndex() + i * 40961) & (kElements - 1)];
  out[globalIndex()] = sum;
}

// ---- transposition

__global__ void transposeCoalescedReads(const float *in, float *out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * kSide + y] = in[y * kSide + x];
}

__global__ void transposeCoalescedWrites(const float *in, float *out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * kSide + x] = in[x * kSide + y];
}

template <int Padding> __global__ void transposeTile(const float *in, float *out) {
  __shared__ float tile[32][32 + Padding];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * kSide + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * kSide + x] = tile[threadIdx.x][threadIdx.y + j];
}

// ---- stencils

__global__ void stencilGlobal(const float *in, float *out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x == 0 || y == 0 || x == kSide - 1 || y == kSide - 1)
    return;
  const float *at = in + y * kSide + x;
  out[y * kSide + x] = 0.2f * (at[0] + at[-1] + at[1] + at[-kSide] + at[kSide]);
}

__global__ void stencilShared(const float *in, float *out) {
  __shared__ float tile[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = in[y * kSide + x];
  if (threadIdx.x == 0 && x > 0)
    tile[ty][0] = in[y * kSide + x - 1];
  if (threadIdx.x == 31 && x < kSide - 1)
    tile[ty][33] = in[y * kSide + x + 1];
  if (threadIdx.y == 0 && y > 0)
    tile[0][tx] = in[(y - 1) * kSide + x];
  if (threadIdx.y == 7 && y < kSide - 1)
    tile[9][tx] = in[(y + 1) * kSide + x];
  __syncthreads();
  if (x > 0 && y > 0 && x < kSide - 1 && y < kSide - 1)
    out[y * kSide + x] =
        0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}
