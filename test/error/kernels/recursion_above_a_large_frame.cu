// What a function that does not recurse needs is left to it at any depth: it never reaches into the next stack.
// stderr: error: kernel 'dive\(int\*, int\)' overflowed the stack
#include "../error_check.h"

__device__ __noinline__ int fill(int value) {
  volatile char frame[96 * 1024];
  for (int i = 0; i < static_cast<int>(sizeof frame); i += 64)
    frame[i] = static_cast<char>(value);
  return frame[64];
}

__device__ __noinline__ int descend(int depth, int left) {
  volatile int local[16];
  local[depth % 16] = depth;
  int below = left == 0 ? fill(1) : descend(depth + 1, left - 1);
  return below + local[depth % 16] - depth;
}

__global__ void dive(int *out, int depth) {
  __syncthreads();
  out[threadIdx.x] = descend(0, depth);
  __syncthreads();
}

int main() {
  DeviceArray<int> out(64);
  // Every depth gives the right result or the error; the last one is too deep.
  for (int depth = 500; depth < 5000; depth += 100) {
    dive<<<1, 64>>>(out.get(), depth);
    if (cudaDeviceSynchronize() != cudaSuccess)
      break;
    for (int value : out.host())
      CHECK_EQ(value, 1);
  }
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
