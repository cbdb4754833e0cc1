// Reduction across a warp by butterfly exchange: all lanes end with the sum.
#include "../capture.h"

__global__ void reduce() {
  int lane = threadIdx.x & 0x1f;
  int value = 31 - lane;
  for (int i = 16; i >= 1; i /= 2)
    value += __shfl_xor_sync(0xffffffff, value, i, 32);
  printf("Thread %d final value = %d\n", threadIdx.x, value);
}

int main() {
  std::vector<std::string> expected;
  for (int lane = 0; lane < 32; ++lane)
    expected.push_back("Thread " + std::to_string(lane) + " final value = 496");
  std::sort(expected.begin(), expected.end());
  CHECK_SAME(linesPrintedBy([] { reduce<<<1, 32>>>(); }), expected);
  return verdict();
}
