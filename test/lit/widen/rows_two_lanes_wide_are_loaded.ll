; Two lanes share a row and the rows lie anywhere: a load for each row, two of which fill a register, and fixed shuffles.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4rowsPfPK6float4i -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4rowsPfPK6float4i(
; CHECK-NOT: gather
; CHECK-COUNT-16: load <8 x float>
; CHECK-COUNT-8: shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <16 x i32>
; CHECK-NOT: gather
; CHECK: ret void
;   __global__ void rows(float *out, const float4 *in, int pitch) {
;     const float4 own = in[static_cast<long>(threadIdx.x / 2) * pitch + threadIdx.x % 2];
;     out[threadIdx.x] = own.x + own.y * own.z - own.w;
;   }
%struct.float4 = type { float, float, float, float }
define void @_Z4rowsPfPK6float4i(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %.zext = lshr i32 %4, 1
  %5 = zext nneg i32 %.zext to i64
  %6 = sext i32 %2 to i64
  %7 = mul nsw i64 %6, %5
  %.zext2 = and i32 %4, 1
  %8 = zext nneg i32 %.zext2 to i64
  %9 = getelementptr %struct.float4, ptr %1, i64 %7
  %10 = getelementptr %struct.float4, ptr %9, i64 %8
  %.sroa.0.0.copyload = load float, ptr %10, align 16
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %10, i64 4
  %.sroa.4.0.copyload = load float, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %10, i64 8
  %.sroa.5.0.copyload = load float, ptr %.sroa.5.0..sroa_idx, align 8
  %.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %10, i64 12
  %.sroa.6.0.copyload = load float, ptr %.sroa.6.0..sroa_idx, align 4
  %11 = call float @llvm.fma.f32(float %.sroa.4.0.copyload, float %.sroa.5.0.copyload, float %.sroa.0.0.copyload)
  %12 = fsub float %11, %.sroa.6.0.copyload
  %13 = zext nneg i32 %4 to i64
  %14 = getelementptr inbounds float, ptr %0, i64 %13
  store float %12, ptr %14, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4rowsPfPK6float4i, !"kernel", i32 1}
