; A loop over a row of each lane's own does 16 iterations, a cache line, at a time.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass unroll-row-loops | FileCheck %s
; CHECK: %xtraiter = and i32 %2, 15
; CHECK: [[FIRST:%.*]] = getelementptr inbounds float
; CHECK: load float, ptr {{.*}}, !raddle.unrolled.load
; CHECK: getelementptr i8, ptr [[ROW:%.*]], i64 4
; CHECK: getelementptr i8, ptr [[ROW]], i64 60
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4, !invariant.load !1
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4, !invariant.load !1
  %8 = mul i32 %7, %5
  %9 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = icmp sgt i32 %2, 0
  br i1 %11, label %.lr.ph, label %._crit_edge
.lr.ph:
  %12 = mul nsw i32 %10, %2
  br label %15
._crit_edge.loopexit:
  %.lcssa = phi float [ %20, %15 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds float, ptr %0, i64 %13
  store float %.01.lcssa, ptr %14, align 4
  ret void
15:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %21, %15 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %20, %15 ]
  %16 = add nsw i32 %.03, %12
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %1, i64 %17
  %19 = load float, ptr %18, align 4
  %20 = fadd float %.012, %19
  %21 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %21, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %15
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
