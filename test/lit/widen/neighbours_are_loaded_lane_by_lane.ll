; Lanes whose structures lie anywhere load several fields at once.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4fourPfPK6float4PKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=FOUR
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5threePfPK6float3PKii -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=THREE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6pixelsPiPK6uchar4PKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=PIXELS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7productPfPKfS1_ii -lanes 32 -block rows -run-pass unroll-row-loops,widen | FileCheck %s --check-prefix=PRODUCT
target triple = "x86_64-pc-linux-gnu"

; FOUR-LABEL: define {{.*}} @_Z4fourPfPK6float4PKi(
; FOUR-COUNT-32: load <4 x float>
; FOUR-NOT: masked.gather
; FOUR: ret void
;   __global__ void four(float *out, const float4 *table, const int *indices) {
;     const float4 v = table[indices[threadIdx.x]];
;     out[threadIdx.x] = v.x * v.y + v.z * v.w;
;   }
%struct.float4 = type { float, float, float, float }
define void @_Z4fourPfPK6float4PKi(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %2, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds %struct.float4, ptr %1, i64 %8
  %.sroa.0.0.copyload = load float, ptr %9, align 16
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %9, i64 4
  %.sroa.4.0.copyload = load float, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %9, i64 8
  %.sroa.5.0.copyload = load float, ptr %.sroa.5.0..sroa_idx, align 8
  %.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %9, i64 12
  %.sroa.6.0.copyload = load float, ptr %.sroa.6.0..sroa_idx, align 4
  %10 = fmul float %.sroa.5.0.copyload, %.sroa.6.0.copyload
  %11 = call float @llvm.fma.f32(float %.sroa.0.0.copyload, float %.sroa.4.0.copyload, float %10)
  %12 = getelementptr inbounds float, ptr %0, i64 %5
  store float %11, ptr %12, align 4
  ret void
}

; What lies after the three is not read. Lanes that take no part read zeros.
; THREE: @zeros = private constant
; THREE-LABEL: define {{.*}} @_Z5threePfPK6float3PKii(
; THREE: select <32 x i1> {{.*}}@zeros
; THREE-NOT: load <4 x float>
; THREE-COUNT-32: load <2 x float>
; THREE-NOT: masked.gather
; THREE: ret void
;   __global__ void three(float *out, const float3 *table, const int *indices, int n) {
;     if (indices[threadIdx.x] < n) {
;       const float3 v = table[indices[threadIdx.x]];
;       out[threadIdx.x] = v.x * v.y + v.z;
;     }
;   }
%struct.float3 = type { float, float, float }
define void @_Z5threePfPK6float3PKii(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3) {
  %5 = tail call i32 @raddle.thread.0()
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds i32, ptr %2, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = icmp slt i32 %8, %3
  br i1 %9, label %10, label %15
10:
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.float3, ptr %1, i64 %11
  %.sroa.0.0.copyload = load float, ptr %12, align 4
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %12, i64 4
  %.sroa.4.0.copyload = load float, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %12, i64 8
  %.sroa.5.0.copyload = load float, ptr %.sroa.5.0..sroa_idx, align 4
  %13 = call float @llvm.fma.f32(float %.sroa.0.0.copyload, float %.sroa.4.0.copyload, float %.sroa.5.0.copyload)
  %14 = getelementptr inbounds float, ptr %0, i64 %6
  store float %13, ptr %14, align 4
  br label %15
15:
  ret void
}

; Four bytes are a word.
; PIXELS-LABEL: define {{.*}} @_Z6pixelsPiPK6uchar4PKi(
; PIXELS: call <32 x i32> @llvm.masked.gather
; PIXELS-NOT: masked.gather
; PIXELS: ret void
;   __global__ void pixels(int *out, const uchar4 *table, const int *indices) {
;     const uchar4 v = table[indices[threadIdx.x]];
;     out[threadIdx.x] = v.x * v.y + v.z * v.w;
;   }
%struct.uchar4 = type { i8, i8, i8, i8 }
define void @_Z6pixelsPiPK6uchar4PKi(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %2, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds %struct.uchar4, ptr %1, i64 %8
  %.sroa.0.0.copyload = load i8, ptr %9, align 4
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %9, i64 1
  %.sroa.4.0.copyload = load i8, ptr %.sroa.4.0..sroa_idx, align 1
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %9, i64 2
  %.sroa.5.0.copyload = load i8, ptr %.sroa.5.0..sroa_idx, align 2
  %.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %9, i64 3
  %.sroa.6.0.copyload = load i8, ptr %.sroa.6.0..sroa_idx, align 1
  %10 = zext i8 %.sroa.0.0.copyload to i32
  %11 = zext i8 %.sroa.4.0.copyload to i32
  %12 = mul nuw nsw i32 %11, %10
  %13 = zext i8 %.sroa.5.0.copyload to i32
  %14 = zext i8 %.sroa.6.0.copyload to i32
  %15 = mul nuw nsw i32 %14, %13
  %16 = add nuw nsw i32 %15, %12
  %17 = getelementptr inbounds i32, ptr %0, i64 %5
  store i32 %16, ptr %17, align 4
  ret void
}

; Each thread goes along its row: 16 elements at a time, which are a cache line, and the rest one by one.
; PRODUCT-LABEL: define {{.*}} @_Z7productPfPKfS1_ii(
; PRODUCT-DAG: masked.gather
; PRODUCT-DAG: load <4 x float>
; PRODUCT: ret void
;   __global__ void product(float *out, const float *matrix, const float *vector, int rows, int columns) {
;     const int row = blockIdx.x * blockDim.x + threadIdx.x;
;     if (row >= rows)
;       return;
;     float sum = 0;
;     for (int k = 0; k < columns; ++k)
;       sum += matrix[row * columns + k] * vector[k];
;     out[row] = sum;
;   }
define void @_Z7productPfPKfS1_ii(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3, i32 %4) {
  %6 = tail call ptr @raddle.thread.16()
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 12
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, %7
  %11 = tail call i32 @raddle.thread.0()
  %12 = add i32 %10, %11
  %.not = icmp slt i32 %12, %3
  br i1 %.not, label %.preheader, label %27
.preheader:
  %13 = icmp sgt i32 %4, 0
  br i1 %13, label %.lr.ph, label %._crit_edge
.lr.ph:
  %14 = mul nsw i32 %12, %4
  br label %17
._crit_edge.loopexit:
  %.lcssa = phi float [ %25, %17 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %.preheader ], [ %.lcssa, %._crit_edge.loopexit ]
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds float, ptr %0, i64 %15
  store float %.01.lcssa, ptr %16, align 4
  br label %27
17:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %26, %17 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %25, %17 ]
  %18 = add nsw i32 %.03, %14
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds float, ptr %1, i64 %19
  %21 = load float, ptr %20, align 4
  %22 = zext nneg i32 %.03 to i64
  %23 = getelementptr inbounds float, ptr %2, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = call float @llvm.fma.f32(float %21, float %24, float %.012)
  %26 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %26, %4
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %17
27:
  ret void
}
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z4fourPfPK6float4PKi, !"kernel", i32 1}
!1 = !{ptr @_Z5threePfPK6float3PKii, !"kernel", i32 1}
!2 = !{ptr @_Z6pixelsPiPK6uchar4PKi, !"kernel", i32 1}
!3 = !{ptr @_Z7productPfPKfS1_ii, !"kernel", i32 1}
