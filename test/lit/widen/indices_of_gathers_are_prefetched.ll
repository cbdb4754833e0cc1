; A loop that gathers by indices which it loads prefetches these, and what it loads beside them. A loop that only loads does
; not, and neither does a list, whose next element nobody knows.
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z8multiplyPfPKiS1_PKfS3_ -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=GATHERS
; RUN: %kernelc -bitcode %s -kernel _Z3addPfPKiPKf -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel _Z6followPiPKi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=NONE
target triple = "x86_64-pc-linux-gnu"

; Two lines of the values and two of the columns.
; GATHERS-LABEL: define {{.*}} @_Z8multiplyPfPKiS1_PKfS3_(
; GATHERS: [[VALUES:%.*]] = getelementptr i8, ptr {{%.*}}, i64 1024
; GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; GATHERS: getelementptr i8, ptr {{%.*}}, i64 1024
; GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; GATHERS: ret void
;   __global__ void multiply(float *y, const int *begins, const int *columns, const float *values, const float *x) {
;     const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
;     float sum = 0;
;     for (int i = begins[row] + threadIdx.x % 32; i < begins[row + 1]; i += 32)
;       sum += values[i] * x[columns[i]];
;     y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
;   }
define void @_Z8multiplyPfPKiS1_PKfS3_(ptr %thread, ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) {
  %6 = tail call ptr @raddle.thread.16()
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 12
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, %7
  %11 = tail call i32 @raddle.thread.0()
  %12 = add i32 %10, %11
  %13 = lshr i32 %12, 5
  %14 = zext nneg i32 %13 to i64
  %15 = getelementptr inbounds i32, ptr %1, i64 %14
  %16 = load i32, ptr %15, align 4
  %.zext = and i32 %11, 31
  %17 = add i32 %16, %.zext
  %18 = getelementptr inbounds i8, ptr %15, i64 4
  %19 = load i32, ptr %18, align 4
  %20 = icmp slt i32 %17, %19
  br i1 %20, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  %21 = call i1 @raddle.full.warp(i1 true)
  br i1 %21, label %.lr.ph.full.entry, label %.lr.ph.rest
._crit_edge.loopexit.loopexit:
  %.lcssa4 = phi float [ %32, %.lr.ph ]
  br label %._crit_edge.loopexit
._crit_edge.loopexit:
  %.lcssa = phi float [ %.lcssa7, %.lr.ph.between ], [ %.lcssa4, %._crit_edge.loopexit.loopexit ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %5 ], [ %.lcssa, %._crit_edge.loopexit ]
  %22 = zext i32 %12 to i64
  %23 = getelementptr inbounds float, ptr %0, i64 %22
  store float %.01.lcssa, ptr %23, align 4
  ret void
.lr.ph.between:
  %.lcssa7 = phi float [ %43, %.lr.ph.full ]
  %.lcssa6 = phi i32 [ %44, %.lr.ph.full ]
  %.lcssa5 = phi i1 [ %45, %.lr.ph.full ]
  br i1 %.lcssa5, label %.lr.ph.rest, label %._crit_edge.loopexit
.lr.ph.rest:
  %.012.rest = phi float [ 0.000000e+00, %.lr.ph.preheader ], [ %.lcssa7, %.lr.ph.between ]
  %.03.rest = phi i32 [ %17, %.lr.ph.preheader ], [ %.lcssa6, %.lr.ph.between ]
  br label %.lr.ph
.lr.ph:
  %.03 = phi i32 [ %33, %.lr.ph ], [ %.03.rest, %.lr.ph.rest ]
  %.012 = phi float [ %32, %.lr.ph ], [ %.012.rest, %.lr.ph.rest ]
  %24 = sext i32 %.03 to i64
  %25 = getelementptr inbounds float, ptr %3, i64 %24
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds i32, ptr %2, i64 %24
  %28 = load i32, ptr %27, align 4
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds float, ptr %4, i64 %29
  %31 = load float, ptr %30, align 4
  %32 = call float @llvm.fma.f32(float %26, float %31, float %.012)
  %33 = add nsw i32 %.03, 32
  %34 = icmp slt i32 %33, %19
  br i1 %34, label %.lr.ph, label %._crit_edge.loopexit.loopexit
.lr.ph.full.entry:
  br label %.lr.ph.full
.lr.ph.full:
  %.03.full = phi i32 [ %44, %.lr.ph.full ], [ %17, %.lr.ph.full.entry ]
  %.012.full = phi float [ %43, %.lr.ph.full ], [ 0.000000e+00, %.lr.ph.full.entry ]
  %35 = sext i32 %.03.full to i64
  %36 = getelementptr inbounds float, ptr %3, i64 %35
  %37 = load float, ptr %36, align 4
  %38 = getelementptr inbounds i32, ptr %2, i64 %35
  %39 = load i32, ptr %38, align 4
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds float, ptr %4, i64 %40
  %42 = load float, ptr %41, align 4
  %43 = call float @llvm.fma.f32(float %37, float %42, float %.012.full)
  %44 = add nsw i32 %.03.full, 32
  %45 = icmp slt i32 %44, %19
  %46 = call i1 @raddle.full.warp(i1 %45)
  br i1 %46, label %.lr.ph.full, label %.lr.ph.between
}

; NONE: define
; NONE-NOT: call void @llvm.prefetch
; NONE: ret void
;   __global__ void add(float *y, const int *begins, const float *values) {
;     const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
;     float sum = 0;
;     for (int i = begins[row] + threadIdx.x % 32; i < begins[row + 1]; i += 32)
;       sum += values[i];
;     y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
;   }
define void @_Z3addPfPKiPKf(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = lshr i32 %10, 5
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %1, i64 %12
  %14 = load i32, ptr %13, align 4
  %.zext = and i32 %9, 31
  %15 = add i32 %14, %.zext
  %16 = getelementptr inbounds i8, ptr %13, i64 4
  %17 = load i32, ptr %16, align 4
  %18 = icmp slt i32 %15, %17
  br i1 %18, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  %19 = call i1 @raddle.full.warp(i1 true)
  br i1 %19, label %.lr.ph.full.entry, label %.lr.ph.rest
._crit_edge.loopexit.loopexit:
  %.lcssa4 = phi float [ %25, %.lr.ph ]
  br label %._crit_edge.loopexit
._crit_edge.loopexit:
  %.lcssa = phi float [ %.lcssa7, %.lr.ph.between ], [ %.lcssa4, %._crit_edge.loopexit.loopexit ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %20 = zext i32 %10 to i64
  %21 = getelementptr inbounds float, ptr %0, i64 %20
  store float %.01.lcssa, ptr %21, align 4
  ret void
.lr.ph.between:
  %.lcssa7 = phi float [ %31, %.lr.ph.full ]
  %.lcssa6 = phi i32 [ %32, %.lr.ph.full ]
  %.lcssa5 = phi i1 [ %33, %.lr.ph.full ]
  br i1 %.lcssa5, label %.lr.ph.rest, label %._crit_edge.loopexit
.lr.ph.rest:
  %.012.rest = phi float [ 0.000000e+00, %.lr.ph.preheader ], [ %.lcssa7, %.lr.ph.between ]
  %.03.rest = phi i32 [ %15, %.lr.ph.preheader ], [ %.lcssa6, %.lr.ph.between ]
  br label %.lr.ph
.lr.ph:
  %.03 = phi i32 [ %26, %.lr.ph ], [ %.03.rest, %.lr.ph.rest ]
  %.012 = phi float [ %25, %.lr.ph ], [ %.012.rest, %.lr.ph.rest ]
  %22 = sext i32 %.03 to i64
  %23 = getelementptr inbounds float, ptr %2, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = fadd float %.012, %24
  %26 = add nsw i32 %.03, 32
  %27 = icmp slt i32 %26, %17
  br i1 %27, label %.lr.ph, label %._crit_edge.loopexit.loopexit
.lr.ph.full.entry:
  br label %.lr.ph.full
.lr.ph.full:
  %.03.full = phi i32 [ %32, %.lr.ph.full ], [ %15, %.lr.ph.full.entry ]
  %.012.full = phi float [ %31, %.lr.ph.full ], [ 0.000000e+00, %.lr.ph.full.entry ]
  %28 = sext i32 %.03.full to i64
  %29 = getelementptr inbounds float, ptr %2, i64 %28
  %30 = load float, ptr %29, align 4
  %31 = fadd float %.012.full, %30
  %32 = add nsw i32 %.03.full, 32
  %33 = icmp slt i32 %32, %17
  %34 = call i1 @raddle.full.warp(i1 %33)
  br i1 %34, label %.lr.ph.full, label %.lr.ph.between
}

;   __global__ void follow(int *last, const int *next) {
;     int node = threadIdx.x;
;     while (next[node] != node)
;       node = next[node];
;     last[threadIdx.x] = node;
;   }
define void @_Z6followPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  br label %4
4:
  %.0 = phi i32 [ %3, %2 ], [ %7, %4 ]
  %5 = sext i32 %.0 to i64
  %6 = getelementptr inbounds i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4
  %.not = icmp eq i32 %7, %.0
  br i1 %.not, label %8, label %4
8:
  %.0.lcssa = phi i32 [ %.0, %4 ]
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  store i32 %.0.lcssa, ptr %10, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)
declare i1 @raddle.full.warp(i1)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z8multiplyPfPKiS1_PKfS3_, !"kernel", i32 1}
!1 = !{ptr @_Z3addPfPKiPKf, !"kernel", i32 1}
!2 = !{ptr @_Z6followPiPKi, !"kernel", i32 1}
