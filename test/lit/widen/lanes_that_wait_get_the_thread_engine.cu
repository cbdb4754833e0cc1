// What lanes in lockstep cannot do is seen beforehand, and done one lane at a time.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4lockPiS_ -lanes 32 -engine -o %t.so | FileCheck %s --check-prefix=LOCK
// RUN: %kernelc -bitcode %t.bc -kernel _Z4meetPi -lanes 32 -engine -o %t.so | FileCheck %s --check-prefix=MEET
// RUN: %kernelc -bitcode %t.bc -kernel _Z8togetherPii -lanes 32 -engine -o %t.so | FileCheck %s --check-prefix=TOGETHER
// RUN: %kernelc -bitcode %t.bc -kernel _Z5apartPii -lanes 32 -engine -o %t.so | FileCheck %s --check-prefix=APART
// RUN: %kernelc -bitcode %t.bc -kernel _Z5chainPVi -lanes 32 -engine -o %t.so | FileCheck %s --check-prefix=CHAIN

// LOCK: thread engine: lanes of a warp may wait for each other in a loop that polls memory at {{.*}}.cu:[[#@LINE+2]]
__global__ void lock(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  ++*count;
  atomicExch(lock, 0);
  __syncthreads();
}

// MEET: thread engine: lanes of a warp may meet from different sides of a branch at {{.*}}.cu:[[#@LINE+3]]
__global__ void meet(int *out) {
  if (threadIdx.x % 2)
    out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 0);
  else
    out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 1);
}

// One thread of the block waits for others: those of its warp have nothing to do meanwhile.
// CHAIN: warp engine
__global__ void chain(volatile int *flag) {
  if (threadIdx.x == 0)
    while (flag[blockIdx.x] == 0) {
    }
  __syncthreads();
  if (threadIdx.x == 0)
    flag[blockIdx.x + 1] = 1;
}

// Lanes that have passed a guard decide together on which side they meet.
// TOGETHER: warp engine
__global__ void together(int *out, int n) {
  if (threadIdx.x >= n)
    return;
  const unsigned lanes = __activemask();
  const unsigned votes = __ballot_sync(lanes, out[threadIdx.x] > 0);
  if (votes == 0)
    out[threadIdx.x] = __shfl_sync(lanes, out[threadIdx.x], 0);
  else
    out[threadIdx.x] = __shfl_sync(lanes, out[threadIdx.x], __ffs(votes) - 1);
}

// Those that decide each by itself do not, behind a guard as elsewhere.
// APART: thread engine: lanes of a warp may meet from different sides of a branch at {{.*}}.cu:[[#@LINE+6]]
__global__ void apart(int *out, int n) {
  if (threadIdx.x >= n)
    return;
  const unsigned lanes = __activemask();
  if (out[threadIdx.x] > 0)
    out[threadIdx.x] = __shfl_sync(lanes, out[threadIdx.x], 0);
  else
    out[threadIdx.x] = __shfl_sync(lanes, out[threadIdx.x], 1);
}
