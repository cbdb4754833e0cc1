; Each thread does the work of the threads at its place in the seven next warps.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel k -lanes 32 -block rows-of-32+eights -processor znver4 -run-pass fuse-warps | FileCheck %s
; CHECK: [[Y:%.*]] = tail call range(i32 0, 1024) i32 @raddle.thread.4()
; CHECK-NEXT: add nuw nsw i32 [[Y]], 1
; CHECK: add nuw nsw i32 [[Y]], 7
; CHECK: phi float {{.*}}
; CHECK-NOT: .warp8
; CHECK: %.lcssa.warp7 = phi float
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3) {
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %.lr.ph, label %._crit_edge
.lr.ph:
  %6 = tail call range(i32 0, 1024) i32 @raddle.thread.4()
  %7 = mul i32 %6, %3
  %8 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  br label %15
._crit_edge.loopexit:
  %.lcssa = phi float [ %25, %15 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %4 ], [ %.lcssa, %._crit_edge.loopexit ]
  %9 = tail call range(i32 0, 1024) i32 @raddle.thread.4()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %12 = add nuw nsw i32 %10, %11
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %0, i64 %13
  store float %.01.lcssa, ptr %14, align 4
  ret void
15:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %26, %15 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %25, %15 ]
  %16 = add i32 %.03, %7
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %1, i64 %17
  %19 = load float, ptr %18, align 4
  %20 = shl nsw i32 %.03, 5
  %21 = add nuw i32 %20, %8
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds float, ptr %2, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = call float @llvm.fma.f32(float %19, float %24, float %.012)
  %26 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %26, %3
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %15
}
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
declare float @llvm.fma.f32(float, float, float)

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
