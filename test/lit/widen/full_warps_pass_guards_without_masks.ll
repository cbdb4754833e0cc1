; Full warps that come to what is after a guard run a copy of it that knows no masks. A guard whose bound is no
; matter of the launch has none.
; RUN: %kernelc -bitcode %s -kernel _Z5triadPfPKfS1_i -lanes 32 -block rows -run-pass version-guarded-accesses,widen | FileCheck %s --check-prefix=WHOLE
; RUN: %kernelc -bitcode %s -kernel _Z8interiorPfPKfii -lanes 32 -block rows -run-pass version-guarded-accesses,widen | FileCheck %s --check-prefix=WHOLE
; RUN: %kernelc -bitcode %s -kernel _Z5fixedPfPKf -lanes 32 -block rows -run-pass version-guarded-accesses,widen | FileCheck %s --check-prefix=MASKED
target triple = "x86_64-pc-linux-gnu"

; WHOLE: define {{.*}} @_Z
; WHOLE-NOT: call {{.*}} @llvm.masked
; WHOLE: load <32 x float>
; WHOLE-NOT: call {{.*}} @llvm.masked
; WHOLE: store <32 x float>
; WHOLE: call <32 x float> @llvm.masked.load
; WHOLE: call void @llvm.masked.store
;   __global__ void triad(float *a, const float *b, const float *c, int n) {
;     int i = blockIdx.x * blockDim.x + threadIdx.x;
;     if (i < n)
;       a[i] = b[i] + 3 * c[i];
;   }
define void @_Z5triadPfPKfS1_i(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3) {
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %5, i64 12
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %8, %6
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %3
  br i1 %12, label %13, label %21
13:
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds float, ptr %1, i64 %14
  %16 = load float, ptr %15, align 4
  %17 = getelementptr inbounds float, ptr %2, i64 %14
  %18 = load float, ptr %17, align 4
  %19 = call float @llvm.fma.f32(float %18, float 3.000000e+00, float %16)
  %20 = getelementptr inbounds float, ptr %0, i64 %14
  store float %19, ptr %20, align 4
  br label %21
21:
  ret void
}

;   __global__ void interior(float *a, const float *b, int columns, int rows) {
;     int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
;     if (x >= columns || y >= rows)
;       return;
;     a[y * columns + x] = 2 * b[y * columns + x];
;   }
define void @_Z8interiorPfPKfii(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %5, i64 12
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %8, %6
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %12 = getelementptr inbounds i8, ptr %5, i64 4
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %5, i64 16
  %15 = load i32, ptr %14, align 4
  %16 = mul i32 %15, %13
  %17 = tail call i32 @raddle.thread.4()
  %18 = add i32 %16, %17
  %19 = icmp sge i32 %11, %2
  %20 = icmp sge i32 %18, %3
  %or.cond = select i1 %19, i1 true, i1 %20
  br i1 %or.cond, label %29, label %21
21:
  %22 = mul nsw i32 %18, %2
  %23 = add nsw i32 %22, %11
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds float, ptr %1, i64 %24
  %26 = load float, ptr %25, align 4
  %27 = fmul float %26, 2.000000e+00
  %28 = getelementptr inbounds float, ptr %0, i64 %24
  store float %27, ptr %28, align 4
  br label %29
29:
  ret void
}

; MASKED-NOT: load <32 x float>
; MASKED: call <32 x float> @llvm.masked.load
; MASKED-NOT: load <32 x float>, ptr %{{[0-9]+}}
; MASKED: ret void
;   __global__ void fixed(float *a, const float *b) {
;     if (threadIdx.x < 65)
;       a[threadIdx.x] = 2 * b[threadIdx.x];
;   }
define void @_Z5fixedPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = icmp ult i32 %3, 65
  br i1 %4, label %5, label %11
5:
  %6 = zext nneg i32 %3 to i64
  %7 = getelementptr inbounds float, ptr %1, i64 %6
  %8 = load float, ptr %7, align 4
  %9 = fmul float %8, 2.000000e+00
  %10 = getelementptr inbounds float, ptr %0, i64 %6
  store float %9, ptr %10, align 4
  br label %11
11:
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)
declare i32 @raddle.thread.4()
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z5triadPfPKfS1_i, !"kernel", i32 1}
!1 = !{ptr @_Z8interiorPfPKfii, !"kernel", i32 1}
!2 = !{ptr @_Z5fixedPfPKf, !"kernel", i32 1}
