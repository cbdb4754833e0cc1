; A division by what all lanes have in common is a product with its reciprocal; one by a power of two stays, for LLVM
; makes shifts of it; by what differs between lanes it is a division of doubles. A divisor of zero is reported by a
; function that keeps all registers. An index that is not negative is extended with sign, as gathers take it.
; RUN: %kernelc -bitcode %s -kernel _Z6commonPjPKjj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=COMMON
; RUN: %kernelc -bitcode %s -kernel _Z5powerPiPKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=POWER
; RUN: %kernelc -bitcode %s -kernel _Z7varyingPjPKjS1_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=VARYING
; RUN: %kernelc -bitcode %s -kernel _Z7indexedPfPKfPKj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=INDEX
target triple = "x86_64-pc-linux-gnu"

; COMMON-LABEL: define {{.*}} @_Z6commonPjPKjj(
; COMMON-DAG: call void @raddle_lane_divides_by_zero(ptr %{{.*}}, i32 {{.*}}) [[KEEPS:#[0-9]+]]
; COMMON-DAG: [[RECIPROCAL:%.*]] = fdiv double 1.000000e+00, %{{.*}}
; COMMON-DAG: fmul double [[RECIPROCAL]], 0x3FF0000000000001
; COMMON-DAG: fmul <32 x double>
; COMMON-NOT: fdiv <32 x double>
; COMMON: attributes [[KEEPS]] = { {{.*}}"no_caller_saved_registers"
;   __global__ void common(unsigned *out, const unsigned *in, unsigned n) { out[threadIdx.x] = in[threadIdx.x] / n; }
define void @_Z6commonPjPKjj(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %divisor.is.zero = icmp eq i32 %2, 0
  br i1 %divisor.is.zero, label %6, label %7
6:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %11
7:
  %8 = getelementptr inbounds i32, ptr %1, i64 %5
  %9 = load i32, ptr %8, align 4
  %10 = udiv i32 %9, %2
  br label %11
11:
  %12 = phi i32 [ -1, %6 ], [ %10, %7 ]
  %13 = getelementptr inbounds i32, ptr %0, i64 %5
  store i32 %12, ptr %13, align 4
  ret void
}

; POWER-LABEL: define {{.*}} @_Z5powerPiPKi(
; POWER-NOT: double
; POWER: sdiv <32 x i32> %{{.*}}, <i32 16, i32 16,
;   __global__ void power(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x] / 16; }
define void @_Z5powerPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = sdiv i32 %6, 16
  %8 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %7, ptr %8, align 4
  ret void
}

; VARYING-LABEL: define {{.*}} @_Z7varyingPjPKjS1_(
; VARYING: fdiv <32 x double>
;   __global__ void varying(unsigned *out, const unsigned *in, const unsigned *by) {
;     out[threadIdx.x] = in[threadIdx.x] / by[threadIdx.x];
;   }
define void @_Z7varyingPjPKjS1_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %2, i64 %5
  %7 = load i32, ptr %6, align 4
  %divisor.is.zero = icmp eq i32 %7, 0
  br i1 %divisor.is.zero, label %8, label %9
8:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %13
9:
  %10 = getelementptr inbounds i32, ptr %1, i64 %5
  %11 = load i32, ptr %10, align 4
  %12 = udiv i32 %11, %7
  br label %13
13:
  %14 = phi i32 [ -1, %8 ], [ %12, %9 ]
  %15 = getelementptr inbounds i32, ptr %0, i64 %5
  store i32 %14, ptr %15, align 4
  ret void
}

; INDEX-LABEL: define {{.*}} @_Z7indexedPfPKfPKj(
; INDEX: sext <32 x i32> %{{.*}} to <32 x i64>
; INDEX: @llvm.masked.gather
;   __global__ void indexed(float *out, const float *in, const unsigned *index) {
;     out[threadIdx.x] = in[index[threadIdx.x] % 1000];
;   }
define void @_Z7indexedPfPKfPKj(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %2, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = urem i32 %7, 1000
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %1, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = getelementptr inbounds float, ptr %0, i64 %5
  store float %11, ptr %12, align 4
  ret void
}
declare void @raddle_division_by_zero(ptr)
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z6commonPjPKjj, !"kernel", i32 1}
!1 = !{ptr @_Z5powerPiPKi, !"kernel", i32 1}
!2 = !{ptr @_Z7varyingPjPKjS1_, !"kernel", i32 1}
!3 = !{ptr @_Z7indexedPfPKfPKj, !"kernel", i32 1}
