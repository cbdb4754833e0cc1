; A load at the border of a tile is done by all threads: those that would skip it read a zero.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows-of-32+eights -run-pass if-convert-loads | FileCheck %s
; CHECK: @raddle.zeros = internal constant [8 x i8] zeroinitializer
; CHECK: [[INSIDE:%.*]] = icmp {{u|s}}lt
; CHECK: [[PLACE:%.*]] = select i1 [[INSIDE]], ptr {{.*}}, ptr @raddle.zeros
; CHECK-NEXT: [[VALUE:%.*]] = load float, ptr [[PLACE]]
; CHECK-NEXT: store float [[VALUE]]
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8, !invariant.load !1, !align !2
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = icmp sgt i32 %2, 0
  br i1 %8, label %.lr.ph, label %._crit_edge
.lr.ph:
  %9 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds [256 x float], ptr %7, i64 0, i64 %10
  %12 = xor i32 %9, 1
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds [256 x float], ptr %7, i64 0, i64 %13
  br label %18
._crit_edge.loopexit:
  %.lcssa = phi float [ %27, %25 ]
  br label %._crit_edge
._crit_edge:
  %.02.lcssa = phi float [ 0.000000e+00, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %15 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds float, ptr %0, i64 %16
  store float %.02.lcssa, ptr %17, align 4
  ret void
18:
  %.014 = phi i32 [ 0, %.lr.ph ], [ %28, %25 ]
  %.023 = phi float [ 0.000000e+00, %.lr.ph ], [ %27, %25 ]
  %19 = add nuw i32 %.014, %9
  %20 = icmp ult i32 %19, %2
  br i1 %20, label %21, label %25
21:
  %22 = zext i32 %19 to i64
  %23 = getelementptr inbounds float, ptr %1, i64 %22
  %24 = load float, ptr %23, align 4
  br label %25
25:
  %.0 = phi float [ %24, %21 ], [ 0.000000e+00, %18 ]
  store float %.0, ptr %11, align 4
  notail call void @raddle_syncthreads(ptr nonnull %thread)
  %26 = load float, ptr %14, align 4
  %27 = fadd float %.023, %26
  notail call void @raddle_syncthreads(ptr nonnull %thread)
  %28 = add nuw nsw i32 %.014, 1
  %exitcond.not = icmp eq i32 %28, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %18
}
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
!2 = !{i64 16}
