; Lanes that update neighbouring elements do so 16 bytes at a time, and as a vector in shared memory.
; RUN: %kernelc -bitcode %s -kernel _Z4sumsPiPKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SUMS
; RUN: %kernelc -bitcode %s -kernel _Z4sumsPiPKi -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=ALONE
; RUN: %kernelc -bitcode %s -kernel _Z6floatsPdS_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=FLOATS
; RUN: %kernelc -bitcode %s -kernel _Z5blockPfPKf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=BLOCK
; RUN: %kernelc -bitcode %s -kernel _Z5apartPi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=APART
target triple = "x86_64-pc-linux-gnu"

; Where the first element is not aligned, lane by lane.
; SUMS-LABEL: define {{.*}} @_Z4sumsPiPKi(
; SUMS: and i64 %{{.*}}, 15
; This warp's two lines and the next one's.
; SUMS-COUNT-4: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
; SUMS-NOT: call void @llvm.prefetch
; SUMS: [[OLD:%.*]] = bitcast i128 [[SEEN:%.*]] to <4 x i32>
; SUMS: [[NEW:%.*]] = add <4 x i32> [[OLD]],
; SUMS: [[WHOLE:%.*]] = bitcast <4 x i32> [[NEW]] to i128
; SUMS: cmpxchg ptr %{{.*}}, i128 [[SEEN]], i128 [[WHOLE]] {{.*}}, align 16
; SUMS: atomicrmw add ptr %{{.*}}, i32
; ALONE-LABEL: define {{.*}} @_Z4sumsPiPKi(
; ALONE-COUNT-2: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
; ALONE-NOT: call void @llvm.prefetch
;   __global__ void sums(int *out, const int *in) { atomicAdd(&out[threadIdx.x], in[threadIdx.x]); }
define void @_Z4sumsPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %0, i64 %4
  %6 = getelementptr inbounds i32, ptr %1, i64 %4
  %7 = load i32, ptr %6, align 4
  %old.i = atomicrmw add ptr %5, i32 %7 syncscope("device") monotonic, align 4
  ret void
}

; FLOATS-LABEL: define {{.*}} @_Z6floatsPdS_(
; FLOATS: fadd <2 x double>
; FLOATS: cmpxchg ptr %{{.*}}, i128
; FLOATS: store <2 x double>
;   __global__ void floats(double *out, double *old) { old[threadIdx.x] = atomicAdd(&out[threadIdx.x], 1.0); }
define void @_Z6floatsPdS_(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds double, ptr %0, i64 %4
  %old.i = atomicrmw fadd ptr %5, double 1.000000e+00 syncscope("device") monotonic, align 8
  %6 = getelementptr inbounds double, ptr %1, i64 %4
  store double %old.i, ptr %6, align 8
  ret void
}

; BLOCK-LABEL: define {{.*}} @_Z5blockPfPKf(
; BLOCK-NOT: each.lane
; BLOCK: fadd <32 x float>
; BLOCK-NOT: each.lane
; BLOCK: ret void
;   __global__ void block(float *out, const float *in) {
;     __shared__ float sums[1024];
;     atomicAdd(&sums[threadIdx.x], in[threadIdx.x]);
;     __syncthreads();
;     out[threadIdx.x] = sums[threadIdx.x ^ 1];
;   }
define void @_Z5blockPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds [1024 x float], ptr %6, i64 0, i64 %8
  %10 = getelementptr inbounds float, ptr %1, i64 %8
  %11 = load float, ptr %10, align 4
  %old.i = atomicrmw fadd ptr %9, float %11 syncscope("device") monotonic, align 4, !raddle.block !3
  notail call void @raddle_syncthreads(ptr %thread)
  %12 = xor i32 %7, 1
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds [1024 x float], ptr %6, i64 0, i64 %13
  %15 = load float, ptr %14, align 4
  %16 = getelementptr inbounds float, ptr %0, i64 %8
  store float %15, ptr %16, align 4
  ret void
}

; APART-LABEL: define {{.*}} @_Z5apartPi(
; APART-NOT: i128
; APART: atomicrmw add
; APART: ret void
;   __global__ void apart(int *out) { atomicAdd(&out[2 * threadIdx.x], 1); }
define void @_Z5apartPi(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = shl nuw nsw i32 %2, 1
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %0, i64 %4
  %old.i = atomicrmw add ptr %5, i32 1 syncscope("device") monotonic, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1, !2, !4}
!0 = !{ptr @_Z4sumsPiPKi, !"kernel", i32 1}
!1 = !{ptr @_Z6floatsPdS_, !"kernel", i32 1}
!2 = !{ptr @_Z5blockPfPKf, !"kernel", i32 1}
!3 = !{}
!4 = !{ptr @_Z5apartPi, !"kernel", i32 1}
