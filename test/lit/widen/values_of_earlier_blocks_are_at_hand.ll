; What a condition or an index is made of is known in later blocks, too, where nothing else there uses it: a guard that
; is computed is asked of the last lane before the shuffle and after it, and lane + distance is the distance again.
; RUN: %kernelc -bitcode %s -kernel _Z5guardPKfPfi -lanes 32 -block rows -run-pass version-guarded-accesses,widen | FileCheck %s --check-prefix=GUARD
; RUN: %kernelc -bitcode %s -kernel _Z8interiorPKfPfmii -lanes 32 -block rows -run-pass version-guarded-accesses,widen | FileCheck %s --check-prefix=GUARD
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z6circlePKfPfi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=CIRCLE
target triple = "x86_64-pc-linux-gnu"

; GUARD: load <32 x float>
; GUARD: call <32 x float> @llvm.masked.load
; GUARD: shufflevector <32 x
; GUARD: store <32 x float>
; GUARD: call void @llvm.masked.store
;   __global__ void guard(const float *in, float *out, int n) {
;     int t = blockIdx.x * blockDim.x + threadIdx.x;
;     bool inside = t < n / 2;
;     float x = inside ? in[t] : 0;
;     x += __shfl_xor_sync(~0u, x, 1);
;     if (inside)
;       out[t] = x;
;   }
define void @_Z5guardPKfPfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = sdiv i32 %2, 2
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %17
13:
  %14 = sext i32 %10 to i64
  %15 = getelementptr inbounds float, ptr %0, i64 %14
  %16 = load float, ptr %15, align 4
  br label %17
17:
  %18 = phi float [ %16, %13 ], [ 0.000000e+00, %3 ]
  %19 = bitcast float %18 to i32
  %20 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %19, i32 1, i32 31)
  br i1 %12, label %21, label %26
21:
  %22 = bitcast i32 %20 to float
  %23 = fadd float %18, %22
  %24 = sext i32 %10 to i64
  %25 = getelementptr inbounds float, ptr %1, i64 %24
  store float %23, ptr %25, align 4
  br label %26
26:
  ret void
}

;   __global__ void interior(const float *in, float *out, size_t pitch, int columns, int rows) {
;     int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
;     bool inside = x < columns - 2 && y < rows - 1;
;     float sum = inside ? in[y * pitch + x] : 0;
;     sum += __shfl_xor_sync(~0u, sum, 1);
;     if (inside)
;       out[y * pitch + x] = sum;
;   }
define void @_Z8interiorPKfPfmii(ptr %thread, ptr %0, ptr %1, i64 %2, i32 %3, i32 %4) {
  %6 = tail call ptr @raddle.thread.16()
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 12
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, %7
  %11 = tail call i32 @raddle.thread.0()
  %12 = add i32 %10, %11
  %13 = getelementptr inbounds i8, ptr %6, i64 4
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %6, i64 16
  %16 = load i32, ptr %15, align 4
  %17 = mul i32 %16, %14
  %18 = tail call i32 @raddle.thread.4()
  %19 = add i32 %17, %18
  %20 = add nsw i32 %3, -2
  %21 = icmp slt i32 %12, %20
  %22 = add nsw i32 %4, -1
  %23 = icmp slt i32 %19, %22
  %24 = select i1 %21, i1 %23, i1 false
  br i1 %24, label %25, label %32
25:
  %26 = sext i32 %19 to i64
  %27 = mul i64 %26, %2
  %28 = sext i32 %12 to i64
  %29 = getelementptr float, ptr %0, i64 %27
  %30 = getelementptr float, ptr %29, i64 %28
  %31 = load float, ptr %30, align 4
  br label %32
32:
  %33 = phi float [ %31, %25 ], [ 0.000000e+00, %5 ]
  %34 = bitcast float %33 to i32
  %35 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %34, i32 1, i32 31)
  br i1 %24, label %36, label %44
36:
  %37 = bitcast i32 %35 to float
  %38 = fadd float %33, %37
  %39 = sext i32 %19 to i64
  %40 = mul i64 %39, %2
  %41 = sext i32 %12 to i64
  %42 = getelementptr float, ptr %1, i64 %40
  %43 = getelementptr float, ptr %42, i64 %41
  store float %38, ptr %43, align 4
  br label %44
44:
  ret void
}

; CIRCLE: call <8 x i32> @llvm.x86.avx2.permd
; CIRCLE: br i1
; CIRCLE: call <8 x i32> @llvm.x86.avx2.permd
;   __global__ void circle(const float *in, float *out, int n) {
;     int t = blockIdx.x * blockDim.x + threadIdx.x, from = (threadIdx.x + n / 3) & 31;
;     float x = __shfl_sync(~0u, in[t], from);
;     if (n > 100)
;       x += __shfl_sync(~0u, x, from);
;     out[t] = x;
;   }
define void @_Z6circlePKfPfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = sdiv i32 %2, 3
  %12 = add nsw i32 %11, %9
  %13 = and i32 %12, 31
  %14 = sext i32 %10 to i64
  %15 = getelementptr inbounds float, ptr %0, i64 %14
  %16 = getelementptr i8, ptr %15, i64 256
  call void @llvm.prefetch.p0(ptr %16, i32 0, i32 3, i32 1)
  %17 = load i32, ptr %15, align 4
  %18 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 -1, i32 %17, i32 %13, i32 31)
  %19 = bitcast i32 %18 to float
  %20 = icmp sgt i32 %2, 100
  br i1 %20, label %21, label %25
21:
  %22 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 -1, i32 %18, i32 %13, i32 31)
  %23 = bitcast i32 %22 to float
  %24 = fadd float %19, %23
  br label %25
25:
  %.0 = phi float [ %24, %21 ], [ %19, %3 ]
  %26 = getelementptr inbounds float, ptr %1, i64 %14
  %27 = getelementptr i8, ptr %26, i64 2048
  call void @llvm.prefetch.p0(ptr %27, i32 0, i32 3, i32 1)
  store float %.0, ptr %26, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare i32 @raddle_shfl_bfly(ptr, i32, i32, i32, i32)
declare i32 @raddle.thread.4()
declare i32 @raddle_shfl_idx(ptr, i32, i32, i32, i32)
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z5guardPKfPfi, !"kernel", i32 1}
!1 = !{ptr @_Z8interiorPKfPfmii, !"kernel", i32 1}
!2 = !{ptr @_Z6circlePKfPfi, !"kernel", i32 1}
