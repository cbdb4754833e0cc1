; A loop that lanes leave one by one is preceded by a version for iterations in which no lane is missing.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass version-full-warps | FileCheck %s
; CHECK: [[ALL:%.*]] = call i1 @raddle.full.warp(i1 true)
; CHECK-NEXT: br i1 [[ALL]], label %.full.entry, label %.rest
; CHECK: [[MORE:%.*]] = icmp slt
; CHECK: [[STAYS:%.*]] = icmp slt
; CHECK-NEXT: [[ALL_STAY:%.*]] = call i1 @raddle.full.warp(i1 [[STAYS]])
; CHECK-NEXT: br i1 [[ALL_STAY]], label {{.*}}, label %.between
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
  br i1 %11, label %.lr.ph, label %._crit_edge
.lr.ph:
  %12 = getelementptr inbounds i8, ptr %4, i64 24
  %13 = load i32, ptr %12, align 4, !invariant.load !1
  %14 = mul i32 %13, %7
  br label %15
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  ret void
15:
  %.01 = phi i32 [ %10, %.lr.ph ], [ %21, %15 ]
  %16 = sext i32 %.01 to i64
  %17 = getelementptr inbounds float, ptr %1, i64 %16
  %18 = load float, ptr %17, align 4
  %19 = fadd float %18, 1.000000e+00
  %20 = getelementptr inbounds float, ptr %0, i64 %16
  store float %19, ptr %20, align 4
  %21 = add i32 %14, %.01
  %22 = icmp slt i32 %21, %2
  br i1 %22, label %15, label %._crit_edge.loopexit
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
