// The same without any barrier in the kernel.
// stderr: error: kernel 'dive\(int\*, int\)' overflowed the stack
// stderr: note: block \(\d+,0,0\), thread \(\d+,0,0\)
#include "../error_check.h"

__device__ __noinline__ int descend(int depth, volatile int *cells) {
  volatile int local[64];
  local[depth % 64] = cells[depth % 4];
  int below = depth < 0 ? 0 : descend(depth + 1, cells);
  return below + local[(depth + 1) % 64];
}

__global__ void dive(int *out, int start) { out[threadIdx.x] = descend(start, out); }

int main() {
  DeviceArray<int> out(4);
  dive<<<3, 4>>>(out.get(), 0);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
