// __syncthreads also orders global memory within the block.
#include "../check.h"

__global__ void prefix_maximum(int *values) {
  int t = threadIdx.x;
  int *mine = values + blockIdx.x * blockDim.x;
  for (int step = 1; step < blockDim.x; step *= 2) {
    int other = t >= step ? mine[t - step] : mine[t];
    __syncthreads();
    mine[t] = max(mine[t], other);
    __syncthreads();
  }
}

int main() {
  const int n = 333, blocks = 4;
  Random random;
  std::vector<int> values(n * blocks);
  for (int &value : values)
    value = random.below(1'000'000);
  DeviceArray<int> device(values);
  prefix_maximum<<<blocks, n>>>(device.get());
  CHECK_LAUNCH();
  for (int i = 0; i < n * blocks; ++i)
    if (i % n && values[i - 1] > values[i])
      values[i] = values[i - 1];
  CHECK_SAME(device.host(), values);
  return verdict();
}
