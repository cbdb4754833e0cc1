; Lanes choose one of two places, each of which lies side by side: one vector where they choose alike, a gather where not.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4joinPfPKfiS1_ -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK: define {{.*}} @_Z4joinPfPKfiS1_(
; CHECK: [[ANY:%.*]] = icmp ne i32 [[CHOOSE:%.*]], 0
; CHECK: [[ALL:%.*]] = icmp eq i32 [[CHOOSE]], -1
; CHECK: [[FIRST:%.*]] = select i1 [[ANY]], ptr
; CHECK: usual:
; CHECK: load <32 x float>, ptr [[FIRST]]
; CHECK: other:
; CHECK: call <32 x float> @llvm.masked.gather
;   __global__ void join(float *out, const float *a, int n, const float *b) {
;     const int i = threadIdx.x;
;     out[i] = *(i < n ? a + i : b + (i - n));
;   }
define void @_Z4joinPfPKfiS1_(ptr %thread, ptr %0, ptr %1, i32 %2, ptr %3) {
  %5 = tail call i32 @raddle.thread.0()
  %6 = icmp slt i32 %5, %2
  %7 = zext nneg i32 %5 to i64
  %8 = getelementptr inbounds float, ptr %1, i64 %7
  %9 = sub nsw i32 %5, %2
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds float, ptr %3, i64 %10
  %12 = select i1 %6, ptr %8, ptr %11
  %13 = load float, ptr %12, align 4
  %14 = getelementptr inbounds float, ptr %0, i64 %7
  store float %13, ptr %14, align 4
  ret void
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4joinPfPKfiS1_, !"kernel", i32 1}
