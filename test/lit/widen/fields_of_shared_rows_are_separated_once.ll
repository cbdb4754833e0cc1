; Sixteen lanes read eight fields each, and the other sixteen the same: with registers of eight elements that is separating
; alternating fields twice, not gathering.
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z3sumPfPKf -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z3sumPfPKf(
; CHECK-NOT: gather
; CHECK-COUNT-16: load <8 x float>
; CHECK-NOT: gather
; CHECK: ret void
;   __global__ void sum(float *out, const float *in) {
;     const float *own = in + threadIdx.x % 16 * 8;
;     float sum = 0;
;     for (int field = 0; field < 8; ++field)
;       sum += own[field] * static_cast<float>(field + 2);
;     out[threadIdx.x] = sum;
;   }
define void @_Z3sumPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %.zext = shl nuw nsw i32 %3, 3
  %4 = and i32 %.zext, 120
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds float, ptr %1, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = call float @llvm.fma.f32(float %7, float 2.000000e+00, float 0.000000e+00)
  %9 = getelementptr inbounds i8, ptr %6, i64 4
  %10 = load float, ptr %9, align 4
  %11 = call float @llvm.fma.f32(float %10, float 3.000000e+00, float %8)
  %12 = getelementptr inbounds i8, ptr %6, i64 8
  %13 = load float, ptr %12, align 4
  %14 = call float @llvm.fma.f32(float %13, float 4.000000e+00, float %11)
  %15 = getelementptr inbounds i8, ptr %6, i64 12
  %16 = load float, ptr %15, align 4
  %17 = call float @llvm.fma.f32(float %16, float 5.000000e+00, float %14)
  %18 = getelementptr inbounds i8, ptr %6, i64 16
  %19 = load float, ptr %18, align 4
  %20 = call float @llvm.fma.f32(float %19, float 6.000000e+00, float %17)
  %21 = getelementptr inbounds i8, ptr %6, i64 20
  %22 = load float, ptr %21, align 4
  %23 = call float @llvm.fma.f32(float %22, float 7.000000e+00, float %20)
  %24 = getelementptr inbounds i8, ptr %6, i64 24
  %25 = load float, ptr %24, align 4
  %26 = call float @llvm.fma.f32(float %25, float 8.000000e+00, float %23)
  %27 = getelementptr inbounds i8, ptr %6, i64 28
  %28 = load float, ptr %27, align 4
  %29 = call float @llvm.fma.f32(float %28, float 9.000000e+00, float %26)
  %30 = zext nneg i32 %3 to i64
  %31 = getelementptr inbounds float, ptr %0, i64 %30
  store float %29, ptr %31, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z3sumPfPKf, !"kernel", i32 1}
