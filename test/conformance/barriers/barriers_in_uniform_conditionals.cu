// A barrier inside a conditional that all threads of the block decide alike, at run time.
#include "../check.h"

__global__ void conditional(int *out, const int *modes) {
  __shared__ int values[128];
  int t = threadIdx.x, n = blockDim.x;
  int mode = modes[blockIdx.x * n + t];
  values[t] = t;
  int result = 0;
  switch (mode) {
  case 0:
    __syncthreads();
    result = values[n - 1 - t];
    break;
  case 1:
    __syncthreads();
    values[t] = values[t] * 2;
    __syncthreads();
    result = values[(t + 1) % n];
    break;
  default:
    if (mode & 1) {
      __syncthreads();
      result = values[t ^ 1];
    } else {
      for (int i = 0; i < mode; ++i)
        __syncthreads();
      result = -values[n - 1 - t];
    }
  }
  out[blockIdx.x * n + t] = result;
}

int main() {
  const int n = 128, blocks = 8;
  std::vector<int> modes(n * blocks);
  for (int i = 0; i < n * blocks; ++i)
    modes[i] = i / n % 4;
  DeviceArray<int> device_modes(modes), out(n * blocks);
  conditional<<<blocks, n>>>(out.get(), device_modes.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < n * blocks; ++i) {
    int t = i % n;
    int expected[4] = {n - 1 - t, (t + 1) % n * 2, -(n - 1 - t), t ^ 1};
    CHECK_EQ(got[i], expected[i / n % 4]);
  }
  return verdict();
}
