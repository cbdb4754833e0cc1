// A fault shows the stack of its thread down to the kernel, with the functions that were inlined.
// stderr: {here}: error: kernel 'crash\(int\*\)' wrote address 0x4, which is not mapped
// stderr: note: block \(1,0,0\)
// stderr: note: the thread's stack:
// stderr:   #0 .*put.* at .*{here}
// stderr:   #1 .*store.* at .*stack_of_a_fault.cu:14:61
// stderr:   #2 crash\(int\*\) at .*stack_of_a_fault.cu:19:5
#include "../error_check.h"

template <typename T> __device__ void put(T *where, T value) {
  *where = value; // <- here
}

__device__ __noinline__ void store(int *where, int value) { put(where + 1, value); }

__global__ void crash(int *where) {
  __syncthreads();
  if (blockIdx.x == 1 && threadIdx.x == 3)
    store(where, 1);
  __syncthreads();
}

int main() {
  crash<<<2, 8>>>(nullptr);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
