// Lanes of one warp make progress on their own: one may wait in a loop for what another one writes.
#include "../check.h"

// Lane i waits for lane i-1 (or i+1 in the other direction), so the lanes run one after the other.
__global__ void chain(int *out, bool upwards) {
  __shared__ volatile int turn;
  int lane = threadIdx.x;
  if (lane == 0)
    turn = upwards ? 0 : 31;
  __syncwarp();
  while (turn != lane) {
  }
  out[lane] = upwards ? turn : 31 - turn;
  __threadfence_block();
  turn = upwards ? lane + 1 : lane - 1;
}

int main() {
  DeviceArray<int> out(32);
  for (bool upwards : {true, false}) {
    chain<<<1, 32>>>(out.get(), upwards);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int lane = 0; lane < 32; ++lane)
      CHECK_EQ(got[lane], upwards ? lane : 31 - lane);
  }
  return verdict();
}
