; Where both sides of a branch end in a load from an address without a pattern, one load stands after them, from the base that
; both have. Loads that something must not pass, or that lie side by side, stay.
; RUN: %kernelc -bitcode %s -kernel _Z5mergePiPKiS1_ -lanes 32 -block rows -run-pass sink-loads | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z6storesPiS_PKi -lanes 32 -block rows -run-pass sink-loads | FileCheck %s --check-prefix=BOTH
target triple = "x86_64-pc-linux-gnu"

; CHECK: define void @_Z5mergePiPKiS1_(
; CHECK: [[INDEX:%.*]] = phi i32 [
; CHECK: [[IS_ONE:%.*]] = phi i1 [ true, {{.*}} ], [ false,
; CHECK: [[WIDE:%.*]] = sext i32 [[INDEX]] to i64
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i32, ptr %{{.*}}, i64 [[WIDE]]
; CHECK: [[LOADED:%.*]] = load i32, ptr [[PLACE]]
; CHECK-DAG: select i1 [[IS_ONE]], i32 [[LOADED]],
; CHECK-DAG: select i1 [[IS_ONE]], i32 %{{.*}}, i32 [[LOADED]]
;   __global__ void merge(int *out, const int *keys, const int *starts) {
;     int i = starts[threadIdx.x], j = starts[threadIdx.x + 32];
;     int x = keys[i], y = keys[j];
;     const int first = x < y ? x : y;
;     if (y < x)
;       y = keys[j * 3];
;     else
;       x = keys[i * 5];
;     out[threadIdx.x] = first * x - y;
;   }
define void @_Z5mergePiPKiS1_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %2, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 128
  %9 = load i32, ptr %8, align 4
  %10 = sext i32 %7 to i64
  %11 = getelementptr inbounds i32, ptr %1, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds i32, ptr %1, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = icmp slt i32 %15, %12
  br i1 %16, label %17, label %22
17:
  %18 = mul nsw i32 %9, 3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %1, i64 %19
  %21 = load i32, ptr %20, align 4
  br label %27
22:
  %23 = mul nsw i32 %7, 5
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %1, i64 %24
  %26 = load i32, ptr %25, align 4
  br label %27
27:
  %.01 = phi i32 [ %12, %17 ], [ %26, %22 ]
  %.0 = phi i32 [ %21, %17 ], [ %15, %22 ]
  %28 = tail call i32 @llvm.smin.i32(i32 %12, i32 %15)
  %29 = mul nsw i32 %.01, %28
  %30 = sub nsw i32 %29, %.0
  %31 = getelementptr inbounds i32, ptr %0, i64 %5
  store i32 %30, ptr %31, align 4
  ret void
}

; BOTH: define void @_Z6storesPiS_PKi(
; BOTH-NOT: phi i1
; BOTH: ret void
;   __global__ void stores(int *out, int *keys, const int *starts) {
;     int i = starts[threadIdx.x], j = starts[threadIdx.x + 32];
;     int x = keys[i], y = keys[j];
;     if (y < x) {
;       y = keys[j * 3];
;       keys[j] = i;
;     } else {
;       x = keys[i * 5];
;       keys[i] = j;
;     }
;     out[threadIdx.x] = x - y;
;   }
define void @_Z6storesPiS_PKi(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %2, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 128
  %9 = load i32, ptr %8, align 4
  %10 = sext i32 %7 to i64
  %11 = getelementptr inbounds i32, ptr %1, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = sext i32 %9 to i64
  %14 = getelementptr inbounds i32, ptr %1, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = icmp slt i32 %15, %12
  br i1 %16, label %17, label %22
17:
  %18 = mul nsw i32 %9, 3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %1, i64 %19
  %21 = load i32, ptr %20, align 4
  store i32 %7, ptr %14, align 4
  br label %27
22:
  %23 = mul nsw i32 %7, 5
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %1, i64 %24
  %26 = load i32, ptr %25, align 4
  store i32 %9, ptr %11, align 4
  br label %27
27:
  %.01 = phi i32 [ %12, %17 ], [ %26, %22 ]
  %.0 = phi i32 [ %21, %17 ], [ %15, %22 ]
  %28 = sub nsw i32 %.01, %.0
  %29 = getelementptr inbounds i32, ptr %0, i64 %5
  store i32 %28, ptr %29, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @llvm.smin.i32(i32, i32)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z5mergePiPKiS1_, !"kernel", i32 1}
!1 = !{ptr @_Z6storesPiS_PKi, !"kernel", i32 1}
