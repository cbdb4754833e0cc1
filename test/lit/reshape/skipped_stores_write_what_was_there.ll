; Lanes that skip an exchange store the values that they have loaded.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -block rows -run-pass if-convert-stores | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel global -lanes 32 -block rows -run-pass if-convert-stores | FileCheck %s --check-prefix=OTHERS
; RUN: %kernelc -bitcode %s -kernel flag -lanes 32 -block rows -run-pass if-convert-stores | FileCheck %s --check-prefix=OTHERS
; OTHERS-NOT: select
; OTHERS: ret void
; CHECK: call void @raddle_syncthreads
; CHECK-NEXT: [[A:%.*]] = load float
; CHECK-NEXT: [[B:%.*]] = load float
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

; Another block may write there.
define void @global(ptr %thread, ptr %values) {
  %lane = call i32 @raddle.thread.0()
  %place = zext i32 %lane to i64
  %address = getelementptr inbounds i32, ptr %values, i64 %place
  %old = load i32, ptr %address, align 4
  %negative = icmp slt i32 %old, 0
  br i1 %negative, label %stores, label %end
stores:
  %positive = sub i32 0, %old
  store i32 %positive, ptr %address, align 4
  br label %end
end:
  ret void
}

; One lane's old value would undo what another one has written.
define void @flag(ptr %thread, i32 %n) {
  %block = call ptr @raddle.thread.16()
  %field = getelementptr inbounds i8, ptr %block, i32 40
  %shared = load ptr, ptr %field, align 8, !invariant.load !1, !align !2
  %lane = call i32 @raddle.thread.0()
  %place = zext i32 %lane to i64
  %address = getelementptr inbounds i32, ptr %shared, i64 %place
  %seen = load i32, ptr %shared, align 4
  %own = load i32, ptr %address, align 4
  %above = icmp sgt i32 %own, %n
  %unseen = icmp eq i32 %seen, 0
  %both = and i1 %above, %unseen
  br i1 %both, label %stores, label %end
stores:
  store i32 1, ptr %shared, align 4
  br label %end
end:
  ret void
}

!nvvm.annotations = !{!0, !3, !4}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{}
!2 = !{i64 128}
!3 = !{ptr @global, !"kernel", i32 1}
!4 = !{ptr @flag, !"kernel", i32 1}
