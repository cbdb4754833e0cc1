// A __host__ function called in a __host__ __device__ one: a warning at the call, and a trap where a kernel gets there.
// What is no plain call, or what a kernel calls itself, stays an error.
// RUN: %raddlecc -o %t %s 2>&1 | FileCheck %s
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not %raddlecc -DIN_A_KERNEL -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=KERNEL
#include <cstdlib>

// CHECK-NOT: error:
__host__ __device__ int positive(int x) {
  if (x < 0)
    // CHECK: host_calls_in_shared_code.cu:[[#@LINE+1]]:5: warning: calling a __host__ function from a __host__ __device__ function is not allowed
    exit(1);
  return x;
}
// TRAP: host_calls_in_shared_code.cu:[[#@LINE-3]]:5: error: kernel 'kernel(int)' executed __trap()
__global__ void kernel(int x) {
  positive(x);
#ifdef IN_A_KERNEL
  // KERNEL: host_calls_in_shared_code.cu:[[#@LINE+1]]:3: error: {{.*}}'exit'
  exit(1);
#endif
}

int main() {
  kernel<<<1, 1>>>(-1);
  return cudaDeviceSynchronize();
}
