// __syncwarp orders memory between the lanes its mask names, while other lanes go elsewhere.
#include "../check.h"

__global__ void exchange_in_groups(int *out) {
  __shared__ int cells[64];
  int lane = threadIdx.x % 32;
  int base = threadIdx.x - lane;
  unsigned even = 0x55555555u, quarter = 0xffu << (lane / 8 * 8);
  int sum = 0;
  for (int round = 0; round < 10; ++round) {
    if (lane % 2 == 0) {
      cells[base + lane] = lane * 100 + round;
      __syncwarp(even);
      sum += cells[base + (lane + 2) % 32];
      __syncwarp(even);
    } else {
      cells[base + lane] = -1;
    }
  }
  __syncwarp();
  cells[base + lane] = lane;
  __syncwarp(quarter);
  sum += cells[base + (lane ^ 7)];
  __syncwarp(quarter);
  out[threadIdx.x] = sum;
}

int main() {
  DeviceArray<int> out(64);
  exchange_in_groups<<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < 64; ++i) {
    int lane = i % 32;
    CHECK_EQ(got[i], (lane % 2 == 0 ? (lane + 2) % 32 * 1000 + 45 : 0) + (lane ^ 7));
  }
  return verdict();
}
