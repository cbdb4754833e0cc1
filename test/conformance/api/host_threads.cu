// Several host threads allocate, launch and synchronise at the same time; the last error is one per thread.
#include "../check.h"

#include <thread>

__global__ void fill(int *values, int count, int value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] = value + i;
}

static void work(int id, int *good) {
  const int count = 5000;
  std::vector<int> got(count);
  *good = 1;
  cudaStream_t stream;
  if (cudaStreamCreate(&stream) != cudaSuccess)
    *good = 0;
  for (int round = 0; round < 20; ++round) {
    int *values = nullptr;
    if (cudaMalloc(&values, count * sizeof(int)) != cudaSuccess)
      *good = 0;
    fill<<<7, 64, 0, stream>>>(values, count, id * 100 + round);
    if (cudaMemcpyAsync(got.data(), values, count * sizeof(int), cudaMemcpyDeviceToHost, stream) !=
            cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      *good = 0;
    for (int i = 0; i < count; ++i)
      if (got[i] != id * 100 + round + i)
        *good = 0;
    if (cudaFree(values) != cudaSuccess)
      *good = 0;
  }
  if (cudaGetLastError() != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess)
    *good = 0;
}

int main() {
  const int threads = 6;
  int good[threads] = {};
  CHECK(cudaSetDevice(9999) != cudaSuccess); // an error of this thread only
  std::vector<std::thread> pool;
  for (int i = 0; i < threads; ++i)
    pool.emplace_back(work, i, &good[i]);
  for (std::thread &thread : pool)
    thread.join();
  for (int value : good)
    CHECK_EQ(value, 1);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  return verdict();
}
