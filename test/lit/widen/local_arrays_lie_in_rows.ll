; Elements of one number of all lanes' local arrays lie side by side where lanes store them together.
; RUN: %kernelc -bitcode %s -kernel _Z4ringPiPKii -lanes 32 -block rows -run-pass interleave-arrays,widen | FileCheck %s --check-prefix=RING
; RUN: %kernelc -bitcode %s -kernel _Z5swapsPii -lanes 32 -block rows -run-pass interleave-arrays,widen | FileCheck %s --check-prefix=SWAPS
; RUN: %kernelc -bitcode %s -kernel _Z7clearedPii -lanes 32 -block rows -run-pass interleave-arrays,widen | FileCheck %s --check-prefix=CLEARED
; RUN: %kernelc -bitcode %s -kernel _Z5countPiPKii -lanes 32 -block rows -run-pass interleave-arrays,widen | FileCheck %s --check-prefix=COUNT
; RUN: %kernelc -bitcode %s -kernel _Z5givenPii -lanes 32 -block rows -run-pass interleave-arrays,widen | FileCheck %s --check-prefix=GIVEN
target triple = "x86_64-pc-linux-gnu"

; Rows of 128 bytes.
; RING-LABEL: define {{.*}} @_Z4ringPiPKii(
; RING: alloca [2048 x i8], align 64
; RING: %[[OFFSET:.*]] = mul i64 %{{.*}}, 32
; RING: getelementptr i8, ptr %{{.*}}, i64 %[[OFFSET]]
; RING: load <32 x i32>
; RING-NOT: masked.gather
; RING-NOT: masked.scatter
; RING: ret void
;   __global__ void ring(int *out, const int *in, int n) {
;     int values[16];
;     for (int k = 0; k < 16; ++k)
;       values[k] = 0;
;     for (int k = 0; k < n; ++k)
;       values[k & 15] += values[(k + 5) & 15] ^ in[k * 32 + threadIdx.x];
;     out[threadIdx.x] = values[n & 15];
;   }
define void @_Z4ringPiPKii(ptr noundef %thread, ptr %0, ptr %1, i32 %2) {
.preheader:
  %3 = alloca [16 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 64, ptr %3)
  call void @llvm.memset.p0.i64(ptr noundef align 4 %3, i8 0, i64 64, i1 false)
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = tail call i32 @raddle.thread.0()
  br label %13
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %6 = and i32 %2, 15
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds [16 x i32], ptr %3, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = tail call i32 @raddle.thread.0()
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  store i32 %9, ptr %12, align 4
  call void @llvm.lifetime.end.p0(i64 64, ptr %3)
  ret void
13:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %30, %13 ]
  %14 = add nuw nsw i32 %.03, 5
  %15 = and i32 %14, 15
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds [16 x i32], ptr %3, i64 0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = shl nsw i32 %.03, 5
  %20 = add nuw i32 %19, %5
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds i32, ptr %1, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = xor i32 %23, %18
  %25 = and i32 %.03, 15
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds [16 x i32], ptr %3, i64 0, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = add nsw i32 %28, %24
  store i32 %29, ptr %27, align 4
  %30 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %30, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %13
}

;   struct Pair {
;     float distance;
;     int number;
;   };

