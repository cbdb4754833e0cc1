// The stack of a recursion has a line for each call.
// stderr: error: kernel 'crash\(int\*\)' executed __trap\(\)
// stderr: note: the thread's stack:
// stderr:   #0 .*descend.* at .*stack_of_a_recursion.cu:13:5
// stderr:   #1 .*descend.* at .*stack_of_a_recursion.cu:14:10
// stderr:   #2 .*descend.* at .*stack_of_a_recursion.cu:14:10
// stderr:   #3 .*descend.* at .*stack_of_a_recursion.cu:14:10
// stderr:   #4 crash\(int\*\) at .*stack_of_a_recursion.cu:17:46
#include "../error_check.h"

__device__ __noinline__ int descend(int depth, volatile int *cells) {
  if (depth == 0)
    __trap();
  return descend(depth - 1, cells) + cells[depth];
}

__global__ void crash(int *cells) { *cells = descend(3, cells); }

int main() {
  DeviceArray<int> cells(10);
  crash<<<1, 1>>>(cells.get());
  checkFailedLaunch(cudaErrorLaunchFailure);
  return verdict();
}
