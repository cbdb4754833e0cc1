// Lanes that copy structures that lie side by side copy one long piece.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4copyP6float4PKS_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z4copyP6float4PKS_(
// CHECK-NOT: memcpy
// CHECK-COUNT-8: load <16 x i32>
// CHECK-COUNT-8: store <16 x i32>
// CHECK-NOT: memcpy
// CHECK: ret void
__global__ void copy(float4 *to, const float4 *from) { to[threadIdx.x] = from[threadIdx.x]; }

// The index might wrap between two lanes. Whatever is loaded, it is stored in one way.
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z10from_aboveP6float4PKS_jj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WRAPS
// WRAPS-LABEL: define {{.*}} @_Z10from_aboveP6float4PKS_jj(
// WRAPS-COUNT-8: load <16 x i32>
// WRAPS-COUNT-8: call <16 x i32> @llvm.masked.gather
// WRAPS-COUNT-8: store <16 x i32>
// WRAPS-NOT: store <16 x i32>
// WRAPS: ret void
__global__ void from_above(float4 *to, const float4 *from, unsigned row, unsigned size) {
  to[threadIdx.x] = from[row * size + threadIdx.x];
}
