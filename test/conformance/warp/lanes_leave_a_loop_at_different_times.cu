// A loop whose lanes stop one after the other; those still inside vote and shuffle among themselves.
#include "../check.h"

__global__ void shrink(const int *trips, int *votes, int *sums) {
  int lane = threadIdx.x;
  unsigned inside = 0xffffffffu;
  int count = 0, sum = 0;
  for (int i = 0;; ++i) {
    inside = __ballot_sync(inside, i < trips[lane]);
    if (i >= trips[lane])
      break;
    count += __popc(inside);
    sum += __shfl_sync(inside, lane, __ffs(inside) - 1);
  }
  votes[lane] = count;
  sums[lane] = sum;
}

int main() {
  Random random;
  std::vector<int> trips(32);
  for (int &trip : trips)
    trip = random.below(50);
  DeviceArray<int> device_trips(trips), votes(32), sums(32);
  shrink<<<1, 32>>>(device_trips.get(), votes.get(), sums.get());
  CHECK_LAUNCH();
  std::vector<int> got_votes = votes.host(), got_sums = sums.host();
  for (int lane = 0; lane < 32; ++lane) {
    int count = 0, sum = 0;
    for (int i = 0; i < trips[lane]; ++i) {
      int first = 32;
      for (int other = 31; other >= 0; --other)
        if (i < trips[other])
          ++count, first = other;
      sum += first;
    }
    CHECK_EQ(got_votes[lane], count);
    CHECK_EQ(got_sums[lane], sum);
  }
  return verdict();
}
