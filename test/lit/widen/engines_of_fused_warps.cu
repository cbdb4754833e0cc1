// A loop that lanes leave one by one keeps warps apart; a guard around it is no reason to fuse them.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5orbitPfi -lanes 32 -block rows+eights -engine 2>&1 | FileCheck %s --check-prefix=ORBIT

// ORBIT-NOT: fused warps
// ORBIT: warp engine
// ORBIT-NOT: fused warps
__global__ void orbit(float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = out[i];
    while (x < 100)
      x = x * x + 1;
    out[i] = x;
  }
}
