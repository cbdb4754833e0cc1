; Fused warps divide once by what they have in common, and report zero once; where each divides by a number of its own,
; they are not fused.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8divisionILb0EEvPjPKjj -lanes 32 -block rows-of-32+eights -run-pass fuse-warps,widen | FileCheck %s --check-prefix=COMMON
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8divisionILb1EEvPjPKjj -lanes 32 -block rows-of-32+eights -run-pass fuse-warps,widen | FileCheck %s --check-prefix=OWN
target triple = "x86_64-pc-linux-gnu"

; COMMON-LABEL: define void @_Z8divisionILb0EEvPjPKjj(
; COMMON: icmp eq i32 %{{.*}}, 0
; COMMON: call void @raddle_lane_divides_by_zero(ptr %thread
; COMMON-NOT: call void @raddle_lane_divides_by_zero
; COMMON: %{{.*}}.warp7
; COMMON-NOT: call void @raddle_lane_divides_by_zero
; COMMON: ret void

; OWN-LABEL: define void @_Z8divisionILb1EEvPjPKjj(
; OWN-NOT: .warp7
; OWN: call void @raddle_lane_divides_by_zero(ptr %thread
; OWN-NOT: .warp7
; OWN: ret void
;   template <bool own> __global__ void division(unsigned *out, const unsigned *in, unsigned rows) {
;     __shared__ unsigned tile[32][32];
;     const unsigned first = own ? rows / in[threadIdx.y] : blockIdx.x / rows;
;     unsigned sum = 0;
;     for (unsigned i = 0; i < 64; ++i) {
;       tile[threadIdx.y][threadIdx.x] = in[first + i * 1024 + threadIdx.y * 32 + threadIdx.x];
;       __syncthreads();
;       for (unsigned k = 0; k < 32; ++k)
;         sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
;       __syncthreads();
;     }
;     out[threadIdx.y * 32 + threadIdx.x] = sum;
;   }
define void @_Z8divisionILb0EEvPjPKjj(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %divisor.is.zero = icmp eq i32 %2, 0
  br i1 %divisor.is.zero, label %8, label %9
8:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %13
9:
  %10 = tail call ptr @raddle.thread.16()
  %11 = load i32, ptr %10, align 4
  %12 = udiv i32 %11, %2
  br label %13
13:
  %14 = phi i32 [ -1, %8 ], [ %12, %9 ]
  %15 = tail call i32 @raddle.thread.4()
  %16 = shl nuw nsw i32 %15, 5
  %17 = tail call i32 @raddle.thread.0()
  %18 = add nuw nsw i32 %16, %17
  %19 = add i32 %18, %14
  %20 = zext nneg i32 %15 to i64
  %21 = zext nneg i32 %17 to i64
  %22 = getelementptr inbounds [32 x [32 x i32]], ptr %7, i64 0, i64 %20, i64 %21
  br label %26
23:
  %.lcssa.lcssa = phi i32 [ %.lcssa, %32 ]
  %24 = zext nneg i32 %18 to i64
  %25 = getelementptr inbounds i32, ptr %0, i64 %24
  store i32 %.lcssa.lcssa, ptr %25, align 4
  ret void
26:
  %.016 = phi i32 [ 0, %13 ], [ %33, %32 ]
  %.025 = phi i32 [ 0, %13 ], [ %.lcssa, %32 ]
  %27 = shl nuw nsw i32 %.016, 10
  %28 = add i32 %19, %27
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %1, i64 %29
  %31 = load i32, ptr %30, align 4
  store i32 %31, ptr %22, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  br label %34
32:
  %.lcssa = phi i32 [ %41, %34 ]
  notail call void @raddle_syncthreads(ptr %thread)
  %33 = add nuw nsw i32 %.016, 1
  %exitcond7.not = icmp eq i32 %33, 64
  br i1 %exitcond7.not, label %23, label %26
34:
  %.04 = phi i32 [ 0, %26 ], [ %42, %34 ]
  %.13 = phi i32 [ %.025, %26 ], [ %41, %34 ]
  %35 = zext nneg i32 %.04 to i64
  %36 = getelementptr inbounds [32 x [32 x i32]], ptr %7, i64 0, i64 %20, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = getelementptr inbounds [32 x [32 x i32]], ptr %7, i64 0, i64 %35, i64 %21
  %39 = load i32, ptr %38, align 4
  %40 = mul i32 %39, %37
  %41 = add i32 %40, %.13
  %42 = add nuw nsw i32 %.04, 1
  %exitcond.not = icmp eq i32 %42, 32
  br i1 %exitcond.not, label %32, label %34
}

define void @_Z8divisionILb1EEvPjPKjj(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.4()
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %1, i64 %9
  %11 = load i32, ptr %10, align 4
  %divisor.is.zero = icmp eq i32 %11, 0
  br i1 %divisor.is.zero, label %12, label %13
12:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %15
13:
  %14 = udiv i32 %2, %11
  br label %15
15:
  %16 = phi i32 [ -1, %12 ], [ %14, %13 ]
  %17 = shl nuw nsw i32 %8, 5
  %18 = tail call i32 @raddle.thread.0()
  %19 = add nuw nsw i32 %17, %18
  %20 = add i32 %19, %16
  %21 = zext nneg i32 %18 to i64
  %22 = getelementptr inbounds [32 x [32 x i32]], ptr %7, i64 0, i64 %9, i64 %21
  br label %26
23:
  %.lcssa.lcssa = phi i32 [ %.lcssa, %32 ]
  %24 = zext nneg i32 %19 to i64
  %25 = getelementptr inbounds i32, ptr %0, i64 %24
  store i32 %.lcssa.lcssa, ptr %25, align 4
  ret void
26:
  %.016 = phi i32 [ 0, %15 ], [ %33, %32 ]
  %.025 = phi i32 [ 0, %15 ], [ %.lcssa, %32 ]
  %27 = shl nuw nsw i32 %.016, 10
  %28 = add i32 %20, %27
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %1, i64 %29
  %31 = load i32, ptr %30, align 4
  store i32 %31, ptr %22, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  br label %34
32:
  %.lcssa = phi i32 [ %41, %34 ]
  notail call void @raddle_syncthreads(ptr %thread)
  %33 = add nuw nsw i32 %.016, 1
  %exitcond7.not = icmp eq i32 %33, 64
  br i1 %exitcond7.not, label %23, label %26
34:
  %.04 = phi i32 [ 0, %26 ], [ %42, %34 ]
  %.13 = phi i32 [ %.025, %26 ], [ %41, %34 ]
  %35 = zext nneg i32 %.04 to i64
  %36 = getelementptr inbounds [32 x [32 x i32]], ptr %7, i64 0, i64 %9, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = getelementptr inbounds [32 x [32 x i32]], ptr %7, i64 0, i64 %35, i64 %21
  %39 = load i32, ptr %38, align 4
  %40 = mul i32 %39, %37
  %41 = add i32 %40, %.13
  %42 = add nuw nsw i32 %.04, 1
  %exitcond.not = icmp eq i32 %42, 32
  br i1 %exitcond.not, label %32, label %34
}

;   template __global__ void division<false>(unsigned *, const unsigned *, unsigned);
;   template __global__ void division<true>(unsigned *, const unsigned *, unsigned);
declare void @raddle_division_by_zero(ptr) nounwind
declare void @raddle_syncthreads(ptr) nounwind
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare i32 @raddle.thread.4() nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z8divisionILb0EEvPjPKjj, !"kernel", i32 1}
!1 = !{ptr @_Z8divisionILb1EEvPjPKjj, !"kernel", i32 1}
