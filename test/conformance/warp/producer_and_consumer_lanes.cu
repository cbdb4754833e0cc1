// Even lanes produce, odd lanes consume, through a one-element mailbox each pair polls.
#include "../check.h"

__global__ void transfer(long long *sums, int items) {
  __shared__ volatile int full[16];
  __shared__ volatile int box[16];
  int pair = threadIdx.x / 2;
  if (threadIdx.x % 2 == 0)
    full[pair] = 0;
  __syncwarp();
  if (threadIdx.x % 2 == 0) {
    for (int i = 0; i < items; ++i) {
      while (full[pair]) {
      }
      box[pair] = i * (pair + 1);
      __threadfence_block();
      full[pair] = 1;
    }
  } else {
    long long sum = 0;
    for (int i = 0; i < items; ++i) {
      while (!full[pair]) {
      }
      __threadfence_block();
      sum = sum * 3 % 1000003 + box[pair];
      __threadfence_block();
      full[pair] = 0;
    }
    sums[pair] = sum;
  }
}

int main() {
  const int items = 50;
  DeviceArray<long long> sums(16);
  transfer<<<1, 32>>>(sums.get(), items);
  CHECK_LAUNCH();
  std::vector<long long> got = sums.host();
  for (int pair = 0; pair < 16; ++pair) {
    long long sum = 0;
    for (int i = 0; i < items; ++i)
      sum = sum * 3 % 1000003 + i * (pair + 1);
    CHECK_EQ(got[pair], sum);
  }
  return verdict();
}
