// Barriers inside device functions: not inlined, recursive, and called through a pointer.
#include "../check.h"

__device__ __noinline__ int exchange(int *cells, int value) {
  cells[threadIdx.x] = value;
  __syncthreads();
  int other = cells[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  return other;
}

__device__ __noinline__ int exchange_many(int *cells, int value, int depth) {
  if (depth == 0)
    return value;
  return exchange_many(cells, exchange(cells, value) + 1, depth - 1) + depth;
}

using Exchange = int (*)(int *, int);
__device__ Exchange chosen = exchange;

__global__ void call_all(int *out) {
  __shared__ int cells[160];
  int value = exchange(cells, threadIdx.x);
  value = exchange_many(cells, value, 5);
  out[threadIdx.x] = chosen(cells, value);
}

int main() {
  const int n = 160;
  DeviceArray<int> out(n);
  call_all<<<1, n>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  // Seven exchanges mirror the thread's number once; five of them add one, the way back adds 5+4+3+2+1.
  for (int t = 0; t < n; ++t)
    CHECK_EQ(got[t], n - 1 - t + 5 + 15);
  return verdict();
}
