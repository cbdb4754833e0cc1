// A kernel that changes what its loops end by, and then stores through a wild pointer: run again, to find out which
// thread it was, it would not come to an end.
// stderr: {here}: error: kernel 'follow\(int\*, int\*\)' wrote address 0x40, which is not mapped
// stderr: note: block \(0,0,0\), (thread \(3,0,0\), warp 0, lane 3|a thread of warp 0; RADDLE_LANES=1 tells which)
#include "../error_check.h"

#include <vector>

__global__ void follow(int *next, int *wild) {
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = t; next[i] != i; i = next[i])
    sum += i;
  __syncwarp();
  next[255] = 0;
  __syncwarp();
  if (t == 3)
    *wild = sum; // <- here
  next[t] = sum < 0 ? 5 : next[t];
}

int main() {
  std::vector<int> list(256);
  for (int i = 0; i < 256; ++i)
    list[i] = i < 255 ? i + 1 : i;
  DeviceArray<int> next(list);
  follow<<<1, 32>>>(next.get(), reinterpret_cast<int *>(64));
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
