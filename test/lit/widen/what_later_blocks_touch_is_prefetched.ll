; What a kernel with barriers reads or writes outside of loops is prefetched for a later block.
; RUN: split-file-19 %s %t
; RUN: %kernelc -bitcode %t/reverse.ll -kernel _Z7reversePiPKi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=REVERSE
; RUN: %kernelc -bitcode %t/sum.ll -kernel _Z3sumPiPKii -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=SUM
; RUN: %kernelc -bitcode %t/copy.ll -kernel _Z4copyPiPKi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=COPY
; RUN: %kernelc -bitcode %t/matrix.ll -kernel _Z6matrixPiPKii -lanes 32 -block rows-of-32 -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=MATRIX
; RUN: %kernelc -bitcode %t/matrix_2.ll -processor znver5 -kernel _Z6matrixPiPKii -lanes 32 -block rows-of-16 -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=HALVES
; RUN: %kernelc -bitcode %t/quads.ll -kernel _Z5quadsP6float4PKf -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=QUADS
; RUN: %kernelc -bitcode %t/mixed.ll -kernel _Z5mixedPiPKi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=MIXED
; RUN: %kernelc -bitcode %t/reverse.ll -processor znver4 -kernel _Z7reversePiPKi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=ZEN
; RUN: %kernelc -bitcode %t/totals.ll -processor znver4 -kernel _Z6totalsPiPKi -lanes 32 -block rows+eight-warps -run-pass insert-prefetches,widen | FileCheck %s --check-prefixes=TOTALS,SECOND
; RUN: %kernelc -bitcode %t/totals.ll -processor sapphirerapids -kernel _Z6totalsPiPKi -lanes 32 -block rows+eight-warps -run-pass insert-prefetches,widen | FileCheck %s --check-prefixes=TOTALS,FIRST
; RUN: %kernelc -bitcode %t/rows.ll -processor znver4 -kernel _Z4rowsPfPKfi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=ROWS-ZEN
; RUN: %kernelc -bitcode %t/rows.ll -processor sapphirerapids -kernel _Z4rowsPfPKfi -lanes 32 -block rows -run-pass insert-prefetches,widen | FileCheck %s --check-prefix=ROWS

;--- reverse.ll

