; An index that is clamped at a border has neighbouring elements almost everywhere: one vector where it has, a gather where not.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7clampedPfPKfii -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=CLAMPED
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4rowsPfPKfii -lanes 32 -block rows-of-16 -run-pass widen | FileCheck %s --check-prefix=ROWS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4tilePfii -lanes 32 -block rows-of-16 -run-pass widen | FileCheck %s --check-prefix=TILE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7wrappedPfPKfj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=WRAPPED
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6pickedPfPKfPKii -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=PICKED
target triple = "x86_64-pc-linux-gnu"

; Lanes that do not take part may have any index: all are counted from the first that does. And the last lane's must not
; wrap.
; CLAMPED-LABEL: define {{.*}} @_Z7clampedPfPKfii(
; CLAMPED: [[ALL:%.*]] = freeze <32 x i32>
; CLAMPED: call i32 @llvm.cttz.i32(
; CLAMPED: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CLAMPED: [[FIRST:%.*]] = extractelement <32 x i32> {{%.*}}, i64 0
; CLAMPED: [[DEVIATES:%.*]] = icmp ne <32 x i32>
; CLAMPED: and <32 x i1> [[DEVIATES]],
; CLAMPED: icmp sle i32 [[FIRST]], 2147483616
; CLAMPED: usual:
; CLAMPED: call <32 x float> @llvm.masked.load.v32f32.p0(
; CLAMPED: other:
; CLAMPED: call <32 x float> @llvm.masked.gather
;   __global__ void clamped(float *out, const float *in, int n, int distance) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     if (i != n)
;       out[i] = in[min(max(i + distance, 0), n - 1)];
;   }
define void @_Z7clampedPfPKfii(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %5, i64 12
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %8, %6
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %.not = icmp eq i32 %11, %2
  br i1 %.not, label %23, label %12
12:
  %13 = add nsw i32 %11, %3
  %14 = tail call i32 @llvm.smax.i32(i32 %13, i32 0)
  %15 = add nsw i32 %2, -1
  %16 = tail call i32 @llvm.smin.i32(i32 %15, i32 %14)
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %1, i64 %17
  %19 = load float, ptr %18, align 4
  %20 = sext i32 %11 to i64
  %21 = getelementptr inbounds float, ptr %0, i64 %20
  %22 = getelementptr i8, ptr %21, i64 2048
  call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
  store float %19, ptr %21, align 4
  br label %23
23:
  ret void
}

; A warp of two rows looks at both of them.
; ROWS-LABEL: define {{.*}} @_Z4rowsPfPKfii(
; ROWS: icmp sle i32 {{%.*}}, 2147483632
; ROWS: icmp sle i32 {{%.*}}, 2147483632
; ROWS: usual:
; ROWS-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
; ROWS: other:
; ROWS: call <32 x float> @llvm.masked.gather
;   __global__ void rows(float *out, const float *in, int width, int height) {
;     const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
;     if (x < width && y < height)
;       out[y * width + x] = in[min(y + 1, height - 1) * width + min(x + 1, width - 1)];
;   }
define void @_Z4rowsPfPKfii(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = shl i32 %6, 4
  %8 = tail call i32 @raddle.thread.0()
  %9 = add i32 %7, %8
  %10 = getelementptr inbounds i8, ptr %5, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds i8, ptr %5, i64 16
  %13 = load i32, ptr %12, align 4
  %14 = mul i32 %13, %11
  %15 = tail call i32 @raddle.thread.4()
  %16 = add i32 %14, %15
  %17 = icmp slt i32 %9, %2
  %18 = icmp slt i32 %16, %3
  %or.cond = select i1 %17, i1 %18, i1 false
  br i1 %or.cond, label %19, label %36
19:
  %20 = add nsw i32 %16, 1
  %21 = add nsw i32 %3, -1
  %22 = tail call i32 @llvm.smin.i32(i32 %21, i32 %20)
  %23 = mul nsw i32 %22, %2
  %24 = add nsw i32 %9, 1
  %25 = add nsw i32 %2, -1
  %26 = tail call i32 @llvm.smin.i32(i32 %25, i32 %24)
  %27 = add nsw i32 %23, %26
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds float, ptr %1, i64 %28
  %30 = load float, ptr %29, align 4
  %31 = mul nsw i32 %16, %2
  %32 = add nsw i32 %31, %9
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds float, ptr %0, i64 %33
  %35 = getelementptr i8, ptr %34, i64 1024
  call void @llvm.prefetch.p0(ptr %35, i32 0, i32 3, i32 1)
  store float %30, ptr %34, align 4
  br label %36
36:
  ret void
}

; So it does where rows of a tile end at a border and another index says which row it is.
; TILE-LABEL: define {{.*}} @_Z4tilePfii(
; TILE-COUNT-2: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; TILE: {{^}}usual
; TILE-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
; TILE: {{^}}other
; TILE: call <32 x float> @llvm.masked.gather
;   __global__ void tile(float *out, int first, int last) {
;     __shared__ float cells[16][16];
;     const int x = threadIdx.x, y = threadIdx.y;
;     cells[y][x] = out[y * 16 + x];
;     __syncthreads();
;     if (x >= first && x <= last)
;       out[y * 16 + x] = cells[y][min(x + 1, last)];
;   }
define void @_Z4tilePfii(ptr %thread, ptr %0, i32 %1, i32 %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = tail call i32 @raddle.thread.4()
  %10 = shl nuw nsw i32 %9, 4
  %11 = add nuw nsw i32 %10, %8
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds float, ptr %0, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = zext nneg i32 %9 to i64
  %16 = zext nneg i32 %8 to i64
  %17 = getelementptr inbounds [16 x [16 x float]], ptr %7, i64 0, i64 %15, i64 %16
  store float %14, ptr %17, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %18 = icmp sge i32 %8, %1
  %19 = icmp sle i32 %8, %2
  %or.cond = select i1 %18, i1 %19, i1 false
  %20 = call i1 @raddle.full.warp(i1 %or.cond)
  br i1 %20, label %28, label %.rest
.rest:
  br i1 %or.cond, label %21, label %27
21:
  %22 = add nuw nsw i32 %8, 1
  %23 = tail call i32 @llvm.umin.i32(i32 %2, i32 %22)
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds [16 x [16 x float]], ptr %7, i64 0, i64 %15, i64 %24
  %26 = load float, ptr %25, align 4
  store float %26, ptr %13, align 4
  br label %27
27:
  ret void
28:
  %29 = add nuw nsw i32 %8, 1
  %30 = tail call i32 @llvm.umin.i32(i32 %2, i32 %29)
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds [16 x [16 x float]], ptr %7, i64 0, i64 %15, i64 %31
  %33 = load float, ptr %32, align 4
  store float %33, ptr %13, align 4
  br label %27
}

; WRAPPED-LABEL: define {{.*}} @_Z7wrappedPfPKfj(
; WRAPPED: icmp ule i32 {{%.*}}, -32
; WRAPPED: usual:
; WRAPPED: other:
; WRAPPED: call <32 x float> @llvm.masked.gather
;   __global__ void wrapped(float *out, const float *in, unsigned n) {
;     const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
;     out[i] = in[(i + 1) % n];
;   }
define void @_Z7wrappedPfPKfj(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = add i32 %10, 1
  %divisor.is.zero = icmp eq i32 %2, 0
  br i1 %divisor.is.zero, label %12, label %13
12:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %15
13:
  %14 = urem i32 %11, %2
  br label %15
15:
  %16 = phi i32 [ %11, %12 ], [ %14, %13 ]
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %1, i64 %17
  %19 = load float, ptr %18, align 4
  %20 = zext i32 %10 to i64
  %21 = getelementptr inbounds float, ptr %0, i64 %20
  %22 = getelementptr i8, ptr %21, i64 2048
  call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
  store float %19, ptr %21, align 4
  ret void
}

; What lanes read.
; PICKED-NOT: usual:
; PICKED: call <32 x float> @llvm.masked.gather
; PICKED-NOT: usual:
;   __global__ void picked(float *out, const float *in, const int *which, int n) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     if (i < n)
;       out[i] = in[min(which[i], n - 1)];
;   }
define void @_Z6pickedPfPKfPKii(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3) {
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %5, i64 12
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %8, %6
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %3
  %13 = call i1 @raddle.full.warp(i1 %12)
  br i1 %13, label %27, label %.rest
.rest:
  br i1 %12, label %14, label %26
14:
  %15 = sext i32 %11 to i64
  %16 = getelementptr inbounds i32, ptr %2, i64 %15
  %17 = getelementptr i8, ptr %16, i64 256
  call void @llvm.prefetch.p0(ptr %17, i32 0, i32 3, i32 1)
  %18 = load i32, ptr %16, align 4
  %19 = add nsw i32 %3, -1
  %20 = tail call i32 @llvm.smin.i32(i32 %19, i32 %18)
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds float, ptr %1, i64 %21
  %23 = load float, ptr %22, align 4
  %24 = getelementptr inbounds float, ptr %0, i64 %15
  %25 = getelementptr i8, ptr %24, i64 2048
  call void @llvm.prefetch.p0(ptr %25, i32 0, i32 3, i32 1)
  store float %23, ptr %24, align 4
  br label %26
26:
  ret void
27:
  %28 = sext i32 %11 to i64
  %29 = getelementptr inbounds i32, ptr %2, i64 %28
  %30 = getelementptr i8, ptr %29, i64 256
  call void @llvm.prefetch.p0(ptr %30, i32 0, i32 3, i32 1)
  %31 = load i32, ptr %29, align 4
  %32 = add nsw i32 %3, -1
  %33 = tail call i32 @llvm.smin.i32(i32 %32, i32 %31)
  %34 = sext i32 %33 to i64
  %35 = getelementptr inbounds float, ptr %1, i64 %34
  %36 = load float, ptr %35, align 4
  %37 = getelementptr inbounds float, ptr %0, i64 %28
  %38 = getelementptr i8, ptr %37, i64 2048
  call void @llvm.prefetch.p0(ptr %38, i32 0, i32 3, i32 1)
  store float %36, ptr %37, align 4
  br label %26
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
declare i32 @raddle.thread.4()
declare void @raddle_syncthreads(ptr)
declare i32 @llvm.umin.i32(i32, i32)
declare i1 @raddle.full.warp(i1)
declare void @raddle_division_by_zero(ptr)
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @_Z7clampedPfPKfii, !"kernel", i32 1}
!1 = !{ptr @_Z4rowsPfPKfii, !"kernel", i32 1}
!2 = !{ptr @_Z4tilePfii, !"kernel", i32 1}
!3 = !{ptr @_Z7wrappedPfPKfj, !"kernel", i32 1}
!4 = !{ptr @_Z6pickedPfPKfPKii, !"kernel", i32 1}