; A structure that is copied as one word lies in two rows.
; SWAPS-LABEL: define {{.*}} @_Z5swapsPii(
; SWAPS-NOT: masked.gather
; SWAPS-NOT: masked.scatter
; SWAPS: ret void
;   __global__ void swaps(int *out, int n) {
;     Pair pairs[16];
;     for (int k = 0; k < n; ++k)
;       pairs[k] = {float(threadIdx.x * 7 % (k + 3)), k};
;     for (int k = 0; k + 1 < n; ++k)
;       if (pairs[k].distance > pairs[k + 1].distance) {
;         Pair larger = pairs[k];
;         pairs[k] = pairs[k + 1];
;         pairs[k + 1] = larger;
;       }
;     out[threadIdx.x] = pairs[n / 2].number;
;   }
%struct.Pair = type { float, i32 }
define void @_Z5swapsPii(ptr %thread, ptr %0, i32 %1) {
  %3 = alloca [16 x %struct.Pair], align 4
  call void @llvm.lifetime.start.p0(i64 128, ptr %3)
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = tail call i32 @raddle.thread.0()
  %6 = mul nuw nsw i32 %5, 7
  br label %7
.preheader:
  %.not = icmp eq i32 %1, 1
  br i1 %.not, label %._crit_edge, label %.lr.ph4.preheader
.lr.ph4.preheader:
  br label %.lr.ph4
7:
  %.012 = phi i32 [ 0, %.lr.ph ], [ %13, %7 ]
  %8 = add nuw nsw i32 %.012, 3
  %9 = urem i32 %6, %8
  %10 = uitofp nneg i32 %9 to float
  %11 = zext nneg i32 %.012 to i64
  %12 = getelementptr inbounds [16 x %struct.Pair], ptr %3, i64 0, i64 %11
  store float %10, ptr %12, align 4
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %12, i64 4
  store i32 %.012, ptr %.sroa.4.0..sroa_idx, align 4
  %13 = add nuw nsw i32 %.012, 1
  %exitcond.not = icmp eq i32 %13, %1
  br i1 %exitcond.not, label %.preheader, label %7
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %14 = sdiv i32 %1, 2
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds [16 x %struct.Pair], ptr %3, i64 0, i64 %15, i32 1
  %17 = load i32, ptr %16, align 4
  %18 = tail call i32 @raddle.thread.0()
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %0, i64 %19
  store i32 %17, ptr %20, align 4
  call void @llvm.lifetime.end.p0(i64 128, ptr %3)
  ret void
.lr.ph4:
  %21 = phi i32 [ %33, %32 ], [ 1, %.lr.ph4.preheader ]
  %.03 = phi i32 [ %21, %32 ], [ 0, %.lr.ph4.preheader ]
  %22 = zext nneg i32 %.03 to i64
  %23 = getelementptr inbounds [16 x %struct.Pair], ptr %3, i64 0, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = zext nneg i32 %21 to i64
  %26 = getelementptr inbounds [16 x %struct.Pair], ptr %3, i64 0, i64 %25
  %27 = load float, ptr %26, align 4
  %28 = fcmp ogt float %24, %27
  br i1 %28, label %29, label %32
29:
  %30 = load i64, ptr %23, align 4
  %31 = load i64, ptr %26, align 4
  store i64 %31, ptr %23, align 4
  store i64 %30, ptr %26, align 4
  br label %32
32:
  %33 = add nuw nsw i32 %21, 1
  %exitcond5.not = icmp eq i32 %33, %1
  br i1 %exitcond5.not, label %._crit_edge.loopexit, label %.lr.ph4
}

; What LLVM has made a memset of.
; CLEARED-LABEL: define {{.*}} @_Z7clearedPii(
; CLEARED-NOT: memset
; CLEARED: store <32 x i32> zeroinitializer
; CLEARED: ret void
;   __global__ void cleared(int *out, int n) {
;     int values[64];
;     for (int k = 0; k < n; ++k)
;       values[k] = 0;
;     for (int k = 0; k < 3 * n; ++k)
;       values[k % n] += k ^ threadIdx.x;
;     out[threadIdx.x] = values[n / 2];
;   }
define void @_Z7clearedPii(ptr nonnull %thread, ptr %0, i32 %1) {
  %3 = alloca [64 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %3)
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %.lr.ph4, label %._crit_edge
.lr.ph4:
  %5 = zext nneg i32 %1 to i64
  %6 = shl nuw nsw i64 %5, 2
  call void @llvm.memset.p0.i64(ptr nonnull align 4 %3, i8 0, i64 %6, i1 false)
  %7 = mul i32 %1, 3
  %8 = tail call i32 @raddle.thread.0()
  %smax = call i32 @llvm.smax.i32(i32 %7, i32 1)
  br label %16
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %9 = sdiv i32 %1, 2
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds [64 x i32], ptr %3, i64 0, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = tail call i32 @raddle.thread.0()
  %14 = zext nneg i32 %13 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  store i32 %12, ptr %15, align 4
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %3)
  ret void
16:
  %.03 = phi i32 [ 0, %.lr.ph4 ], [ %23, %16 ]
  %17 = xor i32 %.03, %8
  %18 = urem i32 %.03, %1
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds [64 x i32], ptr %3, i64 0, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = add i32 %21, %17
  store i32 %22, ptr %20, align 4
  %23 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %23, %smax
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %16
}

; Each lane counts elsewhere: one after the other.
; COUNT-LABEL: define {{.*}} @_Z5countPiPKii(
; COUNT: masked.scatter
; COUNT: ret void
;   __global__ void count(int *out, const int *in, int n) {
;     int counts[16] = {};
;     for (int k = 0; k < n; ++k)
;       ++counts[in[k * 32 + threadIdx.x] & 15];
;     out[threadIdx.x] = counts[n & 15];
;   }
define void @_Z5countPiPKii(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = alloca [16 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 64, ptr %4)
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 64, i1 false)
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %.lr.ph, label %._crit_edge
.lr.ph:
  %6 = tail call i32 @raddle.thread.0()
  br label %14
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %7 = and i32 %2, 15
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds [16 x i32], ptr %4, i64 0, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = tail call i32 @raddle.thread.0()
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 %10, ptr %13, align 4
  call void @llvm.lifetime.end.p0(i64 64, ptr %4)
  ret void
14:
  %.01 = phi i32 [ 0, %.lr.ph ], [ %25, %14 ]
  %15 = shl nsw i32 %.01, 5
  %16 = add nuw i32 %15, %6
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %1, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = and i32 %19, 15
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds [16 x i32], ptr %4, i64 0, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = add nsw i32 %23, 1
  store i32 %24, ptr %22, align 4
  %25 = add nuw nsw i32 %.01, 1
  %exitcond.not = icmp eq i32 %25, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %14
}

;   __device__ __noinline__ void fill(int *values, int n) {
;     for (int k = 0; k < n; ++k)
;       values[k] = k;
;   }

; Another function expects an array.
; GIVEN-LABEL: define {{.*}} @_Z5givenPii(
; GIVEN-NOT: mul i64 %{{.*}}, 32
; GIVEN: ret void
;   __global__ void given(int *out, int n) {
;     int values[16];
;     fill(values, n);
;     out[threadIdx.x] = values[n & 15];
;   }
define void @_Z4fillPii(ptr %thread, ptr %0, i32 %1) {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  ret void
.lr.ph:
  %.05 = phi i32 [ %6, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %4 = zext nneg i32 %.05 to i64
  %5 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %.05, ptr %5, align 4
  %6 = add nuw nsw i32 %.05, 1
  %exitcond.not = icmp eq i32 %6, %1
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %.lr.ph
}
define void @_Z5givenPii(ptr %thread, ptr %0, i32 %1) {
  %3 = alloca [16 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 64, ptr %3)
  call void @_Z4fillPii(ptr %thread, ptr %3, i32 %1)
  %4 = and i32 %1, 15
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds [16 x i32], ptr %3, i64 0, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = tail call i32 @raddle.thread.0()
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  store i32 %7, ptr %10, align 4
  call void @llvm.lifetime.end.p0(i64 64, ptr %3)
  ret void
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare i32 @raddle.thread.0() local_unnamed_addr
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
declare i32 @llvm.smax.i32(i32, i32)
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @_Z4ringPiPKii, !"kernel", i32 1}
!1 = !{ptr @_Z5swapsPii, !"kernel", i32 1}
!2 = !{ptr @_Z7clearedPii, !"kernel", i32 1}
!3 = !{ptr @_Z5countPiPKii, !"kernel", i32 1}
!4 = !{ptr @_Z5givenPii, !"kernel", i32 1}
