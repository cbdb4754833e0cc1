; A divergent loop that only computes tests its exits once in two iterations, where its limit is far.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass delay-exits | FileCheck %s
; CHECK: %groups = udiv i32 [[BACKS:%.*]], 2
; CHECK-NEXT: icmp ult i32 [[BACKS]], 32
; CHECK: call float @llvm.fma
; CHECK-NOT: br i1
; CHECK: call float @llvm.fma
; CHECK: freeze i1
; CHECK: br i1 {{.*}}, !prof
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0, float %1, i32 %2) {
  %4 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %.lr.ph.preheader, label %.loopexit
.lr.ph.preheader:
  %6 = uitofp nneg i32 %4 to float
  br label %.lr.ph
.lr.ph:
  %.04 = phi i32 [ %13, %11 ], [ 0, %.lr.ph.preheader ]
  %.013 = phi float [ %12, %11 ], [ %6, %.lr.ph.preheader ]
  %7 = fmul float %.013, %.013
  %8 = fcmp ogt float %7, %1
  br i1 %8, label %9, label %11
9:
  %.04.lcssa = phi i32 [ %.04, %.lr.ph ]
  %10 = add nuw nsw i32 %.04.lcssa, 100
  br label %.loopexit
11:
  %12 = call float @llvm.fma.f32(float %.013, float 1.500000e+00, float 1.000000e+00)
  %13 = add nuw nsw i32 %.04, 1
  %exitcond.not = icmp eq i32 %13, %2
  br i1 %exitcond.not, label %.loopexit.loopexit, label %.lr.ph
.loopexit.loopexit:
  br label %.loopexit
.loopexit:
  %.1 = phi i32 [ %10, %9 ], [ 0, %3 ], [ %2, %.loopexit.loopexit ]
  %14 = zext nneg i32 %4 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  store i32 %.1, ptr %15, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
