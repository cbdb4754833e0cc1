; Lanes that copy structures that lie side by side copy one long piece.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4copyP6float4PKS_ -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z10from_aboveP6float4PKS_jj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=WRAPS
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4copyP6float4PKS_(
; CHECK-NOT: memcpy
; CHECK-COUNT-8: load <16 x i32>
; CHECK-COUNT-8: store <16 x i32>
; CHECK-NOT: memcpy
; CHECK: ret void
;   __global__ void copy(float4 *to, const float4 *from) { to[threadIdx.x] = from[threadIdx.x]; }
%struct.float4 = type { float, float, float, float }
define void @_Z4copyP6float4PKS_(ptr noundef %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds %struct.float4, ptr %1, i64 %4
  %6 = getelementptr inbounds %struct.float4, ptr %0, i64 %4
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef align 16 %6, ptr noundef align 16 %5, i64 16, i1 false)
  ret void
}

; The index might wrap between two lanes. Whatever is loaded, it is stored in one way.
; WRAPS-LABEL: define {{.*}} @_Z10from_aboveP6float4PKS_jj(
; WRAPS-COUNT-8: load <16 x i32>
; WRAPS-COUNT-8: call <16 x i32> @llvm.masked.gather
; WRAPS-COUNT-8: store <16 x i32>
; WRAPS-NOT: store <16 x i32>
; WRAPS: ret void
;   __global__ void from_above(float4 *to, const float4 *from, unsigned row, unsigned size) {
;     to[threadIdx.x] = from[row * size + threadIdx.x];
;   }
define void @_Z10from_aboveP6float4PKS_jj(ptr noundef %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = mul i32 %3, %2
  %6 = tail call i32 @raddle.thread.0()
  %7 = add i32 %5, %6
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds %struct.float4, ptr %1, i64 %8
  %10 = zext nneg i32 %6 to i64
  %11 = getelementptr inbounds %struct.float4, ptr %0, i64 %10
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef align 16 %11, ptr noundef align 16 %9, i64 16, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z4copyP6float4PKS_, !"kernel", i32 1}
!1 = !{ptr @_Z10from_aboveP6float4PKS_jj, !"kernel", i32 1}
