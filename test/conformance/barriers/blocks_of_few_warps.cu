// Blocks of one to sixteen warps whose warps hand on values at barriers: sums of what all warps store, prefix sums, what
// another warp has stored, in rows and planes of all shapes, and twice the same variable with something else in it.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

constexpr int kMost = 512;

__device__ int threadOfBlock() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ int threadsOfBlock() { return blockDim.x * blockDim.y * blockDim.z; }

template <typename T> __device__ T scanOfWarp(T value, int lane) {
  for (int distance = 1; distance < 32; distance *= 2) {
    T lower = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance)
      value += lower;
  }
  return value;
}

template <typename T> __global__ void scan(T *out, const T *in) {
  __shared__ T totals[32];
  const int t = threadOfBlock(), lane = t % 32, warp = t / 32, warps = threadsOfBlock() / 32;
  T value = scanOfWarp(in[t], lane);
  if (lane == 31)
    totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    T total = scanOfWarp(lane < warps ? totals[lane] : T(0), lane);
    if (lane < warps)
      totals[lane] = total;
  }
  __syncthreads();
  out[t] = warp == 0 ? value : value + totals[warp - 1];
}

// Each warp stores another lane's value in another place.
template <typename T> __global__ void totalsInAnyOrder(T *out, const T *in) {
  __shared__ T totals[32];
  const int t = threadOfBlock(), lane = t % 32, warp = t / 32, warps = threadsOfBlock() / 32;
  T value = in[t];
  if (lane == (warp * 5 + 3) % 32)
    totals[warps - 1 - warp] = value;
  __syncthreads();
  T sum = lane < warps ? totals[lane] : T(0);
  __syncthreads();
  if (lane == 7)
    totals[warp] = value + 1;
  __syncthreads();
  out[t] = sum + totals[(warp + 1) % warps];
}

// Elements of another size in the same memory, and parts of them.
__global__ void otherSizes(int *out, const int *in) {
  __shared__ union {
    int words[kMost];
    short halves[2 * kMost];
    unsigned char bytes[4 * kMost];
  } shared;
  const int t = threadOfBlock(), size = threadsOfBlock();
  shared.words[t] = in[t] * 0x01020304;
  __syncthreads();
  int x = shared.halves[2 * (size - 1 - t) + 1];
  __syncthreads();
  shared.bytes[4 * t + t % 4] = static_cast<unsigned char>(x);
  __syncthreads();
  out[t] = shared.words[(t + 32) % size] + x;
}

// Through a pointer that leads to shared memory in some blocks only, and parameters that lead to the same memory.
__global__ void anywhere(int *out, int *in, int *same) {
  __shared__ int values[kMost];
  const int t = threadOfBlock(), size = threadsOfBlock();
  int *place = blockIdx.x == 0 ? values : out + size;
  place[t] = in[t];
  __syncthreads();
  same[t] = place[size - 1 - t] + 1;
  __syncthreads();
  values[t] = in[t];
  __syncthreads();
  out[blockIdx.x * size * 2 + t] = values[(t + 32) % size] + place[t];
}

template <typename T> void check(dim3 block) {
  const int size = block.x * block.y * block.z, warps = size / 32;
  T *in, *out;
  CHECK_CUDA(cudaMallocManaged(&in, size * sizeof(T)));
  CHECK_CUDA(cudaMallocManaged(&out, size * sizeof(T)));
  for (int i = 0; i < size; ++i)
    in[i] = static_cast<T>(i * 7 % 13 - 5);
  scan<<<1, block>>>(out, in);
  CHECK_CUDA(cudaDeviceSynchronize());
  T sum = 0;
  for (int i = 0; i < size; ++i) {
    sum += in[i];
    CHECK_EQ(out[i], sum);
  }
  totalsInAnyOrder<<<1, block>>>(out, in);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < size; ++i) {
    const int lane = i % 32, from = warps - 1 - lane, other = (i / 32 + 1) % warps;
    const T first = lane < warps ? in[from * 32 + (from * 5 + 3) % 32] : T(0);
    CHECK_EQ(out[i], static_cast<T>(first + in[other * 32 + 7] + 1));
  }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

void checkMemory(dim3 block) {
  const int size = block.x * block.y * block.z;
  int *in, *out;
  CHECK_CUDA(cudaMallocManaged(&in, size * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, 4 * size * sizeof(int)));
  for (int i = 0; i < size; ++i)
    in[i] = i * 37 % 101;
  otherSizes<<<1, block>>>(out, in);
  CHECK_CUDA(cudaDeviceSynchronize());
  auto half = [&](int i) { return static_cast<short>(in[size - 1 - i] * 0x01020304 >> 16); };
  for (int i = 0; i < size; ++i) {
    const int other = (i + 32) % size, shift = other % 4 * 8;
    const unsigned byte = static_cast<unsigned char>(half(other));
    const unsigned word = in[other] * 0x01020304u;
    CHECK_EQ(out[i], static_cast<int>((word & ~(255u << shift)) | byte << shift) + half(i));
  }
  for (int i = 0; i < size; ++i)
    in[i] = i * 37 % 101;
  anywhere<<<1, block>>>(out, in, in);
  CHECK_CUDA(cudaDeviceSynchronize());
  auto old = [&](int i) { return i * 37 % 101; };
  for (int i = 0; i < size; ++i) {
    const int changed = old(size - 1 - (i + 32) % size) + 1;
    const int own = old(size - 1 - i) + 1;
    CHECK_EQ(in[i], own);
    CHECK_EQ(out[i], changed + own);
  }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

int main() {
  for (dim3 block : {dim3(32),    dim3(64),       dim3(96),       dim3(128),     dim3(192),     dim3(256),
                     dim3(512),   dim3(32, 2),    dim3(32, 8),    dim3(16, 16),  dim3(16, 8),   dim3(8, 8),
                     dim3(64, 4), dim3(128, 2),   dim3(16, 8, 2), dim3(8, 8, 4), dim3(4, 4, 4), dim3(2, 128),
                     dim3(1, 64), dim3(32, 1, 8), dim3(24, 8),    dim3(5, 32)}) {
    check<int>(block);
    check<float>(block);
    check<double>(block);
    check<unsigned char>(block);
    check<long long>(block);
    checkMemory(block);
  }
  return verdict();
}
