// Sixteen lanes read eight fields each, and the other sixteen the same: with registers of eight elements that is separating
// alternating fields twice, not gathering.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z3sumPfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z3sumPfPKf(
// CHECK-NOT: gather
// CHECK-COUNT-16: load <8 x float>
// CHECK-NOT: gather
// CHECK: ret void
__global__ void sum(float *out, const float *in) {
  const float *own = in + threadIdx.x % 16 * 8;
  float sum = 0;
  for (int field = 0; field < 8; ++field)
    sum += own[field] * static_cast<float>(field + 2);
  out[threadIdx.x] = sum;
}
