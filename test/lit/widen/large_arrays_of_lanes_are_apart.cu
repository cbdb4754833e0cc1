// Copies of a local array whose size is a multiple of 4 KiB lie a line further apart, so that elements of one number share no
// set of a cache. Warps whose arrays are that large are not fused.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z9scatteredPiPKii -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=APART
// RUN: %kernelc -bitcode %t.bc -kernel _Z6in_rowPii -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ROWS

// APART-LABEL: define {{.*}} @_Z9scatteredPiPKii(
// APART: alloca [3278848 x i8], align 64
// APART: ret void
__global__ void scattered(int *out, const int *in, int n) {
  int local[25600];
  for (int i = 0; i < 25600; ++i)
    local[in[i * 32 + threadIdx.x]] = i;
  out[threadIdx.x] = local[n];
}

// ROWS-LABEL: define {{.*}} @_Z6in_rowPii(
// ROWS: alloca [3276800 x i8], align 64
// ROWS-NOT: .warp1
// ROWS: ret void
__global__ void in_row(int *out, int n) {
  int local[25600], sum = 0;
  for (int i = 0; i < n; ++i)
    local[i] = i ^ threadIdx.x;
  for (int i = 0; i < n; ++i)
    sum = sum * 31 + local[i];
  out[threadIdx.x] = sum;
}
