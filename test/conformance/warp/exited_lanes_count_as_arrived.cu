// A mask may name lanes that have exited: the others do not wait for them, and they vote for nothing.
#include "../check.h"

__global__ void survivors_vote(int first_exit, unsigned *ballots, int *all, int *sums) {
  int lane = threadIdx.x;
  if (lane >= first_exit)
    return;
  __syncwarp();
  ballots[lane] = __ballot_sync(0xffffffffu, 1);
  all[lane] = __all_sync(0xffffffffu, lane < first_exit) != 0;
  int value = lane;
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(0xffffffffu, value, step);
    if (lane >= step)
      value += other;
  }
  sums[lane] = value;
}

int main() {
  for (int first_exit : {1, 2, 15, 31, 32}) {
    DeviceArray<unsigned> ballots(32);
    DeviceArray<int> all(32), sums(32);
    survivors_vote<<<1, 32>>>(first_exit, ballots.get(), all.get(), sums.get());
    CHECK_LAUNCH();
    std::vector<unsigned> got_ballots = ballots.host();
    std::vector<int> got_all = all.host(), got_sums = sums.host();
    for (int lane = 0; lane < first_exit; ++lane) {
      CHECK_EQ(got_ballots[lane], first_exit == 32 ? 0xffffffffu : (1u << first_exit) - 1);
      CHECK_EQ(got_all[lane], 1);
      CHECK_EQ(got_sums[lane], lane * (lane + 1) / 2);
    }
  }
  return verdict();
}
