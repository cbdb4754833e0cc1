// Histogram with atomics in shared memory per block, then atomics in global memory.
#include "../check.h"

__global__ void histogram(const unsigned char *data, int count, unsigned *bins) {
  __shared__ unsigned mine[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], mine[i]);
}

int main() {
  const int count = 100'003;
  Random random;
  std::vector<unsigned char> data(count);
  std::vector<unsigned> expected(256);
  for (unsigned char &byte : data) {
    byte = random.below(2) ? random.below(256) : 17;
    ++expected[byte];
  }
  DeviceArray<unsigned char> device(data);
  DeviceArray<unsigned> bins(256);
  histogram<<<11, 192>>>(device.get(), count, bins.get());
  CHECK_LAUNCH();
  CHECK_SAME(bins.host(), expected);
  return verdict();
}
