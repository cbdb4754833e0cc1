// The vote functions with the full mask and with a mask without lane 0, a block of 16 threads.
#include "../check.h"

__global__ void vote(unsigned *ballots, int *alls, int *anys) {
  int t = threadIdx.x;
  unsigned everyone = __ballot_sync(0xffff, true);
  unsigned without_first = __ballot_sync(everyone, t > 0);
  int all = __all_sync(everyone, t >= 0), all_but_first = -1;
  if (t > 0)
    all_but_first = __all_sync(without_first, t);
  ballots[t] = without_first;
  alls[t] = (all ? 10 : 0) + (__all_sync(everyone, t) ? 100 : 0) + (all_but_first ? 1 : 0);
  anys[t] = (__any_sync(everyone, t == 15) ? 10 : 0) + (__any_sync(everyone, t > 15) ? 1 : 0);
}

int main() {
  DeviceArray<unsigned> ballots(16);
  DeviceArray<int> alls(16), anys(16);
  vote<<<1, 16>>>(ballots.get(), alls.get(), anys.get());
  CHECK_LAUNCH();
  CHECK_SAME(ballots.host(), std::vector<unsigned>(16, 0xfffe));
  CHECK_SAME(alls.host(), std::vector<int>(16, 11));
  CHECK_SAME(anys.host(), std::vector<int>(16, 10));
  return verdict();
}
