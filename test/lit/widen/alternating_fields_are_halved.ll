; Eight fields that alternate in memory are separated in three steps of eight shuffles, not one by one.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z3sumPfPKf -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; Two halves of the warp, and eight shuffles that put them together.
; CHECK-LABEL: define {{.*}} @_Z3sumPfPKf(
; CHECK-COUNT-56: shufflevector
; CHECK-NOT: shufflevector
; CHECK: ret void
;   __global__ void sum(float *out, const float *in) {
;     const float *own = in + threadIdx.x * 8;
;     out[threadIdx.x] = own[0] + own[1] + own[2] + own[3] + own[4] + own[5] + own[6] + own[7];
;   }
define void @_Z3sumPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = shl nuw nsw i32 %3, 3
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds float, ptr %1, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 4
  %9 = load float, ptr %8, align 4
  %10 = fadd float %7, %9
  %11 = getelementptr inbounds i8, ptr %6, i64 8
  %12 = load float, ptr %11, align 4
  %13 = fadd float %10, %12
  %14 = getelementptr inbounds i8, ptr %6, i64 12
  %15 = load float, ptr %14, align 4
  %16 = fadd float %13, %15
  %17 = getelementptr inbounds i8, ptr %6, i64 16
  %18 = load float, ptr %17, align 4
  %19 = fadd float %16, %18
  %20 = getelementptr inbounds i8, ptr %6, i64 20
  %21 = load float, ptr %20, align 4
  %22 = fadd float %19, %21
  %23 = getelementptr inbounds i8, ptr %6, i64 24
  %24 = load float, ptr %23, align 4
  %25 = fadd float %22, %24
  %26 = getelementptr inbounds i8, ptr %6, i64 28
  %27 = load float, ptr %26, align 4
  %28 = fadd float %25, %27
  %29 = zext nneg i32 %3 to i64
  %30 = getelementptr inbounds float, ptr %0, i64 %29
  store float %28, ptr %30, align 4
  ret void
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z3sumPfPKf, !"kernel", i32 1}
