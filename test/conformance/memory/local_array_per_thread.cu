// Every thread has its own local array, also when its address escapes into another function.
#include "../check.h"

__device__ __noinline__ void rotate(int *values, int count, int by) {
  for (int step = 0; step < by; ++step) {
    int first = values[0];
    for (int i = 0; i + 1 < count; ++i)
      values[i] = values[i + 1];
    values[count - 1] = first;
  }
}

__global__ void use_locals(int *out, const int *picks) {
  int values[64];
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 64; ++i)
    values[i] = id * 64 + i;
  rotate(values, 64, id % 13);
  __syncthreads();
  out[id] = values[picks[id]];
}

int main() {
  const int threads = 4 * 160;
  Random random;
  std::vector<int> picks(threads);
  for (int &pick : picks)
    pick = random.below(64);
  DeviceArray<int> device_picks(picks), out(threads);
  use_locals<<<4, 160>>>(out.get(), device_picks.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < threads; ++i)
    CHECK_EQ(got[i], i * 64 + (picks[i] + i % 13) % 64);
  return verdict();
}
