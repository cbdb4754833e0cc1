// Eight fields that alternate in memory are separated in three steps of eight shuffles, not one by one.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z3sumPfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// Two halves of the warp, and eight shuffles that put them together.
// CHECK-LABEL: define {{.*}} @_Z3sumPfPKf(
// CHECK-COUNT-56: shufflevector
// CHECK-NOT: shufflevector
// CHECK: ret void
__global__ void sum(float *out, const float *in) {
  const float *own = in + threadIdx.x * 8;
  out[threadIdx.x] = own[0] + own[1] + own[2] + own[3] + own[4] + own[5] + own[6] + own[7];
}
