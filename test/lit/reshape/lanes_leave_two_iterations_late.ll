; A divergent loop that only computes tests its exits once in two iterations, where its limit is far.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass delay-exits | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel divides -lanes 32 -block rows -run-pass delay-exits | FileCheck %s --check-prefix=OTHERS
; RUN: %kernelc -bitcode %s -kernel reads -lanes 32 -block rows -run-pass delay-exits | FileCheck %s --check-prefix=OTHERS
; RUN: %kernelc -bitcode %s -kernel few -lanes 32 -block rows -run-pass delay-exits | FileCheck %s --check-prefix=OTHERS
; OTHERS-NOT: %groups
; OTHERS: ret void
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

; Divisions take too long to do them for lanes that have left.
define void @divides(ptr %thread, ptr %out, float %c, i32 %most) {
entry:
  %lane = call i32 @raddle.thread.0()
  %begin = uitofp i32 %lane to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %goes.on ]
  %x = phi float [ %begin, %entry ], [ %x.next, %goes.on ]
  %leaves = fcmp ogt float %x, %c
  br i1 %leaves, label %exit, label %goes.on
goes.on:
  %x.next = fdiv float %x, %c
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, %most
  br i1 %ends, label %exit.at.end, label %loop
exit:
  %left = phi i32 [ %i, %loop ]
  br label %end
exit.at.end:
  br label %end
end:
  %result = phi i32 [ %left, %exit ], [ %most, %exit.at.end ]
  %place = zext i32 %lane to i64
  %address = getelementptr inbounds i32, ptr %out, i64 %place
  store i32 %result, ptr %address, align 4
  ret void
}

; Memory may not be there.
define void @reads(ptr %thread, ptr %out, float %c, i32 %most) {
entry:
  %lane = call i32 @raddle.thread.0()
  %begin = uitofp i32 %lane to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %goes.on ]
  %x = phi float [ %begin, %entry ], [ %x.next, %goes.on ]
  %leaves = fcmp ogt float %x, %c
  br i1 %leaves, label %exit, label %goes.on
goes.on:
  %at = zext i32 %i to i64
  %from = getelementptr inbounds float, ptr %out, i64 %at
  %x.next = load float, ptr %from, align 4
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, %most
  br i1 %ends, label %exit.at.end, label %loop
exit:
  %left = phi i32 [ %i, %loop ]
  br label %end
exit.at.end:
  br label %end
end:
  %result = phi i32 [ %left, %exit ], [ %most, %exit.at.end ]
  %place = zext i32 %lane to i64
  %address = getelementptr inbounds i32, ptr %out, i64 %place
  store i32 %result, ptr %address, align 4
  ret void
}

; So few iterations are not worth a second loop.
define void @few(ptr %thread, ptr %out, float %c, i32 %most) {
entry:
  %lane = call i32 @raddle.thread.0()
  %begin = uitofp i32 %lane to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %goes.on ]
  %x = phi float [ %begin, %entry ], [ %x.next, %goes.on ]
  %leaves = fcmp ogt float %x, %c
  br i1 %leaves, label %exit, label %goes.on
goes.on:
  %x.next = fmul float %x, %x
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 20
  br i1 %ends, label %exit.at.end, label %loop
exit:
  %left = phi i32 [ %i, %loop ]
  br label %end
exit.at.end:
  br label %end
end:
  %result = phi i32 [ %left, %exit ], [ 20, %exit.at.end ]
  %place = zext i32 %lane to i64
  %address = getelementptr inbounds i32, ptr %out, i64 %place
  store i32 %result, ptr %address, align 4
  ret void
}

!nvvm.annotations = !{!0, !2, !3, !4}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
!2 = !{ptr @divides, !"kernel", i32 1}
!3 = !{ptr @reads, !"kernel", i32 1}
!4 = !{ptr @few, !"kernel", i32 1}
