; Lanes that skip an exchange store the values that they have loaded.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass if-convert-stores | FileCheck %s
; CHECK: [[A:%.*]] = load float
; CHECK: [[B:%.*]] = load float
; CHECK-NEXT: [[SWAPS:%.*]] = fcmp ogt float [[A]], [[B]]
; CHECK-NEXT: [[LEFT:%.*]] = select i1 [[SWAPS]], float [[B]], float [[A]]
; CHECK-NEXT: store float [[LEFT]]
; CHECK-NEXT: [[RIGHT:%.*]] = select i1 [[SWAPS]], float [[A]], float [[B]]
; CHECK-NEXT: store float [[RIGHT]]
target triple = "x86_64-pc-linux-gnu"

define void @k(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8, !invariant.load !1, !align !2
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %7 = shl nuw nsw i32 %6, 1
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %0, i64 %8
  %10 = load float, ptr %9, align 4
  %11 = getelementptr inbounds [64 x float], ptr %5, i64 0, i64 %8
  store float %10, ptr %11, align 4
  %12 = or disjoint i32 %7, 1
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %0, i64 %13
  %15 = load float, ptr %14, align 4
  %16 = getelementptr inbounds [64 x float], ptr %5, i64 0, i64 %13
  store float %15, ptr %16, align 4
  notail call void @raddle_syncthreads(ptr nonnull %thread)
  %17 = load float, ptr %11, align 4
  %18 = load float, ptr %16, align 4
  %19 = fcmp ogt float %17, %18
  br i1 %19, label %20, label %21
20:
  store float %18, ptr %11, align 4
  store float %17, ptr %16, align 4
  br label %21
21:
  notail call void @raddle_syncthreads(ptr nonnull %thread)
  %22 = xor i32 %6, 1
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds [64 x float], ptr %5, i64 0, i64 %23
  %25 = load float, ptr %24, align 4
  %26 = zext nneg i32 %6 to i64
  %27 = getelementptr inbounds float, ptr %0, i64 %26
  store float %25, ptr %27, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
!2 = !{i64 16}
