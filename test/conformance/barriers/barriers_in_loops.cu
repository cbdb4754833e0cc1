// Barriers in nested loops whose trip counts depend on the block and on data all its threads share.
#include "../check.h"

__global__ void relax(int *out, const int *rounds_of_block) {
  __shared__ int values[96];
  __shared__ int changed;
  int t = threadIdx.x, n = blockDim.x;
  values[t] = t == 0 ? 1 : 0;
  int steps = 0;
  do {
    __syncthreads();
    if (t == 0)
      changed = 0;
    for (int inner = 0; inner < rounds_of_block[blockIdx.x]; ++inner) {
      __syncthreads();
      int left = t > 0 ? values[t - 1] : 0;
      __syncthreads();
      if (left && !values[t]) {
        values[t] = 1;
        changed = 1;
      }
    }
    __syncthreads();
    ++steps;
  } while (changed);
  out[blockIdx.x * n + t] = steps * 1000 + values[t];
}

int main() {
  const int n = 96;
  std::vector<int> rounds{1, 2, 5, 95, 200};
  int blocks = static_cast<int>(rounds.size());
  DeviceArray<int> device_rounds(rounds), out(n * blocks);
  relax<<<blocks, n>>>(out.get(), device_rounds.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < n * blocks; ++i) {
    int per_step = rounds[i / n];
    int steps = (n - 1 + per_step - 1) / per_step + 1;
    CHECK_EQ(got[i], steps * 1000 + 1);
  }
  return verdict();
}
