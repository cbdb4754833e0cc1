// Warps that wait at barriers only run one by one in a loop for each part of the kernel.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5levelPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4partPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=FIBERS
// LOOPS: warp engine, a loop over its warps between barriers
// FIBERS: warp engine, warps are fibers

// The loop that holds the barrier is run once for all warps; what only one warp does is a branch within a part.
__global__ void level(int *out, int steps) {
  __shared__ int sum;
  for (int step = 0; step < steps; ++step) {
    if (threadIdx.x / 32 == 2)
      sum = step;
    __syncthreads();
    out[threadIdx.x] += sum;
    __syncthreads();
  }
}

// Warps that come to different barriers are fibers.
__global__ void part(int *out, int steps) {
  if (threadIdx.x / 32 == 2)
    __syncthreads();
  out[threadIdx.x] = steps;
  __syncthreads();
}
