// Two lanes share a row and the rows lie anywhere: a load for each row, two of which fill a register, and fixed shuffles.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4rowsPfPK6float4i -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z4rowsPfPK6float4i(
// CHECK-NOT: gather
// CHECK-COUNT-16: load <8 x float>
// CHECK-COUNT-8: shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <16 x i32>
// CHECK-NOT: gather
// CHECK: ret void
__global__ void rows(float *out, const float4 *in, int pitch) {
  const float4 own = in[static_cast<long>(threadIdx.x / 2) * pitch + threadIdx.x % 2];
  out[threadIdx.x] = own.x + own.y * own.z - own.w;
}
