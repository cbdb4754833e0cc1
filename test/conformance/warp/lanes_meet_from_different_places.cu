// Lanes may reach an intrinsic with one mask from different branches; they still exchange with each other.
#include "../check.h"

__device__ __noinline__ int shuffle_elsewhere(int value, int source) {
  return __shfl_sync(0xffffffffu, value, source);
}

__global__ void meet(int *shuffled, unsigned *ballots, int *any) {
  int lane = threadIdx.x;
  int result;
  unsigned ballot;
  if (lane % 3 == 0) {
    result = __shfl_sync(0xffffffffu, lane * 10, 31 - lane) + 1;
    ballot = __ballot_sync(0xffffffffu, lane < 8);
    any[lane] = __any_sync(0xffffffffu, lane == 1);
  } else if (lane % 3 == 1) {
    result = shuffle_elsewhere(lane * 10, 31 - lane) + 2;
    ballot = __ballot_sync(0xffffffffu, lane >= 24);
    any[lane] = __any_sync(0xffffffffu, lane == 1);
  } else {
    int value = lane * 10;
    for (int i = 0; i < lane; ++i)
      value = value * 3 % 1001;
    result = __shfl_sync(0xffffffffu, value, 31 - lane) + 3;
    ballot = __ballot_sync(0xffffffffu, true);
    any[lane] = __any_sync(0xffffffffu, false);
  }
  shuffled[lane] = result;
  ballots[lane] = ballot;
}

int main() {
  DeviceArray<int> shuffled(32), any(32);
  DeviceArray<unsigned> ballots(32);
  meet<<<1, 32>>>(shuffled.get(), ballots.get(), any.get());
  CHECK_LAUNCH();
  unsigned ballot = 0;
  int values[32];
  for (int lane = 0; lane < 32; ++lane) {
    ballot |= unsigned{lane % 3 == 0 ? lane < 8 : lane % 3 == 1 ? lane >= 24 : true} << lane;
    values[lane] = lane * 10;
    for (int i = 0; lane % 3 == 2 && i < lane; ++i)
      values[lane] = values[lane] * 3 % 1001;
  }
  std::vector<int> got = shuffled.host();
  for (int lane = 0; lane < 32; ++lane)
    CHECK_EQ(got[lane], values[31 - lane] + lane % 3 + 1);
  CHECK_SAME(ballots.host(), std::vector<unsigned>(32, ballot));
  std::vector<int> got_any = any.host();
  for (int value : got_any)
    CHECK(value != 0);
  return verdict();
}
