; Lanes side by side are one vector access, a uniform address is one scalar access, all else gathers and scatters;
; where no lane can be missing, nothing is masked.
; RUN: %kernelc -bitcode %s -kernel _Z8accessesPfPKfPKi -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z8accessesPfPKfPKi(
; CHECK: start:
; CHECK-DAG: load float, ptr %1
; CHECK-DAG: [[INDEX:%.*]] = load <32 x i32>, ptr
; CHECK-DAG: call <32 x float> @llvm.masked.gather
; CHECK-DAG: store <32 x float> {{.*}}, ptr
; CHECK: ret void
;   __global__ void accesses(float *out, const float *in, const int *index) {
;     int i = blockIdx.x * blockDim.x + threadIdx.x;
;     out[i] = in[0] + in[index[i]];
;   }
define void @_Z8accessesPfPKfPKi(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = load float, ptr %1, align 4
  %12 = sext i32 %10 to i64
  %13 = getelementptr inbounds i32, ptr %2, i64 %12
  %14 = getelementptr i8, ptr %13, i64 256
  call void @llvm.prefetch.p0(ptr %14, i32 0, i32 3, i32 1)
  %15 = load i32, ptr %13, align 4
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds float, ptr %1, i64 %16
  %18 = load float, ptr %17, align 4
  %19 = fadd float %11, %18
  %20 = getelementptr inbounds float, ptr %0, i64 %12
  %21 = getelementptr i8, ptr %20, i64 2048
  call void @llvm.prefetch.p0(ptr %21, i32 0, i32 3, i32 1)
  store float %19, ptr %20, align 4
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z8accessesPfPKfPKi, !"kernel", i32 1}
