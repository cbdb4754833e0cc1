// Lanes that copy structures that lie side by side copy one long piece.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4copyP6float4PKS_ -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z4copyP6float4PKS_(
// CHECK-NOT: memcpy
// CHECK-COUNT-8: load <16 x i32>
// CHECK-COUNT-8: store <16 x i32>
// CHECK-NOT: memcpy
// CHECK: ret void
__global__ void copy(float4 *to, const float4 *from) { to[threadIdx.x] = from[threadIdx.x]; }
