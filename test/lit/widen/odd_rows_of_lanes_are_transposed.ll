; Lanes that each read an odd number of neighbours load them by 16 bytes from one base, the last ones with some before them.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8fifteensPiPKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=FIFTEEN
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6sevensPdPKd -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SEVEN
target triple = "x86_64-pc-linux-gnu"

; FIFTEEN-LABEL: define {{.*}} @_Z8fifteensPiPKi(
; FIFTEEN-NOT: <32 x ptr>
; FIFTEEN-COUNT-128: load <4 x i32>
; FIFTEEN-NOT: load <4 x i32>
; FIFTEEN-NOT: <32 x ptr>
; FIFTEEN: ret void
;   __global__ void fifteens(int *out, const int *in) {
;     int sum = 0;
;   #pragma unroll
;     for (int i = 0; i < 15; ++i)
;       sum = 3 * sum + in[threadIdx.x * 15 + i];
;     out[threadIdx.x] = sum;
;   }
define void @_Z8fifteensPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = mul nuw nsw i32 %3, 15
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = mul nsw i32 %7, 3
  %9 = getelementptr inbounds i8, ptr %6, i64 4
  %10 = load i32, ptr %9, align 4
  %11 = add nsw i32 %10, %8
  %12 = mul nsw i32 %11, 3
  %13 = getelementptr inbounds i8, ptr %6, i64 8
  %14 = load i32, ptr %13, align 4
  %15 = add nsw i32 %14, %12
  %16 = mul nsw i32 %15, 3
  %17 = getelementptr inbounds i8, ptr %6, i64 12
  %18 = load i32, ptr %17, align 4
  %19 = add nsw i32 %18, %16
  %20 = mul nsw i32 %19, 3
  %21 = getelementptr inbounds i8, ptr %6, i64 16
  %22 = load i32, ptr %21, align 4
  %23 = add nsw i32 %22, %20
  %24 = mul nsw i32 %23, 3
  %25 = getelementptr inbounds i8, ptr %6, i64 20
  %26 = load i32, ptr %25, align 4
  %27 = add nsw i32 %26, %24
  %28 = mul nsw i32 %27, 3
  %29 = getelementptr inbounds i8, ptr %6, i64 24
  %30 = load i32, ptr %29, align 4
  %31 = add nsw i32 %30, %28
  %32 = mul nsw i32 %31, 3
  %33 = getelementptr inbounds i8, ptr %6, i64 28
  %34 = load i32, ptr %33, align 4
  %35 = add nsw i32 %34, %32
  %36 = mul nsw i32 %35, 3
  %37 = getelementptr inbounds i8, ptr %6, i64 32
  %38 = load i32, ptr %37, align 4
  %39 = add nsw i32 %38, %36
  %40 = mul nsw i32 %39, 3
  %41 = getelementptr inbounds i8, ptr %6, i64 36
  %42 = load i32, ptr %41, align 4
  %43 = add nsw i32 %42, %40
  %44 = mul nsw i32 %43, 3
  %45 = getelementptr inbounds i8, ptr %6, i64 40
  %46 = load i32, ptr %45, align 4
  %47 = add nsw i32 %46, %44
  %48 = mul nsw i32 %47, 3
  %49 = getelementptr inbounds i8, ptr %6, i64 44
  %50 = load i32, ptr %49, align 4
  %51 = add nsw i32 %50, %48
  %52 = mul nsw i32 %51, 3
  %53 = getelementptr inbounds i8, ptr %6, i64 48
  %54 = load i32, ptr %53, align 4
  %55 = add nsw i32 %54, %52
  %56 = mul nsw i32 %55, 3
  %57 = getelementptr inbounds i8, ptr %6, i64 52
  %58 = load i32, ptr %57, align 4
  %59 = add nsw i32 %58, %56
  %60 = mul nsw i32 %59, 3
  %61 = getelementptr inbounds i8, ptr %6, i64 56
  %62 = load i32, ptr %61, align 4
  %63 = add nsw i32 %62, %60
  %64 = zext nneg i32 %3 to i64
  %65 = getelementptr inbounds i32, ptr %0, i64 %64
  store i32 %63, ptr %65, align 4
  ret void
}

; SEVEN-LABEL: define {{.*}} @_Z6sevensPdPKd(
; SEVEN-NOT: <32 x ptr>
; SEVEN-COUNT-128: load <2 x double>
; SEVEN-NOT: load <2 x double>
; SEVEN-NOT: <32 x ptr>
; SEVEN: ret void
;   __global__ void sevens(double *out, const double *in) {
;     double sum = 0;
;   #pragma unroll
;     for (int i = 0; i < 7; ++i)
;       sum = 3 * sum + in[threadIdx.x * 7 + i];
;     out[threadIdx.x] = sum;
;   }
define void @_Z6sevensPdPKd(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = mul nuw nsw i32 %3, 7
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds double, ptr %1, i64 %5
  %7 = load double, ptr %6, align 8
  %8 = fadd double %7, 0.000000e+00
  %9 = getelementptr inbounds i8, ptr %6, i64 8
  %10 = load double, ptr %9, align 8
  %11 = call double @llvm.fma.f64(double %8, double 3.000000e+00, double %10)
  %12 = getelementptr inbounds i8, ptr %6, i64 16
  %13 = load double, ptr %12, align 8
  %14 = call double @llvm.fma.f64(double %11, double 3.000000e+00, double %13)
  %15 = getelementptr inbounds i8, ptr %6, i64 24
  %16 = load double, ptr %15, align 8
  %17 = call double @llvm.fma.f64(double %14, double 3.000000e+00, double %16)
  %18 = getelementptr inbounds i8, ptr %6, i64 32
  %19 = load double, ptr %18, align 8
  %20 = call double @llvm.fma.f64(double %17, double 3.000000e+00, double %19)
  %21 = getelementptr inbounds i8, ptr %6, i64 40
  %22 = load double, ptr %21, align 8
  %23 = call double @llvm.fma.f64(double %20, double 3.000000e+00, double %22)
  %24 = getelementptr inbounds i8, ptr %6, i64 48
  %25 = load double, ptr %24, align 8
  %26 = call double @llvm.fma.f64(double %23, double 3.000000e+00, double %25)
  %27 = zext nneg i32 %3 to i64
  %28 = getelementptr inbounds double, ptr %0, i64 %27
  store double %26, ptr %28, align 8
  ret void
}
declare i32 @raddle.thread.0()
declare double @llvm.fma.f64(double, double, double)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z8fifteensPiPKi, !"kernel", i32 1}
!1 = !{ptr @_Z6sevensPdPKd, !"kernel", i32 1}
