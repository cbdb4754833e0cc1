; Fused warps that read neighbouring columns of a tile load four elements of each row, and transpose square blocks of them. So do
; lanes that store neighbouring elements.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z9transposePfPKfi -lanes 32 -block rows-of-32+eights -run-pass fuse-warps,widen | FileCheck %s --check-prefix=SQUARES
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z9in_halvesPfPKfi -lanes 32 -block rows-of-16+eights -run-pass fuse-warps,widen | FileCheck %s --check-prefix=HALVES
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z3sumPdPK6Record -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=RECORDS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5threePdPK6Record -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=OVERLAP
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4fillPiS_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=STORES
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z4fillPiS_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=STORES
target triple = "x86_64-pc-linux-gnu"

; Eight columns are two square blocks of each of the eight groups of four lanes: 64 loads, and 16 vectors of 16 columns' elements.
; SQUARES-LABEL: define {{.*}} @_Z9transposePfPKfi(
; SQUARES: call void @raddle_syncthreads
; SQUARES-COUNT-64: load <4 x float>
; SQUARES-NOT: load <4 x float>
; SQUARES: shufflevector <16 x float> [[A:%.*]], <16 x float> [[B:%.*]], <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
; SQUARES: shufflevector <16 x float> [[A]], <16 x float> [[B]], <16 x i32> <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
; SQUARES-NOT: masked.gather
; SQUARES: ret void
;   __global__ void transpose(float *out, const float *in, int size) {
;     __shared__ float tile[32][33];
;     tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * size + blockIdx.x * 32 + threadIdx.x];
;     __syncthreads();
;     out[(blockIdx.x * 32 + threadIdx.y) * size + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
;   }
define void @_Z9transposePfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call ptr @raddle.thread.16()
  %9 = getelementptr inbounds i8, ptr %8, i64 4
  %10 = load i32, ptr %9, align 4
  %11 = shl i32 %10, 5
  %12 = tail call i32 @raddle.thread.4()
  %13 = add i32 %11, %12
  %14 = mul i32 %13, %2
  %15 = load i32, ptr %8, align 4
  %16 = shl i32 %15, 5
  %17 = tail call i32 @raddle.thread.0()
  %18 = add i32 %16, %17
  %19 = add i32 %18, %14
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr %1, i64 %20
  %22 = load float, ptr %21, align 4
  %23 = zext nneg i32 %12 to i64
  %24 = zext nneg i32 %17 to i64
  %25 = getelementptr inbounds [32 x [33 x float]], ptr %7, i64 0, i64 %23, i64 %24
  store float %22, ptr %25, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %26 = getelementptr inbounds [32 x [33 x float]], ptr %7, i64 0, i64 %24, i64 %23
  %27 = load float, ptr %26, align 4
  %28 = add i32 %16, %12
  %29 = mul i32 %28, %2
  %30 = add i32 %11, %17
  %31 = add i32 %30, %29
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds float, ptr %0, i64 %32
  store float %27, ptr %33, align 4
  ret void
}

; Two rows of threads are a warp, whose halves read neighbouring columns: 16 for 8 warps.
; HALVES-LABEL: define {{.*}} @_Z9in_halvesPfPKfi(
; HALVES: call void @raddle_syncthreads
; HALVES-COUNT-64: load <4 x float>
; HALVES-NOT: load <4 x float>
; HALVES-NOT: masked.gather
; HALVES: ret void
;   __global__ void in_halves(float *out, const float *in, int size) {
;     __shared__ float tile[16][17];
;     tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * size + blockIdx.x * 16 + threadIdx.x];
;     __syncthreads();
;     out[(blockIdx.x * 16 + threadIdx.y) * size + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
;   }
define void @_Z9in_halvesPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call ptr @raddle.thread.16()
  %9 = getelementptr inbounds i8, ptr %8, i64 4
  %10 = load i32, ptr %9, align 4
  %11 = shl i32 %10, 4
  %12 = tail call i32 @raddle.thread.4()
  %13 = add i32 %11, %12
  %14 = mul i32 %13, %2
  %15 = load i32, ptr %8, align 4
  %16 = shl i32 %15, 4
  %17 = tail call i32 @raddle.thread.0()
  %18 = add i32 %16, %17
  %19 = add i32 %18, %14
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr %1, i64 %20
  %22 = load float, ptr %21, align 4
  %23 = zext nneg i32 %12 to i64
  %24 = zext nneg i32 %17 to i64
  %25 = getelementptr inbounds [16 x [17 x float]], ptr %7, i64 0, i64 %23, i64 %24
  store float %22, ptr %25, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %26 = getelementptr inbounds [16 x [17 x float]], ptr %7, i64 0, i64 %24, i64 %23
  %27 = load float, ptr %26, align 4
  %28 = add i32 %16, %12
  %29 = mul i32 %28, %2
  %30 = add i32 %11, %17
  %31 = add i32 %30, %29
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds float, ptr %0, i64 %32
  store float %27, ptr %33, align 4
  ret void
}

