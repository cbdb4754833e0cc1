// A list that leads to nowhere, in a loop that two warps run by turns: it is found out whose it is.
// stderr: {here}: error: kernel 'walk\(.*\)' .*address 0x
// stderr: note: block \(1,0,0\), thread \(45,0,0\), warp 1, lane 13
#include "../error_check.h"

__global__ void walk(const int *next, int *values, int nowhere) {
  int at = threadIdx.x, hops = 50 + threadIdx.x % 3;
  for (int i = 0; i < hops; ++i) {
    at = next[at]; // <- here
    if (blockIdx.x == 1 && threadIdx.x == 45 && i == 20)
      at = nowhere;
  }
  values[threadIdx.x] = at;
}

int main() {
  DeviceArray<int> next(96), values(96);
  std::vector<int> links(96);
  for (int i = 0; i < 96; ++i)
    links[i] = (i + 7) % 96;
  cudaMemcpy(next.get(), links.data(), sizeof(int) * 96, cudaMemcpyHostToDevice);
  walk<<<2, 96>>>(next.get(), values.get(), -2000000000);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
