// What stands after a loop that polls may be what others of the warp poll for. It becomes a part of the loop, so that lanes
// do it when they leave; and a loop within another one becomes one with it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7bucketsPiS_i -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=WARP
// RUN: %kernelc -bitcode %t.bc -kernel _Z6inLoopPiS_i -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=WARP
// RUN: %kernelc -bitcode %t.bc -kernel _Z5triesPiS_i -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=THREAD
// RUN: %kernelc -bitcode %t.bc -kernel _Z7masksOfPViS0_i -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=WARP
// RUN: %kernelc -bitcode %t.bc -kernel _Z6othersPViS0_i -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=THREAD

// WARP: warp engine
// THREAD: thread engine

// The lock is given back within the loop.
__global__ void buckets(int *locks, int *sums, int n) {
  const int i = threadIdx.x * 7 % n;
  while (atomicCAS(&locks[i], 0, 1) != 0) {
  }
  *(volatile int *)&sums[i] += threadIdx.x;
  atomicExch(&locks[i], 0);
  __syncthreads();
  sums[1023 - threadIdx.x] += 1;
}

__global__ void inLoop(int *locks, int *sums, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    const int i = k * 7 & 31;
    while (atomicCAS(&locks[i], 0, 1) != 0) {
    }
    *(volatile int *)&sums[i] += k;
    atomicExch(&locks[i], 0);
  }
}

// What is read before the loop would be another value.
__global__ void tries(int *locks, int *sums, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    const int i = k * 7 & 31, before = sums[k];
    while (atomicCAS(&locks[i], 0, 1) != 0)
      sums[k] += 2;
    sums[k] = before + 1;
    atomicExch(&locks[i], 0);
  }
}

// A ballot of all that are still in the loop: those who are there wait for the others anyway.
__global__ void masksOf(volatile int *states, volatile int *sums, int n) {
  unsigned still = ~0u;
  for (int k = n; k >= 0; --k) {
    int state;
    while ((state = states[k * blockDim.x + threadIdx.x]) == 0) {
    }
    still = __ballot_sync(still, state >= 0);
    if (state < 0)
      break;
  }
  sums[threadIdx.x] = 1;
}

// Not so where a mask comes from elsewhere.
__global__ void others(volatile int *states, volatile int *sums, int n) {
  unsigned still = n;
  for (int k = n; k >= 0; --k) {
    int state;
    while ((state = states[k * blockDim.x + threadIdx.x]) == 0) {
    }
    still = __ballot_sync(still, state >= 0);
    if (state < 0)
      break;
  }
  sums[threadIdx.x] = 1;
}
