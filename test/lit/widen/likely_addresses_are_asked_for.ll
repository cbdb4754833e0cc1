; Where indices are made of quotients and remainders, lanes mostly lie as if there were none. It is asked whether they do.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6scaledPfPKfS1_ii -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SCALED
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4poolPfPKfi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=POOL
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5twicePfPKf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=TWICE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6thirdsPfPKf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=THIRDS
target triple = "x86_64-pc-linux-gnu"

; One factor for all lanes.
; SCALED-LABEL: define {{.*}} @_Z6scaledPfPKfS1_ii(
; SCALED: usual:
; SCALED-NEXT: load float
; SCALED: other:
; SCALED: masked.gather
;   __global__ void scaled(float *out, const float *in, const float *factors, int pixels, int channels) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     out[i] = in[i] * factors[i / pixels % channels];
;   }
define void @_Z6scaledPfPKfS1_ii(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3, i32 %4) {
  %6 = tail call ptr @raddle.thread.16()
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 12
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, %7
  %11 = tail call i32 @raddle.thread.0()
  %12 = add i32 %10, %11
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %1, i64 %13
  %15 = getelementptr i8, ptr %14, i64 256
  call void @llvm.prefetch.p0(ptr %15, i32 0, i32 3, i32 1)
  %16 = load float, ptr %14, align 4
  %divisor.is.zero = icmp eq i32 %3, 0
  br i1 %divisor.is.zero, label %17, label %18
17:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %24
18:
  %19 = icmp eq i32 %3, -1
  %20 = select i1 %19, i32 1, i32 %3
  %21 = sdiv i32 %12, %20
  %22 = sub i32 0, %12
  %23 = select i1 %19, i32 %22, i32 %21
  br label %24
24:
  %25 = phi i32 [ -1, %17 ], [ %23, %18 ]
  %divisor.is.zero1 = icmp eq i32 %4, 0
  br i1 %divisor.is.zero1, label %26, label %27
26:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %31
27:
  %28 = icmp eq i32 %4, -1
  %29 = select i1 %28, i32 1, i32 %4
  %30 = srem i32 %25, %29
  br label %31
31:
  %32 = phi i32 [ %25, %26 ], [ %30, %27 ]
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds float, ptr %2, i64 %33
  %35 = load float, ptr %34, align 4
  %36 = fmul float %16, %35
  %37 = getelementptr inbounds float, ptr %0, i64 %13
  %38 = getelementptr i8, ptr %37, i64 2048
  call void @llvm.prefetch.p0(ptr %38, i32 0, i32 3, i32 1)
  store float %36, ptr %37, align 4
  ret void
}

; Two neighbours of each lane.
; POOL-LABEL: define {{.*}} @_Z4poolPfPKfi(
; POOL: usual:
; POOL-COUNT-4: load <16 x float>
; POOL: other:
; POOL: masked.gather
;   __global__ void pool(float *out, const float *in, int width) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % width, y = i / width;
;     const float *at = in + 2 * y * 2 * width + 2 * x;
;     out[i] = at[0] + at[1];
;   }
define void @_Z4poolPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %divisor.is.zero = icmp eq i32 %2, 0
  br i1 %divisor.is.zero, label %11, label %12
11:
  tail call void @raddle_division_by_zero(ptr %thread)
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %20
12:
  %13 = icmp eq i32 %2, -1
  %14 = select i1 %13, i32 1, i32 %2
  %15 = srem i32 %10, %14
  %16 = sdiv i32 %10, %14
  %17 = sub i32 0, %10
  %18 = select i1 %13, i32 %17, i32 %16
  %19 = shl i32 %18, 2
  br label %20
20:
  %21 = phi i32 [ %10, %11 ], [ %15, %12 ]
  %22 = phi i32 [ -4, %11 ], [ %19, %12 ]
  %23 = mul nsw i32 %22, %2
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds float, ptr %1, i64 %24
  %26 = shl nsw i32 %21, 1
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds float, ptr %25, i64 %27
  %29 = load float, ptr %28, align 4
  %30 = getelementptr inbounds i8, ptr %28, i64 4
  %31 = load float, ptr %30, align 4
  %32 = fadd float %29, %31
  %33 = sext i32 %10 to i64
  %34 = getelementptr inbounds float, ptr %0, i64 %33
  %35 = getelementptr i8, ptr %34, i64 2048
  call void @llvm.prefetch.p0(ptr %35, i32 0, i32 3, i32 1)
  store float %32, ptr %34, align 4
  ret void
}

; Two lanes share an element.
; TWICE-LABEL: define {{.*}} @_Z5twicePfPKf(
; TWICE: usual:
; TWICE: load <16 x float>
; TWICE: other:
; TWICE: masked.gather
;   __global__ void twice(float *out, const float *in) {
;     const int x = blockIdx.x * blockDim.x + threadIdx.x;
;     out[x] = in[x / 2];
;   }
define void @_Z5twicePfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call ptr @raddle.thread.16()
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %3, i64 12
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = tail call i32 @raddle.thread.0()
  %9 = add i32 %7, %8
  %10 = sdiv i32 %9, 2
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = getelementptr i8, ptr %12, i64 256
  call void @llvm.prefetch.p0(ptr %13, i32 0, i32 3, i32 1)
  %14 = load float, ptr %12, align 4
  %15 = sext i32 %9 to i64
  %16 = getelementptr inbounds float, ptr %0, i64 %15
  %17 = getelementptr i8, ptr %16, i64 2048
  call void @llvm.prefetch.p0(ptr %17, i32 0, i32 3, i32 1)
  store float %14, ptr %16, align 4
  ret void
}

; Where a warp begins is not known.
; THIRDS-LABEL: define {{.*}} @_Z6thirdsPfPKf(
; THIRDS-NOT: usual:
; THIRDS: masked.gather
;   __global__ void thirds(float *out, const float *in) {
;     const int x = blockIdx.x * blockDim.x + threadIdx.x;
;     out[x] = in[x / 3];
;   }
define void @_Z6thirdsPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call ptr @raddle.thread.16()
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %3, i64 12
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = tail call i32 @raddle.thread.0()
  %9 = add i32 %7, %8
  %10 = sdiv i32 %9, 3
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = getelementptr i8, ptr %12, i64 256
  call void @llvm.prefetch.p0(ptr %13, i32 0, i32 3, i32 1)
  %14 = load float, ptr %12, align 4
  %15 = sext i32 %9 to i64
  %16 = getelementptr inbounds float, ptr %0, i64 %15
  %17 = getelementptr i8, ptr %16, i64 2048
  call void @llvm.prefetch.p0(ptr %17, i32 0, i32 3, i32 1)
  store float %14, ptr %16, align 4
  ret void
}
declare void @raddle_division_by_zero(ptr)
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z6scaledPfPKfS1_ii, !"kernel", i32 1}
!1 = !{ptr @_Z4poolPfPKfi, !"kernel", i32 1}
!2 = !{ptr @_Z5twicePfPKf, !"kernel", i32 1}
!3 = !{ptr @_Z6thirdsPfPKf, !"kernel", i32 1}
