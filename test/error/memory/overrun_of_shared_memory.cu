// Stores a little beside the shared memory of a block, where no page ends: found when the block has ended.
// stderr: raddle: error: kernel 'fixed\(int\)' overwrote 4 bytes past the shared memory of a block, which has 400 bytes, at a distance of 0 to 3 bytes
// stderr: raddle: error: kernel 'dynamic\(int\)' overwrote 8 bytes past the shared memory of a block, which has 40 bytes, at a distance of 0 to 7 bytes
// stderr: raddle: error: kernel 'dynamic\(int\)' overwrote 8 bytes before the shared memory of a block, which has 80 bytes, at a distance of 1 to 8 bytes
// stderr: raddle: error: kernel 'both\(int, int\)' overwrote 1 byte past the shared memory of a block, which has 16 bytes of variables and 17 that the launch gave, at a distance of 7 bytes
#include "../error_check.h"

__global__ void fixed(int last) {
  __shared__ volatile int values[100];
  if (threadIdx.x <= last)
    values[threadIdx.x] = threadIdx.x;
  __syncthreads();
}

__global__ void dynamic(int first) {
  extern __shared__ volatile double numbers[];
  numbers[first + static_cast<int>(threadIdx.x)] = 1;
}

__global__ void both(int i, int n) {
  __shared__ volatile char few[16];
  extern __shared__ volatile char many[];
  few[threadIdx.x] = 1;
  __syncwarp();
  if (threadIdx.x == n)
    many[i] = few[n];
}

int main() {
  for (int i = 0; i < 3; ++i)
    fixed<<<100, 128>>>(99);
  dynamic<<<10, 5, 5 * sizeof(double)>>>(0);
  both<<<2, 16, 17>>>(16, 3);
  CHECK_LAUNCH();
  fixed<<<3, 128>>>(100);
  checkFailedLaunch(cudaErrorIllegalAddress);
  dynamic<<<2, 6, 5 * sizeof(double)>>>(0);
  checkFailedLaunch(cudaErrorIllegalAddress);
  dynamic<<<1, 4, 10 * sizeof(double)>>>(-1);
  checkFailedLaunch(cudaErrorIllegalAddress);
  both<<<1, 16, 17>>>(24, 3);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
