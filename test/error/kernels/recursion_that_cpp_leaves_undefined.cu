// A recursion that cannot end is undefined in C++: the optimiser may leave nothing of it. Then the launch fails all the same,
// and runs into no other code.
// stderr: error: kernel 'climb\(int\*\)' (executed an illegal instruction, as stands where|overflowed the stack)
#include "../error_check.h"

__device__ int heightAbove(int step) { return step ? heightAbove(step + 1) + 1 : 0; }
__global__ void climb(int *heights) { heights[threadIdx.x] = heightAbove(1); }

int main() {
  DeviceArray<int> heights(64);
  climb<<<1, 64>>>(heights.get());
  // Where the recursion is still there it has no stack left.
  const cudaError_t error = cudaDeviceSynchronize();
  checkFailedLaunch(error == cudaErrorIllegalAddress ? error : cudaErrorIllegalInstruction);
  return verdict();
}
