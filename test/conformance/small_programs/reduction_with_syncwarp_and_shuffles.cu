// The block reduction whose last steps stay inside a warp: by __syncwarp on shared memory, and by shuffles.
#include "../check.h"

__global__ void reduce_syncwarp(const double *x, int count, double *y) {
  extern __shared__ double values[];
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  values[t] = n < count ? x[n] : 0.0;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset >= 32; offset >>= 1) {
    if (t < offset)
      values[t] += values[t + offset];
    __syncthreads();
  }
  for (int offset = 16; offset > 0; offset >>= 1) {
    if (t < offset)
      values[t] += values[t + offset];
    __syncwarp();
  }
  if (t == 0)
    atomicAdd(y, values[0]);
}

__global__ void reduce_shuffle(const double *x, int count, double *y) {
  const unsigned full_mask = 0xffffffff;
  extern __shared__ double values[];
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  values[t] = n < count ? x[n] : 0.0;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset >= 32; offset >>= 1) {
    if (t < offset)
      values[t] += values[t + offset];
    __syncthreads();
  }
  double value = values[t];
  for (int offset = 16; offset > 0; offset >>= 1)
    value += __shfl_down_sync(full_mask, value, offset);
  if (t == 0)
    atomicAdd(y, value);
}

int main() {
  const int count = 20'000;
  std::vector<double> x(count);
  double expected = 0;
  for (int i = 0; i < count; ++i)
    expected += x[i] = i % 100 * 0.25;
  DeviceArray<double> device(x), y(2);
  for (int threads : {64, 128, 512}) {
    CHECK_CUDA(cudaMemset(y.get(), 0, 2 * sizeof(double)));
    int blocks = (count + threads - 1) / threads;
    reduce_syncwarp<<<blocks, threads, threads * sizeof(double)>>>(device.get(), count, y.get());
    reduce_shuffle<<<blocks, threads, threads * sizeof(double)>>>(device.get(), count, y.get() + 1);
    CHECK_LAUNCH();
    CHECK_SAME(y.host(), (std::vector<double>{expected, expected}));
  }
  return verdict();
}
