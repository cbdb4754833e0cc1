// Lanes choose one of two places, each of which lies side by side: one vector where they choose alike, a gather where not.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4joinPfPKfiS1_ -lanes 32 -block rows -remarks 2>&1 | FileCheck %s --check-prefix=SAYS

// SAYS: load of 4 bytes: contiguous: one vector access; where lanes choose different addresses, a gather
__global__ void join(float *out, const float *a, int n, const float *b) {
  const int i = threadIdx.x;
  out[i] = *(i < n ? a + i : b + (i - n));
}
