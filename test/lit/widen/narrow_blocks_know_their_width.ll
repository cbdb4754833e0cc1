; Where rows of a block are as wide as a warp or narrower, blockDim.x is a constant, so that an index of 64 bits is known not
; to wrap in the middle of a warp, and what it leads to lies side by side. So it is where a warp is several planes.
; RUN: split-file-19 %s %t
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/shift.ll -kernel _Z5shiftPfPKfi -lanes 32 -block rows-of-32 -run-pass specialise-extents,widen | FileCheck %s --check-prefixes=SHIFT,ROW
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/shift.ll -kernel _Z5shiftPfPKfi -lanes 32 -block rows-of-16 -run-pass specialise-extents,widen | FileCheck %s --check-prefixes=SHIFT,HALVES
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/extents.ll -kernel _Z7extentsPj -lanes 32 -block rows-of-16+eight-warps -run-pass specialise-extents,widen | FileCheck %s --check-prefix=EXTENTS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/extents.ll -kernel _Z7extentsPj -lanes 32 -block planes-of-4x4+one-warp -run-pass specialise-extents,widen | FileCheck %s --check-prefix=PLANES-EXTENTS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/volume.ll -kernel _Z6volumePfPKfi -lanes 32 -block planes-of-4x4 -run-pass specialise-extents,widen | FileCheck %s --check-prefix=PLANES
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/volume_2.ll -kernel _Z6volumePfPKfi -lanes 32 -block any -run-pass widen | FileCheck %s --check-prefix=ANY

;--- shift.ll

; SHIFT-LABEL: define {{.*}} @_Z5shiftPfPKfi(
; SHIFT-NOT: gather
; ROW: load <32 x float>
; HALVES: load <16 x float>
; HALVES: load <16 x float>
; SHIFT-NOT: scatter
; SHIFT: ret void
;   __global__ void shift(float *out, const float *in, int width) {
;     int x = blockIdx.x * blockDim.x + threadIdx.x;
;     int y = blockIdx.y * blockDim.y + threadIdx.y;
;     long long i = static_cast<long long>(y) * width + x;
;     out[i] = in[i + 1];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5shiftPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = getelementptr inbounds i8, ptr %4, i64 4
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i32, ptr %13, align 4
  %15 = mul i32 %14, %12
  %16 = tail call i32 @raddle.thread.4()
  %17 = add i32 %15, %16
  %18 = sext i32 %17 to i64
  %19 = sext i32 %2 to i64
  %20 = mul nsw i64 %18, %19
  %21 = sext i32 %10 to i64
  %22 = add nsw i64 %20, %21
  %23 = getelementptr float, ptr %1, i64 %22
  %24 = getelementptr i8, ptr %23, i64 4
  %25 = load float, ptr %24, align 4
  %26 = getelementptr inbounds float, ptr %0, i64 %22
  store float %25, ptr %26, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z5shiftPfPKfi, !"kernel", i32 1}

;--- extents.ll

; EXTENTS-LABEL: define {{.*}} @_Z7extentsPj(
; EXTENTS: store i32 1616001
; EXTENTS: ret void
; PLANES-EXTENTS-LABEL: define {{.*}} @_Z7extentsPj(
; PLANES-EXTENTS: store i32 404002
;   __global__ void extents(unsigned *out) { out[blockIdx.x] = 100000 * blockDim.x + 1000 * blockDim.y + blockDim.z; }
target triple = "x86_64-pc-linux-gnu"
define void @_Z7extentsPj(ptr %thread, ptr %0) {
  %2 = tail call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = mul i32 %4, 100000
  %6 = getelementptr inbounds i8, ptr %2, i64 16
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, 1000
  %9 = add i32 %8, %5
  %10 = getelementptr inbounds i8, ptr %2, i64 20
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %9, %11
  %13 = load i32, ptr %2, align 4
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  store i32 %12, ptr %15, align 4
  ret void
}
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z7extentsPj, !"kernel", i32 1}

;--- volume.ll

; PLANES-LABEL: define {{.*}} @_Z6volumePfPKfi(
; PLANES-NOT: gather
; PLANES-COUNT-8: load <4 x float>
; PLANES-NOT: scatter
; PLANES: ret void
; ANY-LABEL: define {{.*}} @_Z6volumePfPKfi(
; ANY: gather
;   __global__ void volume(float *out, const float *in, int width) {
;     int x = blockIdx.x * blockDim.x + threadIdx.x;
;     int y = blockIdx.y * blockDim.y + threadIdx.y;
;     int z = blockIdx.z * blockDim.z + threadIdx.z;
;     long long i = (static_cast<long long>(z) * width + y) * width + x;
;     out[i] = in[i];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6volumePfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = getelementptr inbounds i8, ptr %4, i64 4
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i32, ptr %13, align 4
  %15 = mul i32 %14, %12
  %16 = tail call i32 @raddle.thread.4()
  %17 = add i32 %15, %16
  %18 = getelementptr inbounds i8, ptr %4, i64 8
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds i8, ptr %4, i64 20
  %21 = load i32, ptr %20, align 4
  %22 = mul i32 %21, %19
  %23 = tail call i32 @raddle.thread.8()
  %24 = add i32 %22, %23
  %25 = sext i32 %24 to i64
  %26 = sext i32 %2 to i64
  %27 = mul nsw i64 %25, %26
  %28 = sext i32 %17 to i64
  %29 = add nsw i64 %27, %28
  %30 = mul nsw i64 %29, %26
  %31 = sext i32 %10 to i64
  %32 = add nsw i64 %30, %31
  %33 = getelementptr inbounds float, ptr %1, i64 %32
  %34 = load float, ptr %33, align 4
  %35 = getelementptr inbounds float, ptr %0, i64 %32
  store float %34, ptr %35, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
declare i32 @raddle.thread.8()
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z6volumePfPKfi, !"kernel", i32 1}

;--- volume_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z6volumePfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = getelementptr inbounds i8, ptr %4, i64 4
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i32, ptr %13, align 4
  %15 = mul i32 %14, %12
  %16 = tail call i32 @raddle.thread.4()
  %17 = add i32 %15, %16
  %18 = getelementptr inbounds i8, ptr %4, i64 8
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds i8, ptr %4, i64 20
  %21 = load i32, ptr %20, align 4
  %22 = mul i32 %21, %19
  %23 = tail call i32 @raddle.thread.8()
  %24 = add i32 %22, %23
  %25 = sext i32 %24 to i64
  %26 = sext i32 %2 to i64
  %27 = mul nsw i64 %25, %26
  %28 = sext i32 %17 to i64
  %29 = add nsw i64 %27, %28
  %30 = mul nsw i64 %29, %26
  %31 = sext i32 %10 to i64
  %32 = add nsw i64 %30, %31
  %33 = getelementptr inbounds float, ptr %1, i64 %32
  %34 = getelementptr i8, ptr %33, i64 1024
  call void @llvm.prefetch.p0(ptr %34, i32 0, i32 3, i32 1)
  %35 = load float, ptr %33, align 4
  %36 = getelementptr inbounds float, ptr %0, i64 %32
  %37 = getelementptr i8, ptr %36, i64 1024
  call void @llvm.prefetch.p0(ptr %37, i32 0, i32 3, i32 1)
  store float %35, ptr %36, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
declare i32 @raddle.thread.8()
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z6volumePfPKfi, !"kernel", i32 1}
