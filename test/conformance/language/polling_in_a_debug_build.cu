// flags: -G
// Compiled without optimisation, where variables live in memory, threads that poll still let the others run.
#include "../check.h"

__global__ void await_flag(int *flag, int *result) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      seen = *static_cast<volatile int *>(flag);
    } while (seen == 0);
    *result = seen;
  }
  if (threadIdx.x == 33)
    *static_cast<volatile int *>(flag) = 5;
}

__global__ void count_under_lock(int *lock, int *count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *static_cast<volatile int *>(count) = *static_cast<volatile int *>(count) + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

int main() {
  DeviceArray<int> cells(4);
  await_flag<<<1, 64>>>(cells.get(), cells.get() + 1);
  CHECK_LAUNCH();
  count_under_lock<<<4, 64>>>(cells.get() + 2, cells.get() + 3);
  CHECK_LAUNCH();
  CHECK_SAME(cells.host(), (std::vector<int>{5, 5, 0, 256}));
  return verdict();
}