; REVERSE-LABEL: define {{.*}} @_Z7reversePiPKi(
; REVERSE: start:
; REVERSE: %[[LATER:.*]] = add i32 %{{[0-9]+}}, 2{{$}}
; REVERSE: shl i32 %[[LATER]], 8
; REVERSE: call void @llvm.prefetch
; On Zen results are prefetched to the second level, and small pieces that are read to the first.
; ZEN-LABEL: define {{.*}} @_Z7reversePiPKi(
; ZEN: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; ZEN: call void @raddle_syncthreads
; ZEN: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; ZEN: ret void
;   __global__ void reverse(int *out, const int *in) {
;     __shared__ int tile[256];
;     unsigned first = 256 * blockIdx.x;
;     tile[threadIdx.x] = in[first + threadIdx.x];
;     __syncthreads();
;     out[first + threadIdx.x] = tile[255 - threadIdx.x];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z7reversePiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call ptr @raddle.thread.16()
  %8 = load i32, ptr %7, align 4
  %9 = shl i32 %8, 8
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %1, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = zext nneg i32 %10 to i64
  %16 = getelementptr inbounds [256 x i32], ptr %6, i64 0, i64 %15
  store i32 %14, ptr %16, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %17 = sub nsw i32 255, %10
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds [256 x i32], ptr %6, i64 0, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 %20, ptr %21, align 4
  ret void
}
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z7reversePiPKi, !"kernel", i32 1}

;--- sum.ll

; So is what it writes after a loop, where the next block would wait for these stores.
; SUM-LABEL: define {{.*}} @_Z3sumPiPKii(
; SUM: add i32 %{{[0-9]+}}, 2{{$}}
; SUM: call void @llvm.prefetch
; SUM: ret void
;   __global__ void sum(int *out, const int *in, int steps) {
;     __shared__ int tile[256];
;     int total = 0;
;     for (int step = 0; step < steps; ++step) {
;       tile[threadIdx.x] = in[step];
;       __syncthreads();
;       total += tile[255 - threadIdx.x];
;       __syncthreads();
;     }
;     out[256 * blockIdx.x + threadIdx.x] = total;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z3sumPiPKii(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = icmp sgt i32 %2, 0
  br i1 %8, label %.lr.ph, label %._crit_edge
.lr.ph:
  %9 = tail call i32 @raddle.thread.0()
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %10
  %12 = sub nsw i32 255, %9
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %13
  br label %22
._crit_edge.loopexit:
  %.lcssa = phi i32 [ %27, %22 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi i32 [ 0, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %15 = tail call ptr @raddle.thread.16()
  %16 = load i32, ptr %15, align 4
  %17 = shl i32 %16, 8
  %18 = tail call i32 @raddle.thread.0()
  %19 = add i32 %17, %18
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds i32, ptr %0, i64 %20
  store i32 %.01.lcssa, ptr %21, align 4
  ret void
22:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %28, %22 ]
  %.012 = phi i32 [ 0, %.lr.ph ], [ %27, %22 ]
  %23 = zext nneg i32 %.03 to i64
  %24 = getelementptr inbounds i32, ptr %1, i64 %23
  %25 = load i32, ptr %24, align 4
  store i32 %25, ptr %11, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %26 = load i32, ptr %14, align 4
  %27 = add nsw i32 %26, %.012
  notail call void @raddle_syncthreads(ptr %thread)
  %28 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %28, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %22
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z3sumPiPKii, !"kernel", i32 1}

;--- copy.ll

; Without barriers the processor looks ahead by itself, and a little further on is prefetched.
; COPY-LABEL: define {{.*}} @_Z4copyPiPKi(
; COPY-NOT: add i32 %{{.*}}, 2{{$}}
; COPY: getelementptr i8, ptr %{{.*}}, i64 256
; COPY: load <32 x i32>
; COPY: getelementptr i8, ptr %{{.*}}, i64 2048
; COPY: store <32 x i32>
; COPY: ret void
;   __global__ void copy(int *out, const int *in) {
;     unsigned i = 256 * blockIdx.x + threadIdx.x;
;     out[i] = in[i];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4copyPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call ptr @raddle.thread.16()
  %4 = load i32, ptr %3, align 4
  %5 = shl i32 %4, 8
  %6 = tail call i32 @raddle.thread.0()
  %7 = add i32 %5, %6
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %10, ptr %11, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z4copyPiPKi, !"kernel", i32 1}

;--- matrix.ll

; More of a matrix is prefetched: neighbours in a row once, and each row. On Zen two pieces each are, also where rows have
; half a warp's lanes.
; MATRIX-LABEL: define {{.*}} @_Z6matrixPiPKii(
; MATRIX-COUNT-2: getelementptr i8, ptr %{{.*}}, i64 1024
; HALVES-LABEL: define {{.*}} @_Z6matrixPiPKii(
; HALVES-COUNT-6: call void @llvm.prefetch
; HALVES-NOT: call void @llvm.prefetch
; HALVES: ret void
;   __global__ void matrix(int *out, const int *in, int width) {
;     int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
;     int i = y * width + x;
;     out[i] = in[i] + in[i + 1] + in[i + width];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6matrixPiPKii(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = mul i32 32, %5
  %7 = tail call i32 @raddle.thread.0()
  %8 = add i32 %6, %7
  %9 = getelementptr inbounds i8, ptr %4, i64 4
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %4, i64 16
  %12 = load i32, ptr %11, align 4
  %13 = mul i32 %12, %10
  %14 = tail call i32 @raddle.thread.4()
  %15 = add i32 %13, %14
  %16 = mul nsw i32 %15, %2
  %17 = add nsw i32 %8, %16
  %18 = sext i32 %17 to i64
  %19 = getelementptr i32, ptr %1, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr i8, ptr %19, i64 4
  %22 = load i32, ptr %21, align 4
  %23 = add nsw i32 %22, %20
  %24 = add nsw i32 %17, %2
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i32, ptr %1, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = add nsw i32 %23, %27
  %29 = getelementptr inbounds i32, ptr %0, i64 %18
  store i32 %28, ptr %29, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
!nvvm.annotations = !{!7}
!7 = !{ptr @_Z6matrixPiPKii, !"kernel", i32 1}

;--- matrix_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z6matrixPiPKii(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = mul i32 16, %5
  %7 = tail call i32 @raddle.thread.0()
  %8 = add i32 %6, %7
  %9 = getelementptr inbounds i8, ptr %4, i64 4
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %4, i64 16
  %12 = load i32, ptr %11, align 4
  %13 = mul i32 %12, %10
  %14 = tail call i32 @raddle.thread.4()
  %15 = add i32 %13, %14
  %16 = mul nsw i32 %15, %2
  %17 = add nsw i32 %8, %16
  %18 = sext i32 %17 to i64
  %19 = getelementptr i32, ptr %1, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr i8, ptr %19, i64 4
  %22 = load i32, ptr %21, align 4
  %23 = add nsw i32 %22, %20
  %24 = add nsw i32 %17, %2
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i32, ptr %1, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = add nsw i32 %23, %27
  %29 = getelementptr inbounds i32, ptr %0, i64 %18
  store i32 %28, ptr %29, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
!nvvm.annotations = !{!7}
!7 = !{ptr @_Z6matrixPiPKii, !"kernel", i32 1}

;--- quads.ll

; Fields of a cache line are prefetched once, and still stored together: 32 quads are 8 lines.
; QUADS-LABEL: define {{.*}} @_Z5quadsP6float4PKf(
; QUADS-COUNT-8: call void @llvm.prefetch
; QUADS-NOT: call void @llvm.prefetch
; QUADS-NOT: scatter
; QUADS: ret void
;   __global__ void quads(float4 *out, const float *in) {
;     __shared__ float tile[256];
;     tile[threadIdx.x] = in[threadIdx.x];
;     __syncthreads();
;     float x = tile[255 - threadIdx.x];
;     out[256 * blockIdx.x + threadIdx.x] = make_float4(x, 2 * x, 3 * x, 4 * x);
;   }
target triple = "x86_64-pc-linux-gnu"
%struct.float4 = type { float, float, float, float }
define void @_Z5quadsP6float4PKf(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %1, i64 %8
  %10 = load float, ptr %9, align 4
  %11 = getelementptr inbounds [256 x float], ptr %6, i64 0, i64 %8
  store float %10, ptr %11, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %12 = sub nsw i32 255, %7
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds [256 x float], ptr %6, i64 0, i64 %13
  %15 = load float, ptr %14, align 4
  %16 = fmul float %15, 2.000000e+00
  %17 = fmul float %15, 3.000000e+00
  %18 = fmul float %15, 4.000000e+00
  %19 = tail call ptr @raddle.thread.16()
  %20 = load i32, ptr %19, align 4
  %21 = shl i32 %20, 8
  %22 = add i32 %21, %7
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds %struct.float4, ptr %0, i64 %23
  store float %15, ptr %24, align 16
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %24, i64 4
  store float %16, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %24, i64 8
  store float %17, ptr %.sroa.5.0..sroa_idx, align 8
  %.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %24, i64 12
  store float %18, ptr %.sroa.6.0..sroa_idx, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
!nvvm.annotations = !{!8}
!8 = !{ptr @_Z5quadsP6float4PKf, !"kernel", i32 1}

;--- mixed.ll

; Where a long computation follows the first barrier, what later blocks read is prefetched there, and not beside the
; loads, which would wait.
; MIXED-LABEL: define {{.*}} @_Z5mixedPiPKi(
; MIXED-NOT: call void @llvm.prefetch
; MIXED: call void @raddle_syncthreads
; MIXED: call void @llvm.prefetch
; MIXED: call void @raddle_syncthreads
; MIXED: ret void
;   __global__ void mixed(int *out, const int *in) {
;     __shared__ unsigned tile[256];
;     tile[threadIdx.x] = in[256 * blockIdx.x + threadIdx.x];
;     __syncthreads();
;     unsigned x = tile[255 - threadIdx.x];
;   #pragma unroll
;     for (int round = 0; round < 20; ++round) {
;       x ^= x << 13;
;       x ^= x >> 17;
;       x ^= x << 5;
;     }
;     __syncthreads();
;     tile[threadIdx.x] = x;
;     __syncthreads();
;     out[256 * blockIdx.x + threadIdx.x] = tile[threadIdx.x ^ 64];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5mixedPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call ptr @raddle.thread.16()
  %8 = load i32, ptr %7, align 4
  %9 = shl i32 %8, 8
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %1, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = zext nneg i32 %10 to i64
  %16 = getelementptr inbounds [256 x i32], ptr %6, i64 0, i64 %15
  store i32 %14, ptr %16, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %17 = sub nsw i32 255, %10
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds [256 x i32], ptr %6, i64 0, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = shl i32 %20, 13
  %22 = xor i32 %21, %20
  %23 = lshr i32 %22, 17
  %24 = xor i32 %23, %22
  %25 = shl i32 %24, 5
  %26 = xor i32 %25, %24
  %27 = shl i32 %26, 13
  %28 = xor i32 %27, %26
  %29 = lshr i32 %28, 17
  %30 = xor i32 %29, %28
  %31 = shl i32 %30, 5
  %32 = xor i32 %31, %30
  %33 = shl i32 %32, 13
  %34 = xor i32 %33, %32
  %35 = lshr i32 %34, 17
  %36 = xor i32 %35, %34
  %37 = shl i32 %36, 5
  %38 = xor i32 %37, %36
  %39 = shl i32 %38, 13
  %40 = xor i32 %39, %38
  %41 = lshr i32 %40, 17
  %42 = xor i32 %41, %40
  %43 = shl i32 %42, 5
  %44 = xor i32 %43, %42
  %45 = shl i32 %44, 13
  %46 = xor i32 %45, %44
  %47 = lshr i32 %46, 17
  %48 = xor i32 %47, %46
  %49 = shl i32 %48, 5
  %50 = xor i32 %49, %48
  %51 = shl i32 %50, 13
  %52 = xor i32 %51, %50
  %53 = lshr i32 %52, 17
  %54 = xor i32 %53, %52
  %55 = shl i32 %54, 5
  %56 = xor i32 %55, %54
  %57 = shl i32 %56, 13
  %58 = xor i32 %57, %56
  %59 = lshr i32 %58, 17
  %60 = xor i32 %59, %58
  %61 = shl i32 %60, 5
  %62 = xor i32 %61, %60
  %63 = shl i32 %62, 13
  %64 = xor i32 %63, %62
  %65 = lshr i32 %64, 17
  %66 = xor i32 %65, %64
  %67 = shl i32 %66, 5
  %68 = xor i32 %67, %66
  %69 = shl i32 %68, 13
  %70 = xor i32 %69, %68
  %71 = lshr i32 %70, 17
  %72 = xor i32 %71, %70
  %73 = shl i32 %72, 5
  %74 = xor i32 %73, %72
  %75 = shl i32 %74, 13
  %76 = xor i32 %75, %74
  %77 = lshr i32 %76, 17
  %78 = xor i32 %77, %76
  %79 = shl i32 %78, 5
  %80 = xor i32 %79, %78
  %81 = shl i32 %80, 13
  %82 = xor i32 %81, %80
  %83 = lshr i32 %82, 17
  %84 = xor i32 %83, %82
  %85 = shl i32 %84, 5
  %86 = xor i32 %85, %84
  %87 = shl i32 %86, 13
  %88 = xor i32 %87, %86
  %89 = lshr i32 %88, 17
  %90 = xor i32 %89, %88
  %91 = shl i32 %90, 5
  %92 = xor i32 %91, %90
  %93 = shl i32 %92, 13
  %94 = xor i32 %93, %92
  %95 = lshr i32 %94, 17
  %96 = xor i32 %95, %94
  %97 = shl i32 %96, 5
  %98 = xor i32 %97, %96
  %99 = shl i32 %98, 13
  %100 = xor i32 %99, %98
  %101 = lshr i32 %100, 17
  %102 = xor i32 %101, %100
  %103 = shl i32 %102, 5
  %104 = xor i32 %103, %102
  %105 = shl i32 %104, 13
  %106 = xor i32 %105, %104
  %107 = lshr i32 %106, 17
  %108 = xor i32 %107, %106
  %109 = shl i32 %108, 5
  %110 = xor i32 %109, %108
  %111 = shl i32 %110, 13
  %112 = xor i32 %111, %110
  %113 = lshr i32 %112, 17
  %114 = xor i32 %113, %112
  %115 = shl i32 %114, 5
  %116 = xor i32 %115, %114
  %117 = shl i32 %116, 13
  %118 = xor i32 %117, %116
  %119 = lshr i32 %118, 17
  %120 = xor i32 %119, %118
  %121 = shl i32 %120, 5
  %122 = xor i32 %121, %120
  %123 = shl i32 %122, 13
  %124 = xor i32 %123, %122
  %125 = lshr i32 %124, 17
  %126 = xor i32 %125, %124
  %127 = shl i32 %126, 5
  %128 = xor i32 %127, %126
  %129 = shl i32 %128, 13
  %130 = xor i32 %129, %128
  %131 = lshr i32 %130, 17
  %132 = xor i32 %131, %130
  %133 = shl i32 %132, 5
  %134 = xor i32 %133, %132
  %135 = shl i32 %134, 13
  %136 = xor i32 %135, %134
  %137 = lshr i32 %136, 17
  %138 = xor i32 %137, %136
  %139 = shl i32 %138, 5
  %140 = xor i32 %139, %138
  notail call void @raddle_syncthreads(ptr %thread)
  store i32 %140, ptr %16, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %141 = xor i32 %10, 64
  %142 = zext nneg i32 %141 to i64
  %143 = getelementptr inbounds [256 x i32], ptr %6, i64 0, i64 %142
  %144 = load i32, ptr %143, align 4
  %145 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 %144, ptr %145, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
!nvvm.annotations = !{!9}
!9 = !{ptr @_Z5mixedPiPKi, !"kernel", i32 1}

;--- rows.ll

; More lines than Zen waits for at a time before they are in the first level are prefetched to the second.
; ROWS-ZEN-LABEL: define {{.*}} @_Z4rowsPfPKfi(
; ROWS-ZEN-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; ROWS-ZEN-COUNT-16: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; ROWS-ZEN-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; ROWS-ZEN: ret void
; ROWS-LABEL: define {{.*}} @_Z4rowsPfPKfi(
; ROWS-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; ROWS-COUNT-16: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; ROWS-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; ROWS: ret void
;   __global__ void rows(float *out, const float *in, int width) {
;     __shared__ float tile[16][256];
;   #pragma unroll
;     for (int row = 0; row < 16; ++row)
;       tile[row][threadIdx.x] = in[(16 * blockIdx.x + row) * width + threadIdx.x];
;     __syncthreads();
;     float sum = 0;
;   #pragma unroll
;     for (int row = 0; row < 16; ++row)
;       sum += tile[row][255 - threadIdx.x];
;     out[256 * blockIdx.x + threadIdx.x] = sum;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4rowsPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call ptr @raddle.thread.16()
  %9 = load i32, ptr %8, align 4
  %10 = shl i32 %9, 4
  %11 = tail call i32 @raddle.thread.0()
  %12 = zext nneg i32 %11 to i64
  %13 = mul i32 %10, %2
  %14 = add i32 %13, %11
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds float, ptr %1, i64 %15
  %17 = load float, ptr %16, align 4
  %18 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 0, i64 %12
  store float %17, ptr %18, align 4
  %19 = or disjoint i32 %10, 1
  %20 = mul i32 %19, %2
  %21 = add i32 %20, %11
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds float, ptr %1, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 1, i64 %12
  store float %24, ptr %25, align 4
  %26 = or disjoint i32 %10, 2
  %27 = mul i32 %26, %2
  %28 = add i32 %27, %11
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds float, ptr %1, i64 %29
  %31 = load float, ptr %30, align 4
  %32 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 2, i64 %12
  store float %31, ptr %32, align 4
  %33 = or disjoint i32 %10, 3
  %34 = mul i32 %33, %2
  %35 = add i32 %34, %11
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds float, ptr %1, i64 %36
  %38 = load float, ptr %37, align 4
  %39 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 3, i64 %12
  store float %38, ptr %39, align 4
  %40 = or disjoint i32 %10, 4
  %41 = mul i32 %40, %2
  %42 = add i32 %41, %11
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds float, ptr %1, i64 %43
  %45 = load float, ptr %44, align 4
  %46 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 4, i64 %12
  store float %45, ptr %46, align 4
  %47 = or disjoint i32 %10, 5
  %48 = mul i32 %47, %2
  %49 = add i32 %48, %11
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds float, ptr %1, i64 %50
  %52 = load float, ptr %51, align 4
  %53 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 5, i64 %12
  store float %52, ptr %53, align 4
  %54 = or disjoint i32 %10, 6
  %55 = mul i32 %54, %2
  %56 = add i32 %55, %11
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds float, ptr %1, i64 %57
  %59 = load float, ptr %58, align 4
  %60 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 6, i64 %12
  store float %59, ptr %60, align 4
  %61 = or disjoint i32 %10, 7
  %62 = mul i32 %61, %2
  %63 = add i32 %62, %11
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds float, ptr %1, i64 %64
  %66 = load float, ptr %65, align 4
  %67 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 7, i64 %12
  store float %66, ptr %67, align 4
  %68 = or disjoint i32 %10, 8
  %69 = mul i32 %68, %2
  %70 = add i32 %69, %11
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds float, ptr %1, i64 %71
  %73 = load float, ptr %72, align 4
  %74 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 8, i64 %12
  store float %73, ptr %74, align 4
  %75 = or disjoint i32 %10, 9
  %76 = mul i32 %75, %2
  %77 = add i32 %76, %11
  %78 = zext i32 %77 to i64
  %79 = getelementptr inbounds float, ptr %1, i64 %78
  %80 = load float, ptr %79, align 4
  %81 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 9, i64 %12
  store float %80, ptr %81, align 4
  %82 = or disjoint i32 %10, 10
  %83 = mul i32 %82, %2
  %84 = add i32 %83, %11
  %85 = zext i32 %84 to i64
  %86 = getelementptr inbounds float, ptr %1, i64 %85
  %87 = load float, ptr %86, align 4
  %88 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 10, i64 %12
  store float %87, ptr %88, align 4
  %89 = or disjoint i32 %10, 11
  %90 = mul i32 %89, %2
  %91 = add i32 %90, %11
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds float, ptr %1, i64 %92
  %94 = load float, ptr %93, align 4
  %95 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 11, i64 %12
  store float %94, ptr %95, align 4
  %96 = or disjoint i32 %10, 12
  %97 = mul i32 %96, %2
  %98 = add i32 %97, %11
  %99 = zext i32 %98 to i64
  %100 = getelementptr inbounds float, ptr %1, i64 %99
  %101 = load float, ptr %100, align 4
  %102 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 12, i64 %12
  store float %101, ptr %102, align 4
  %103 = or disjoint i32 %10, 13
  %104 = mul i32 %103, %2
  %105 = add i32 %104, %11
  %106 = zext i32 %105 to i64
  %107 = getelementptr inbounds float, ptr %1, i64 %106
  %108 = load float, ptr %107, align 4
  %109 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 13, i64 %12
  store float %108, ptr %109, align 4
  %110 = or disjoint i32 %10, 14
  %111 = mul i32 %110, %2
  %112 = add i32 %111, %11
  %113 = zext i32 %112 to i64
  %114 = getelementptr inbounds float, ptr %1, i64 %113
  %115 = load float, ptr %114, align 4
  %116 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 14, i64 %12
  store float %115, ptr %116, align 4
  %117 = or disjoint i32 %10, 15
  %118 = mul i32 %117, %2
  %119 = add i32 %118, %11
  %120 = zext i32 %119 to i64
  %121 = getelementptr inbounds float, ptr %1, i64 %120
  %122 = load float, ptr %121, align 4
  %123 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 15, i64 %12
  store float %122, ptr %123, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %124 = sub nsw i32 255, %11
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 0, i64 %125
  %127 = load float, ptr %126, align 4
  %128 = fadd float %127, 0.000000e+00
  %129 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 1, i64 %125
  %130 = load float, ptr %129, align 4
  %131 = fadd float %128, %130
  %132 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 2, i64 %125
  %133 = load float, ptr %132, align 4
  %134 = fadd float %131, %133
  %135 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 3, i64 %125
  %136 = load float, ptr %135, align 4
  %137 = fadd float %134, %136
  %138 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 4, i64 %125
  %139 = load float, ptr %138, align 4
  %140 = fadd float %137, %139
  %141 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 5, i64 %125
  %142 = load float, ptr %141, align 4
  %143 = fadd float %140, %142
  %144 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 6, i64 %125
  %145 = load float, ptr %144, align 4
  %146 = fadd float %143, %145
  %147 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 7, i64 %125
  %148 = load float, ptr %147, align 4
  %149 = fadd float %146, %148
  %150 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 8, i64 %125
  %151 = load float, ptr %150, align 4
  %152 = fadd float %149, %151
  %153 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 9, i64 %125
  %154 = load float, ptr %153, align 4
  %155 = fadd float %152, %154
  %156 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 10, i64 %125
  %157 = load float, ptr %156, align 4
  %158 = fadd float %155, %157
  %159 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 11, i64 %125
  %160 = load float, ptr %159, align 4
  %161 = fadd float %158, %160
  %162 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 12, i64 %125
  %163 = load float, ptr %162, align 4
  %164 = fadd float %161, %163
  %165 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 13, i64 %125
  %166 = load float, ptr %165, align 4
  %167 = fadd float %164, %166
  %168 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 14, i64 %125
  %169 = load float, ptr %168, align 4
  %170 = fadd float %167, %169
  %171 = getelementptr inbounds [16 x [256 x float]], ptr %7, i64 0, i64 15, i64 %125
  %172 = load float, ptr %171, align 4
  %173 = fadd float %170, %172
  %174 = shl i32 %9, 8
  %175 = add i32 %174, %11
  %176 = zext i32 %175 to i64
  %177 = getelementptr inbounds float, ptr %0, i64 %176
  store float %173, ptr %177, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
!nvvm.annotations = !{!10}
!10 = !{ptr @_Z4rowsPfPKfi, !"kernel", i32 1}

;--- totals.ll

; Where a block's warp loop is unrolled, all is prefetched to the same level.
; TOTALS-LABEL: define {{.*}} @_Z6totalsPiPKi(
; SECOND: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; FIRST: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; TOTALS: load <32 x i32>
; TOTALS: call void @raddle_syncthreads
; TOTALS: call void @raddle_syncthreads
; SECOND: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; FIRST: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; TOTALS: ret void
;   __global__ void totals(int *out, const int *in) {
;     __shared__ int warps[8];
;     const int i = 256 * blockIdx.x + threadIdx.x, warp = threadIdx.x / 32;
;     const int value = in[i];
;     const unsigned votes = __ballot_sync(0xffffffff, value > 0);
;     if (threadIdx.x % 32 == 0)
;       warps[warp] = __popc(votes);
;     __syncthreads();
;     if (warp == 0) {
;       int total = threadIdx.x < 8 ? warps[threadIdx.x] : 0;
;       total += __shfl_up_sync(0xffffffff, total, 1);
;       if (threadIdx.x < 8)
;         warps[threadIdx.x] = total;
;     }
;     __syncthreads();
;     out[i] = value + warps[warp];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6totalsPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call ptr @raddle.thread.16()
  %8 = load i32, ptr %7, align 4
  %9 = shl i32 %8, 8
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %.zext = lshr i32 %10, 5
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %1, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = icmp sgt i32 %14, 0
  %16 = zext i1 %15 to i32
  %17 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %16)
  %.zext2 = and i32 %10, 31
  %18 = icmp eq i32 %.zext2, 0
  br i1 %18, label %19, label %23
19:
  %20 = tail call i32 @llvm.ctpop.i32(i32 %17)
  %21 = zext nneg i32 %.zext to i64
  %22 = getelementptr inbounds [8 x i32], ptr %6, i64 0, i64 %21
  store i32 %20, ptr %22, align 4
  br label %23
23:
  notail call void @raddle_syncthreads(ptr %thread)
  %24 = icmp ult i32 %10, 32
  br i1 %24, label %25, label %38
25:
  %26 = icmp ult i32 %10, 8
  br i1 %26, label %27, label %31
27:
  %28 = zext nneg i32 %10 to i64
  %29 = getelementptr inbounds [8 x i32], ptr %6, i64 0, i64 %28
  %30 = load i32, ptr %29, align 4
  br label %31
31:
  %32 = phi i32 [ %30, %27 ], [ 0, %25 ]
  %33 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %32, i32 1, i32 0)
  br i1 %26, label %34, label %38
34:
  %35 = add nsw i32 %33, %32
  %36 = zext nneg i32 %10 to i64
  %37 = getelementptr inbounds [8 x i32], ptr %6, i64 0, i64 %36
  store i32 %35, ptr %37, align 4
  br label %38
38:
  notail call void @raddle_syncthreads(ptr %thread)
  %39 = zext nneg i32 %.zext to i64
  %40 = getelementptr inbounds [8 x i32], ptr %6, i64 0, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = add nsw i32 %41, %14
  %43 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 %42, ptr %43, align 4
  ret void
}
declare i32 @llvm.ctpop.i32(i32)
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare i32 @raddle_vote_ballot(ptr, i32, i32)
declare i32 @raddle_shfl_up(ptr, i32, i32, i32, i32)
!nvvm.annotations = !{!11}
!11 = !{ptr @_Z6totalsPiPKi, !"kernel", i32 1}
