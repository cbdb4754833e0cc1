// A device function that all threads of the block must call, since it holds a barrier.
#include "../check.h"

__device__ int sum(int *x, int n) {
  for (int step = 1; step < n; step *= 2) {
    int other = threadIdx.x % (2 * step) == 0 && threadIdx.x + step < n ? x[threadIdx.x + step] : 0;
    __syncthreads();
    if (other)
      x[threadIdx.x] += other;
    __syncthreads();
  }
  int total = x[0];
  __syncthreads();
  return total;
}

__global__ void parallel_kernel(int *x, int *totals) {
  int n = blockDim.x;
  int *mine = x + blockIdx.x * n;
  int total = sum(mine, n);
  mine[threadIdx.x] = threadIdx.x;
  __syncthreads();
  totals[blockIdx.x * n + threadIdx.x] = total * 1000 + sum(mine, n);
}

int main() {
  const int blocks = 5, n = 45;
  std::vector<int> x(blocks * n);
  for (int i = 0; i < blocks * n; ++i)
    x[i] = i / n + 1;
  DeviceArray<int> device(x), totals(blocks * n);
  parallel_kernel<<<blocks, n>>>(device.get(), totals.get());
  CHECK_LAUNCH();
  std::vector<int> got = totals.host();
  for (int i = 0; i < blocks * n; ++i)
    CHECK_EQ(got[i], (i / n + 1) * n * 1000 + n * (n - 1) / 2);
  return verdict();
}
