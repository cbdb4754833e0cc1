; A local array whose elements of the same index all lanes store at a time has these side by side.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass interleave-arrays | FileCheck %s
; CHECK: alloca [64 x i32], align 4, !raddle.row.width
; CHECK: [[OFFSET:%.*]] = mul nsw i64 {{.*}}, 32
; CHECK-NEXT: getelementptr i8, ptr {{.*}}, i64 [[OFFSET]]
target triple = "x86_64-pc-linux-gnu"

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
define void @k(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = alloca [64 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %5)
  %6 = icmp sgt i32 %2, 0
  br i1 %6, label %.lr.ph, label %._crit_edge
.lr.ph:
  %7 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  br label %14
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %8 = sext i32 %3 to i64
  %9 = getelementptr inbounds [64 x i32], ptr %5, i64 0, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 %10, ptr %13, align 4
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5)
  ret void
14:
  %.01 = phi i32 [ 0, %.lr.ph ], [ %22, %14 ]
  %15 = shl nsw i32 %.01, 5
  %16 = add nuw i32 %15, %7
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %1, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = zext nneg i32 %.01 to i64
  %21 = getelementptr inbounds [64 x i32], ptr %5, i64 0, i64 %20
  store i32 %19, ptr %21, align 4
  %22 = add nuw nsw i32 %.01, 1
  %exitcond.not = icmp eq i32 %22, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %14
}
declare i32 @raddle.thread.0()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
