; A pointer that a loop with barriers moves on becomes its first value and a uniform offset.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass rewrite-pointer-inductions | FileCheck %s
; CHECK: %moved = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr {{.*}}, i64 %moved
; CHECK-NEXT: load float, ptr [[PLACE]]
; CHECK: [[NEXT]] = add i64 %moved,
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = call ptr @raddle.thread.16()
  %6 = getelementptr inbounds i8, ptr %5, i32 40
  %7 = load ptr, ptr %6, align 8, !invariant.load !1, !align !2
  %8 = getelementptr inbounds i8, ptr %7, i64 0
  %9 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %10 = zext nneg i32 %9 to i64
  %11 = icmp sgt i32 %2, 0
  br i1 %11, label %.lr.ph, label %._crit_edge
.lr.ph:
  %12 = getelementptr inbounds float, ptr %1, i64 %10
  %13 = getelementptr inbounds [256 x float], ptr %8, i64 0, i64 %10
  %14 = sext i32 %3 to i64
  %15 = xor i32 %9, 1
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds [256 x float], ptr %8, i64 0, i64 %16
  br label %19
._crit_edge.loopexit:
  %.lcssa = phi float [ %23, %19 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %4 ], [ %.lcssa, %._crit_edge.loopexit ]
  %18 = getelementptr inbounds float, ptr %0, i64 %10
  store float %.01.lcssa, ptr %18, align 4
  ret void
19:
  %.05 = phi i32 [ 0, %.lr.ph ], [ %24, %19 ]
  %.014 = phi float [ 0.000000e+00, %.lr.ph ], [ %23, %19 ]
  %.023 = phi ptr [ %12, %.lr.ph ], [ %21, %19 ]
  %20 = load float, ptr %.023, align 4
  store float %20, ptr %13, align 4
  %21 = getelementptr inbounds float, ptr %.023, i64 %14
  notail call void @raddle_syncthreads(ptr nonnull %thread)
  %22 = load float, ptr %17, align 4
  %23 = fadd float %.014, %22
  notail call void @raddle_syncthreads(ptr nonnull %thread)
  %24 = add nuw nsw i32 %.05, 1
  %exitcond.not = icmp eq i32 %24, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %19
}
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
!2 = !{i64 16}
