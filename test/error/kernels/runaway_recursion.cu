// A function that calls itself without end overflows its thread's stack, and nothing else.
// stderr: error: kernel 'dive\(int\*, int\)' overflowed the stack
// stderr: note: block \(0,0,0\), thread \(2,0,0\)
// stderr: recursion
#include "../error_check.h"

__device__ __noinline__ int descend(int depth, volatile int *cells) {
  volatile int local[16];
  local[depth % 16] = cells[depth % 4];
  int below = depth < 0 ? 0 : descend(depth + 1, cells);
  return below + local[(depth + 1) % 16];
}

__global__ void dive(int *out, int start) {
  __shared__ volatile int cells[4];
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 2)
    out[0] = descend(start, cells);
}

int main() {
  DeviceArray<int> out(1);
  dive<<<1, 4>>>(out.get(), 0);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
