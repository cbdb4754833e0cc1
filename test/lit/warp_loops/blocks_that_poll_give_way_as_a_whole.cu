// Warps need no fibers also where one polls, if nothing that the others write before the next barrier may matter to it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5chainPVi -lanes 32 -block rows+four-warps -engine -o %t.so | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5chainPVi -lanes 32 -block rows+fours -engine -o %t.so | FileCheck %s --check-prefix=FIBERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5greetPVi -lanes 32 -block rows+four-warps -engine -o %t.so | FileCheck %s --check-prefix=FIBERS

// In blocks that may have several rows, other warps come to the loop, too.
// LOOPS: warp engine, a loop over its warps between barriers
// FIBERS: warp engine, warps are fibers
__global__ void chain(volatile int *flag) {
  if (threadIdx.x == 0) {
    while (flag[blockIdx.x] == 0) {
    }
    flag[blockIdx.x + 1] = 1;
  }
  __syncthreads();
  flag[1000 + threadIdx.x] = 1;
}

// Warp 1 may write what warp 0 waits for.
__global__ void greet(volatile int *flag) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  if (threadIdx.x == 32)
    *flag = 1;
  __syncthreads();
}
