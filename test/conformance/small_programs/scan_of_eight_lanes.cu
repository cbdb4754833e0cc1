// Inclusive plus-scan across sub-partitions of eight threads, printed by the kernel.
#include "../capture.h"

__global__ void scan() {
  int lane = threadIdx.x & 0x1f;
  int value = 31 - lane;
  for (int i = 1; i <= 4; i *= 2) {
    // Every lane shuffles; only those with a partner in the partition add.
    int n = __shfl_up_sync(0xffffffff, value, i, 8);
    if ((lane & 7) >= i)
      value += n;
  }
  printf("Thread %d final value = %d\n", threadIdx.x, value);
}

int main() {
  std::vector<std::string> expected;
  for (int lane = 0, sum = 0; lane < 32; ++lane) {
    sum = (lane % 8 ? sum : 0) + 31 - lane;
    expected.push_back("Thread " + std::to_string(lane) + " final value = " + std::to_string(sum));
  }
  std::sort(expected.begin(), expected.end());
  CHECK_SAME(linesPrintedBy([] { scan<<<1, 32>>>(); }), expected);
  return verdict();
}
