// An index that is clamped at a border has neighbouring elements almost everywhere: one vector where it has, a gather where not.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7clampedPfPKfii -lanes 32 -block rows -remarks 2>&1 | FileCheck %s --check-prefix=SAYS

// Lanes that do not take part may have any index: all are counted from the first that does. And the last lane's must not
// wrap.
// SAYS: load of 4 bytes: contiguous: one vector access, masked where lanes may be missing; where the index is clamped at a border, a gather
__global__ void clamped(float *out, const float *in, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i != n)
    out[i] = in[min(max(i + distance, 0), n - 1)];
}
