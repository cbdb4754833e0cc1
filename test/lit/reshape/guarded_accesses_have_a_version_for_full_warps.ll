; Accesses to neighbouring elements after a bound test have a version for warps whose lanes all pass it.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass version-guarded-accesses | FileCheck %s
; CHECK: [[INSIDE:%.*]] = icmp slt
; CHECK-NEXT: [[ALL:%.*]] = call i1 @raddle.full.warp(i1 [[INSIDE]])
; CHECK-NEXT: br i1 [[ALL]], label {{.*}}, label %.rest
; CHECK: br i1 [[INSIDE]]
; CHECK: store float
; CHECK: store float
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4, !invariant.load !1
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4, !invariant.load !1
  %8 = mul i32 %7, %5
  %9 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %2
  br i1 %11, label %12, label %18
12:
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds float, ptr %1, i64 %13
  %15 = load float, ptr %14, align 4
  %16 = fmul float %15, 2.000000e+00
  %17 = getelementptr inbounds float, ptr %0, i64 %13
  store float %16, ptr %17, align 4
  br label %18
18:
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
