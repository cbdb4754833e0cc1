// RADDLE_QUIET=1 keeps what is no error to itself.
// env: RADDLE_QUIET=1
#include "../error_check.h"

__global__ void part(int *out) {
  const int lane = threadIdx.x;
  int value = lane;
  if (lane >= 8)
    value += __shfl_xor_sync(0xffffffff, value, 1);
  out[lane] = value + __shfl_xor_sync(0xffffffff, lane, 2);
}

int main() {
  DeviceArray<int> out(32);
  part<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int lane = 0; lane < 32; ++lane)
    CHECK_EQ(got[lane], lane + (lane >= 8 ? lane ^ 1 : 0) + (lane ^ 2));
  return verdict();
}
