// What any thread of the block wrote before __syncthreads, every thread reads after it.
#include "../check.h"

__global__ void rotate_many_times(int *out, int rounds) {
  __shared__ int values[2][200];
  int t = threadIdx.x, n = blockDim.x;
  values[0][t] = t;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    values[(round + 1) % 2][t] = values[round % 2][(t + 1) % n] + 1;
  }
  __syncthreads();
  out[blockIdx.x * n + t] = values[rounds % 2][(t + n / 2) % n];
}

int main() {
  const int n = 200, blocks = 6, rounds = 57;
  DeviceArray<int> out(n * blocks);
  rotate_many_times<<<blocks, n>>>(out.get(), rounds);
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < n * blocks; ++i)
    CHECK_EQ(got[i], (i % n + n / 2 + rounds) % n + rounds);
  return verdict();
}