;   struct Record {
;     double values[21];
;   };

; Two fields of eight bytes fill the 16 bytes of a block's row.
; RECORDS-LABEL: define {{.*}} @_Z3sumPdPK6Record(
; RECORDS-COUNT-32: load <2 x double>
; RECORDS-NOT: masked.gather
; RECORDS: ret void
;   __global__ void sum(double *out, const Record *in) {
;     out[threadIdx.x] = in[threadIdx.x].values[4] + in[threadIdx.x].values[5];
;   }
%struct.Record = type { [21 x double] }
define void @_Z3sumPdPK6Record(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds %struct.Record, ptr %1, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 32
  %7 = load double, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %5, i64 40
  %9 = load double, ptr %8, align 8
  %10 = fadd double %7, %9
  %11 = getelementptr inbounds double, ptr %0, i64 %4
  store double %10, ptr %11, align 8
  ret void
}

; Three do not, and what lies beside them need not exist: the middle one is loaded twice.
; OVERLAP-LABEL: define {{.*}} @_Z5threePdPK6Record(
; OVERLAP-COUNT-64: load <2 x double>
; OVERLAP-NOT: masked.gather
; OVERLAP: ret void
;   __global__ void three(double *out, const Record *in) {
;     out[threadIdx.x] = in[threadIdx.x].values[4] + in[threadIdx.x].values[5] + in[threadIdx.x].values[6];
;   }
define void @_Z5threePdPK6Record(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds %struct.Record, ptr %1, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 32
  %7 = load double, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %5, i64 40
  %9 = load double, ptr %8, align 8
  %10 = fadd double %7, %9
  %11 = getelementptr inbounds i8, ptr %5, i64 48
  %12 = load double, ptr %11, align 8
  %13 = fadd double %10, %12
  %14 = getelementptr inbounds double, ptr %0, i64 %4
  store double %13, ptr %14, align 8
  ret void
}

; Seven elements are two rows of blocks for each lane, which both hold the middle one.
; STORES-LABEL: define {{.*}} @_Z4fillPiS_(
; STORES-COUNT-64: store <4 x i32>
; STORES-NOT: masked.scatter
; STORES: ret void
;   __global__ void fill(int *out, int *in) {
;     const int value = in[threadIdx.x];
;   #pragma unroll
;     for (int i = 0; i < 7; ++i)
;       out[threadIdx.x * 23 + i] = value * (i + 3);
;   }
define void @_Z4fillPiS_(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = mul nuw nsw i32 %3, 23
  %8 = mul nsw i32 %6, 3
  %9 = zext nneg i32 %7 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  store i32 %8, ptr %10, align 4
  %11 = shl nsw i32 %6, 2
  %12 = getelementptr inbounds i8, ptr %10, i64 4
  store i32 %11, ptr %12, align 4
  %13 = mul nsw i32 %6, 5
  %14 = getelementptr inbounds i8, ptr %10, i64 8
  store i32 %13, ptr %14, align 4
  %15 = mul nsw i32 %6, 6
  %16 = getelementptr inbounds i8, ptr %10, i64 12
  store i32 %15, ptr %16, align 4
  %17 = mul nsw i32 %6, 7
  %18 = getelementptr inbounds i8, ptr %10, i64 16
  store i32 %17, ptr %18, align 4
  %19 = shl nsw i32 %6, 3
  %20 = getelementptr inbounds i8, ptr %10, i64 20
  store i32 %19, ptr %20, align 4
  %21 = mul nsw i32 %6, 9
  %22 = getelementptr inbounds i8, ptr %10, i64 24
  store i32 %21, ptr %22, align 4
  ret void
}
declare void @raddle_syncthreads(ptr) nounwind
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare i32 @raddle.thread.4() nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @_Z9transposePfPKfi, !"kernel", i32 1}
!1 = !{ptr @_Z9in_halvesPfPKfi, !"kernel", i32 1}
!2 = !{ptr @_Z3sumPdPK6Record, !"kernel", i32 1}
!3 = !{ptr @_Z5threePdPK6Record, !"kernel", i32 1}
!4 = !{ptr @_Z4fillPiS_, !"kernel", i32 1}
