; Divisions of 64 bits: one of doubles where the numbers of all lanes are small, else two digits that doubles estimate, or a
; product with the reciprocal of what is known to divide, or where conversions are slow, of what all lanes divide by. Those of
; 128 bits are a loop over the lanes; the upper half of a product has none of 128 bits.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4eachPyPKyS1_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=EACH
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6commonPxPKxx -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=WIDE
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z6commonPxPKxx -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SLOW
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8constantPyPKy -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=CONSTANT
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5smallPyPKjPKy -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SMALL
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4widePoPKoS1_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=LANES
target triple = "x86_64-pc-linux-gnu"

; The remainder comes with the quotient.
; EACH-LABEL: define {{.*}} @_Z4eachPyPKyS1_(
; EACH-NOT: udiv
; EACH: fdiv <32 x double>
; EACH-COUNT-4: fdiv <8 x double>
; EACH-NOT: fdiv
;   __global__ void each(unsigned long long *out, const unsigned long long *a, const unsigned long long *b) {
;     const int i = threadIdx.x;
;     const unsigned long long divisor = b[i] | 1;
;     out[i] = a[i] / divisor ^ a[i] % divisor;
;   }
define void @_Z4eachPyPKyS1_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i64, ptr %2, i64 %5
  %7 = load i64, ptr %6, align 8
  %8 = or i64 %7, 1
  %9 = getelementptr inbounds i64, ptr %1, i64 %5
  %10 = load i64, ptr %9, align 8
  %11 = udiv i64 %10, %8
  %12 = urem i64 %10, %8
  %13 = xor i64 %12, %11
  %14 = getelementptr inbounds i64, ptr %0, i64 %5
  store i64 %13, ptr %14, align 8
  ret void
}

; WIDE-LABEL: define {{.*}} @_Z6commonPxPKxx(
; WIDE-NOT: {{fdiv <|sdiv}}
; WIDE: fptoui <8 x double>
; SLOW-LABEL: define {{.*}} @_Z6commonPxPKxx(
; SLOW-NOT: {{fdiv <|sdiv|fptoui <}}
; SLOW: call i64 @llvm.ctlz.i64
;   __global__ void common(long long *out, const long long *a, long long b) { out[threadIdx.x] = a[threadIdx.x] / b; }
define void @_Z6commonPxPKxx(ptr %thread, ptr %0, ptr %1, i64 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i64, ptr %1, i64 %5
  %7 = load i64, ptr %6, align 8
  %divisor.is.zero = icmp eq i64 %2, 0
  br i1 %divisor.is.zero, label %8, label %10
8:
  tail call void @raddle_division_by_zero(ptr %thread)
  %.inv = icmp ugt i64 %7, 4294967295
  %9 = select i1 %.inv, i64 -1, i64 4294967295
  br label %16
10:
  %11 = icmp eq i64 %2, -1
  %12 = select i1 %11, i64 1, i64 %2
  %13 = sdiv i64 %7, %12
  %14 = sub i64 0, %7
  %15 = select i1 %11, i64 %14, i64 %13
  br label %16
16:
  %17 = phi i64 [ %9, %8 ], [ %15, %10 ]
  %18 = getelementptr inbounds i64, ptr %0, i64 %5
  store i64 %17, ptr %18, align 8
  ret void
}

; CONSTANT-LABEL: define {{.*}} @_Z8constantPyPKy(
; CONSTANT-NOT: {{fdiv <|udiv|fptoui <}}
; CONSTANT: lshr <8 x i64>
;   __global__ void constant(unsigned long long *out, const unsigned long long *a) {
;     out[threadIdx.x] = a[threadIdx.x] / 1000003;
;   }
define void @_Z8constantPyPKy(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i64, ptr %1, i64 %4
  %6 = load i64, ptr %5, align 8
  %7 = udiv i64 %6, 1000003
  %8 = getelementptr inbounds i64, ptr %0, i64 %4
  store i64 %7, ptr %8, align 8
  ret void
}

; Nothing to ask where the numbers are known to be small.
; SMALL-LABEL: define {{.*}} @_Z5smallPyPKjPKy(
; SMALL-NOT: <8 x double>
; SMALL: fdiv <32 x double>
; SMALL-NOT: <8 x double>
;   __global__ void small(unsigned long long *out, const unsigned *a, const unsigned long long *b) {
;     out[threadIdx.x] = (a[threadIdx.x] * 5ull) / (b[threadIdx.x] >> 20);
;   }
define void @_Z5smallPyPKjPKy(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i64, ptr %2, i64 %5
  %9 = load i64, ptr %8, align 8
  %divisor.is.zero = icmp ult i64 %9, 1048576
  br i1 %divisor.is.zero, label %10, label %13
10:
  tail call void @raddle_division_by_zero(ptr %thread)
  %11 = icmp ult i32 %7, 858993460
  %12 = select i1 %11, i64 4294967295, i64 -1
  br label %18
13:
  %14 = zext i32 %7 to i64
  %15 = mul nuw nsw i64 %14, 5
  %16 = lshr i64 %9, 20
  %17 = udiv i64 %15, %16
  br label %18
18:
  %19 = phi i64 [ %12, %10 ], [ %17, %13 ]
  %20 = getelementptr inbounds i64, ptr %0, i64 %5
  store i64 %19, ptr %20, align 8
  ret void
}

; LANES-LABEL: define {{.*}} @_Z4widePoPKoS1_(
; LANES-NOT: udiv <
; LANES: udiv i128
; LANES-NOT: udiv
;   __global__ void wide(unsigned __int128 *out, const unsigned __int128 *a, const unsigned __int128 *b) {
;     out[threadIdx.x] = a[threadIdx.x] / b[threadIdx.x];
;   }
define void @_Z4widePoPKoS1_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i128, ptr %2, i64 %5
  %7 = load i128, ptr %6, align 16
  %divisor.is.zero = icmp eq i128 %7, 0
  br i1 %divisor.is.zero, label %8, label %9
8:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %13
9:
  %10 = getelementptr inbounds i128, ptr %1, i64 %5
  %11 = load i128, ptr %10, align 16
  %12 = udiv i128 %11, %7
  br label %13
13:
  %14 = phi i128 [ -1, %8 ], [ %12, %9 ]
  %15 = getelementptr inbounds i128, ptr %0, i64 %5
  store i128 %14, ptr %15, align 16
  ret void
}

;   __global__ void upper(unsigned long long *out, const unsigned long long *a, const unsigned long long *b) {
;     const int i = threadIdx.x;
;     out[i] = __umul64hi(a[i], b[i]) ^ static_cast<unsigned long long>(static_cast<unsigned __int128>(a[i]) * b[i] >> 61);
;   }
declare i32 @raddle.thread.0()
declare void @raddle_division_by_zero(ptr)
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @_Z4eachPyPKyS1_, !"kernel", i32 1}
!1 = !{ptr @_Z6commonPxPKxx, !"kernel", i32 1}
!2 = !{ptr @_Z8constantPyPKy, !"kernel", i32 1}
!3 = !{ptr @_Z5smallPyPKjPKy, !"kernel", i32 1}
!4 = !{ptr @_Z4widePoPKoS1_, !"kernel", i32 1}
