// RADDLE_LENIENT=1: lanes that are not in their masks are told of once for each place, and are alone; the others meet as ever.
// env: RADDLE_LENIENT=1
// stderr: {here}: warning: in kernel 'halves\(int\*\)' lane 16 calls __shfl_down_sync with mask 0x0000ffff, which does not name it
// stderr: note: block \(\d+,0,0\), thread \(16,0,0\), warp 0
// stderr: note: RADDLE_LENIENT=1 lets it go on, alone
// stderr: {here}: warning: in kernel 'votes\(unsigned int, int\*\)' lane 8 calls __ballot_sync with mask 0x000000ff, which does not name it
// stderr: {here}: warning: in kernel 'votes\(unsigned int, int\*\)' lane 8 calls __syncwarp with mask 0x000000ff
#include "../error_check.h"

__global__ void halves(int *sums) {
  int value = threadIdx.x;
  for (int offset = 8; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffff, value, offset); // <- here
  if (threadIdx.x == 0)
    sums[blockIdx.x] = value;
}

__global__ void votes(unsigned mask, int *votes) {
  unsigned lane = threadIdx.x % 32;
  int vote = 0;
  if (lane < 24) {
    vote = __ballot_sync(mask, lane % 2 != 0); // <- here
    __syncwarp(mask);                          // <- here
  }
  votes[threadIdx.x] = vote;
}

int main() {
  DeviceArray<int> sums(40), got(64);
  halves<<<40, 32>>>(sums.get());
  CHECK_LAUNCH();
  CHECK_SAME(sums.host(), std::vector<int>(40, 120));
  votes<<<1, 64>>>(0xff, got.get());
  votes<<<1, 64>>>(0xff, got.get());
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (int i = 0; i < 64; ++i)
    expected.push_back(i % 32 < 8 ? 0xaa : i % 32 < 24 && i % 2 ? 1 << i % 32 : 0);
  CHECK_SAME(got.host(), expected);
  return verdict();
}
