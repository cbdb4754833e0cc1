// What stands between lanes that poll and a barrier may be what they poll for. Those who do not poll do it first, by a copy.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5chainPVKiPi -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=ENGINE

// ENGINE: warp engine
__global__ void chain(const volatile int *flag, int *out) {
  if (threadIdx.x == 0)
    while (flag[blockIdx.x] == 0) {
    }
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[1023 - threadIdx.x] += 1;
}
