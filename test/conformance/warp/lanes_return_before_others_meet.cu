// Lanes that write and return are gone: those that go on meet without them, and see what they wrote.
#include "../check.h"

__global__ void store_and_return(int first_exit, int *flags, unsigned *ballots) {
  __shared__ int left[32];
  int lane = threadIdx.x;
  left[lane] = 0;
  __syncthreads();
  if (lane >= first_exit) {
    left[lane] = 1;
    ballots[lane] = lane;
    return;
  }
  __syncthreads();
  ballots[lane] = __ballot_sync(0xffffffffu, left[31 - lane]);
  flags[lane] = left[31 - lane];
}

// Lanes leave the loop one by one and write after it; the others meet on in the loop.
__global__ void return_from_a_loop(unsigned *ballots, int *rounds) {
  int lane = threadIdx.x;
  unsigned last = 0;
  for (int round = 0;; ++round) {
    if (round * 3 > lane) {
      ballots[lane] = last;
      rounds[lane] = round;
      return;
    }
    last = __ballot_sync(0xffffffffu, round % 2 == lane % 2);
    __syncthreads();
  }
}

// Lanes return between two votes of an iteration, by a mask that goes along with the loop.
__global__ void return_between_votes(unsigned *ballots, int rounds) {
  const int lane = threadIdx.x;
  unsigned mask = 0xffffffffu, last = 0;
  for (int round = 0;; ++round) {
    const bool goes_on = round < rounds;
    mask = __ballot_sync(mask, goes_on);
    if (!goes_on)
      break;
    if (lane % 2) {
      ballots[lane] = mask;
      return;
    }
    last = __ballot_sync(mask, lane >= 4 * round);
  }
  __syncwarp(0x55555555u);
  ballots[lane] = last;
}

// The same tail for those that return in the middle and those that come to the end.
__global__ void one_tail(const int *values, int *sums) {
  int lane = threadIdx.x;
  int value = values[lane];
  if (value % 3 == 0) {
    sums[lane] = value;
    return;
  }
  unsigned others = __ballot_sync(0xffffffffu, true);
  int first = __shfl_sync(others, value, __ffs(others) - 1);
  if (value % 3 == 1) {
    sums[lane] = value + first;
    return;
  }
  sums[lane] = -value;
}

int main() {
  for (int first_exit : {1, 16, 31}) {
    DeviceArray<int> flags(32);
    DeviceArray<unsigned> ballots(32);
    store_and_return<<<1, 32>>>(first_exit, flags.get(), ballots.get());
    CHECK_LAUNCH();
    std::vector<int> got_flags = flags.host();
    std::vector<unsigned> got = ballots.host();
    unsigned expected = 0;
    for (int lane = 0; lane < first_exit; ++lane)
      expected |= (31 - lane >= first_exit ? 1u : 0u) << lane;
    for (int lane = 0; lane < 32; ++lane) {
      CHECK_EQ(got[lane], lane < first_exit ? expected : lane);
      if (lane < first_exit)
        CHECK_EQ(got_flags[lane], expected >> lane & 1);
    }
  }

  DeviceArray<unsigned> ballots(32);
  DeviceArray<int> rounds(32);
  return_from_a_loop<<<1, 32>>>(ballots.get(), rounds.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = ballots.host();
  std::vector<int> got_rounds = rounds.host();
  for (int lane = 0; lane < 32; ++lane) {
    int round = lane / 3 + 1;
    unsigned expected = 0;
    for (int other = (round - 1) * 3; other < 32; ++other)
      expected |= ((round - 1) % 2 == other % 2 ? 1u : 0u) << other;
    CHECK_EQ(got_rounds[lane], round);
    CHECK_EQ(got[lane], expected);
  }

  const int last_round = 2;
  DeviceArray<unsigned> between(32);
  return_between_votes<<<1, 32>>>(between.get(), last_round + 1);
  CHECK_LAUNCH();
  std::vector<unsigned> expected_between;
  for (int lane = 0; lane < 32; ++lane)
    expected_between.push_back(lane % 2 ? 0xffffffffu : 0x55555555u & ~0u << 4 * last_round);
  CHECK_SAME(between.host(), expected_between);

  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i)
    values[i] = i * 7 + 2;
  DeviceArray<int> device_values(values), sums(32);
  one_tail<<<1, 32>>>(device_values.get(), sums.get());
  CHECK_LAUNCH();
  std::vector<int> got_sums = sums.host();
  for (int lane = 0; lane < 32; ++lane) {
    int value = values[lane];
    CHECK_EQ(got_sums[lane], value % 3 == 0 ? value : value % 3 == 1 ? value + values[0] : -value);
  }
  return verdict();
}
