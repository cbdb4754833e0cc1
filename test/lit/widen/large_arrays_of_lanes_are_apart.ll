; Copies of a local array whose size is a multiple of 4 KiB lie a line further apart, so that elements of one number share no
; set of a cache. Warps whose arrays are that large are not fused.
; RUN: %kernelc -bitcode %s -kernel _Z9scatteredPiPKii -lanes 32 -block rows+eights -run-pass widen | FileCheck %s --check-prefix=APART
; RUN: %kernelc -bitcode %s -kernel _Z6in_rowPii -lanes 32 -block rows+eights -run-pass interleave-arrays,widen | FileCheck %s --check-prefix=ROWS
target triple = "x86_64-pc-linux-gnu"

; APART-LABEL: define {{.*}} @_Z9scatteredPiPKii(
; APART: alloca [3278848 x i8], align 64
; APART: ret void
;   __global__ void scattered(int *out, const int *in, int n) {
;     int local[25600];
;     for (int i = 0; i < 25600; ++i)
;       local[in[i * 32 + threadIdx.x]] = i;
;     out[threadIdx.x] = local[n];
;   }
define void @_Z9scatteredPiPKii(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = alloca [25600 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 102400, ptr %4)
  %5 = tail call i32 @raddle.thread.0()
  br label %12
6:
  %7 = sext i32 %2 to i64
  %8 = getelementptr inbounds [25600 x i32], ptr %4, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = zext nneg i32 %5 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  store i32 %9, ptr %11, align 4
  call void @llvm.lifetime.end.p0(i64 102400, ptr %4)
  ret void
12:
  %.01 = phi i32 [ 0, %3 ], [ %20, %12 ]
  %13 = shl nuw nsw i32 %.01, 5
  %14 = add nuw nsw i32 %13, %5
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %1, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds [25600 x i32], ptr %4, i64 0, i64 %18
  store i32 %.01, ptr %19, align 4
  %20 = add nuw nsw i32 %.01, 1
  %exitcond.not = icmp eq i32 %20, 25600
  br i1 %exitcond.not, label %6, label %12
}

; ROWS-LABEL: define {{.*}} @_Z6in_rowPii(
; ROWS: alloca [3276800 x i8], align 64
; ROWS-NOT: .warp1
; ROWS: ret void
;   __global__ void in_row(int *out, int n) {
;     int local[25600], sum = 0;
;     for (int i = 0; i < n; ++i)
;       local[i] = i ^ threadIdx.x;
;     for (int i = 0; i < n; ++i)
;       sum = sum * 31 + local[i];
;     out[threadIdx.x] = sum;
;   }
define void @_Z6in_rowPii(ptr %thread, ptr %0, i32 %1) {
  %3 = alloca [25600 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 102400, ptr %3)
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = tail call i32 @raddle.thread.0()
  br label %6
.preheader:
  br label %.lr.ph6
6:
  %.013 = phi i32 [ 0, %.lr.ph ], [ %10, %6 ]
  %7 = xor i32 %.013, %5
  %8 = zext nneg i32 %.013 to i64
  %9 = getelementptr inbounds [25600 x i32], ptr %3, i64 0, i64 %8
  store i32 %7, ptr %9, align 4
  %10 = add nuw nsw i32 %.013, 1
  %exitcond.not = icmp eq i32 %10, %1
  br i1 %exitcond.not, label %.preheader, label %6
._crit_edge.loopexit:
  %.lcssa = phi i32 [ %18, %.lr.ph6 ]
  br label %._crit_edge
._crit_edge:
  %.02.lcssa = phi i32 [ 0, %2 ], [ %.lcssa, %._crit_edge.loopexit ]
  %11 = tail call i32 @raddle.thread.0()
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 %.02.lcssa, ptr %13, align 4
  call void @llvm.lifetime.end.p0(i64 102400, ptr %3)
  ret void
.lr.ph6:
  %.05 = phi i32 [ %19, %.lr.ph6 ], [ 0, %.preheader ]
  %.024 = phi i32 [ %18, %.lr.ph6 ], [ 0, %.preheader ]
  %14 = mul nsw i32 %.024, 31
  %15 = zext nneg i32 %.05 to i64
  %16 = getelementptr inbounds [25600 x i32], ptr %3, i64 0, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = add nsw i32 %17, %14
  %19 = add nuw nsw i32 %.05, 1
  %exitcond7.not = icmp eq i32 %19, %1
  br i1 %exitcond7.not, label %._crit_edge.loopexit, label %.lr.ph6
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z9scatteredPiPKii, !"kernel", i32 1}
!1 = !{ptr @_Z6in_rowPii, !"kernel", i32 1}
