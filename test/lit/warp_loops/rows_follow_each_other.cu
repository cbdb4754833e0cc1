// Where threads have several elements a row apart, all warps go through one row before any begins the next. One that needs
// what it read in the row before goes through all rows, and so do warps between which messages stay in order.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5scalePfPKfi -lanes 32 -block rows+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7guardedPfPKfi -lanes 32 -block rows+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=GUARDED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7carriedPfPKfi -lanes 32 -block rows+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5scalePfPKfi -lanes 32 -block rows-of-32+one-warp -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: define {{.*}} @_Z5scalePfPKfi(
// CHECK: .warp{{.*}}:
// CHECK: load <32 x float>
// CHECK: store <32 x float>
// CHECK: .warp{{.*}}:
// CHECK: load <32 x float>
// CHECK: store <32 x float>
// CHECK: ret void
__global__ void scale(float *out, const float *in, int n) {
  int i = blockIdx.x * 512 + threadIdx.x;
  out[i] = in[i] * 3;
  out[i + 256] = in[i + 256] * 3;
}

// GUARDED-LABEL: define {{.*}} @_Z7guardedPfPKfi(
// GUARDED-COUNT-2: .warps:
// GUARDED: ret void
__global__ void guarded(float *out, const float *in, int n) {
  int first = blockIdx.x * 512 + threadIdx.x;
  for (int row = 0; row < 2; ++row)
    if (int i = first + row * 256; i < n)
      out[i] = in[i] * 3;
}

// NONE-LABEL: define {{.*}} @_Z
// NONE-NOT: .warps:
// NONE: ret void
__global__ void carried(float *out, const float *in, int n) {
  int i = blockIdx.x * 512 + threadIdx.x;
  float first = in[i], second = in[i + 256];
  out[i] = first + second;
  out[i + 256] = first - second;
}
