// Broadcast of a single value across a warp: one lane reads the argument, the others get it by a shuffle.
#include "../check.h"

__global__ void broadcast(int argument, int *failed) {
  int lane = threadIdx.x & 0x1f;
  int value;
  if (lane == 0)
    value = argument;
  value = __shfl_sync(0xffffffff, value, 0);
  if (value != argument)
    failed[threadIdx.x] = 1;
}

int main() {
  DeviceArray<int> failed(64);
  broadcast<<<1, 32>>>(1234, failed.get());
  broadcast<<<1, 64>>>(-77, failed.get());
  CHECK_LAUNCH();
  CHECK_SAME(failed.host(), std::vector<int>(64));
  return verdict();
}
