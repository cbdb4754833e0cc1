// A plain load in a loop with a fence is made anew each time, so the loop ends when another thread has stored.
// check: race-global
#include "../check.h"

__global__ void await_flag(int *flag, int *result) {
  if (threadIdx.x == 0) {
    while (*flag == 0)
      __threadfence();
    *result = *flag;
  }
  if (threadIdx.x == 33)
    *flag = 5;
}

int main() {
  DeviceArray<int> cells(2);
  await_flag<<<1, 64>>>(cells.get(), cells.get() + 1);
  CHECK_LAUNCH();
  CHECK_SAME(cells.host(), (std::vector<int>{5, 5}));
  return verdict();
}
