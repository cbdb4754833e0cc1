// Copies and fills in a blocking stream that has no work of its own wait for the legacy default stream.
#include "../check.h"

__global__ void slow_set(int *cell, int value) {
  long long start = clock64();
  while (clock64() - start < 20'000'000) {
  }
  *cell = value;
}

int main() {
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  DeviceArray<int> cell(1);
  slow_set<<<1, 1>>>(cell.get(), 1);
  CHECK_LAUNCH();

  int value = 0;
  slow_set<<<1, 1>>>(cell.get(), 2);
  CHECK_CUDA(cudaMemcpyAsync(&value, cell.get(), sizeof value, cudaMemcpyDeviceToHost, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(value, 2);

  slow_set<<<1, 1>>>(cell.get(), 3);
  CHECK_CUDA(cudaMemsetAsync(cell.get(), 0, sizeof value, stream));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(cell.first(), 0);

  value = 4;
  slow_set<<<1, 1>>>(cell.get(), 5);
  CHECK_CUDA(cudaMemcpyAsync(cell.get(), &value, sizeof value, cudaMemcpyHostToDevice, stream));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(cell.first(), 4);

  CHECK_CUDA(cudaStreamDestroy(stream));
  return verdict();
}
