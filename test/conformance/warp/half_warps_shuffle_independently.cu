// Two halves of a warp, in different branches, use different intrinsics a different number of times.
#include "../check.h"

__global__ void two_halves(int *out) {
  int lane = threadIdx.x;
  int value = lane;
  if (lane < 16) {
    for (int i = 0; i < 10; ++i)
      value = __shfl_sync(0x0000ffffu, value, (lane + 1) % 16, 16) + 1;
  } else {
    for (int step = 8; step > 0; step /= 2)
      value += __shfl_xor_sync(0xffff0000u, value, step, 16);
    value += __popc(__ballot_sync(0xffff0000u, lane % 3 == 0));
  }
  value += __shfl_xor_sync(0xffffffffu, value, 16);
  out[lane] = value;
}

int main() {
  DeviceArray<int> out(32);
  two_halves<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  int upper = 0, multiples = 0;
  for (int lane = 16; lane < 32; ++lane)
    upper += lane, multiples += lane % 3 == 0;
  for (int lane = 0; lane < 32; ++lane)
    CHECK_EQ(got[lane], (lane % 16 + 10) % 16 + 10 + upper + multiples);
  return verdict();
}
