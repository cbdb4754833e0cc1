// A block of 16 threads as two logical warps of width 8: lane numbers, and what a shift by two returns.
#include "../check.h"

__global__ void shift(int *lanes, int *up, int *down, int *same) {
  const int width = 8;
  int t = threadIdx.x;
  int lane = t % width;
  lanes[t] = lane;
  up[t] = __shfl_up_sync(0xffff, t, 2, width);
  down[t] = __shfl_down_sync(0xffff, t, 2, width);
  same[t] = __shfl_sync(0xffff, t, 3, width);
}

int main() {
  DeviceArray<int> lanes(16), up(16), down(16), same(16);
  shift<<<1, 16>>>(lanes.get(), up.get(), down.get(), same.get());
  CHECK_LAUNCH();
  std::vector<int> got_lanes = lanes.host(), got_up = up.host(), got_down = down.host(),
                   got_same = same.host();
  for (int t = 0; t < 16; ++t) {
    CHECK_EQ(got_lanes[t], t % 8);
    // Lanes 0 and 1 keep their own value on the way up, lanes 6 and 7 on the way down.
    CHECK_EQ(got_up[t], t % 8 < 2 ? t : t - 2);
    CHECK_EQ(got_down[t], t % 8 > 5 ? t : t + 2);
    CHECK_EQ(got_same[t], t / 8 * 8 + 3);
  }
  return verdict();
}
