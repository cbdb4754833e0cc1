; What stands between lanes that poll and a barrier may be what they poll for. Those who do not poll do it first, by a copy.
; RUN: %kernelc -bitcode %s -kernel _Z5chainPVKiPi -lanes 32 -block rows -run-pass separate-blocked-lanes,widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK: define {{.*}} @_Z5chainPVKiPi(
; CHECK: {{^}}{{.*}}.blocked:
; CHECK: call void @llvm.masked.store
; CHECK: call void @raddle_yield(
; CHECK: call void @raddle_syncthreads(
;   __global__ void chain(const volatile int *flag, int *out) {
;     if (threadIdx.x == 0)
;       while (flag[blockIdx.x] == 0) {
;       }
;     out[threadIdx.x] = threadIdx.x;
;     __syncthreads();
;     out[1023 - threadIdx.x] += 1;
;   }
define void @_Z5chainPVKiPi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %.preheader, label %.loopexit
.preheader:
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  br label %9
9:
  %10 = load volatile i32, ptr %8, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %._crit_edge, label %.loopexit.loopexit
._crit_edge:
  call void @raddle_yield(ptr %thread) "raddle-awaits"="3"
  br label %9
.loopexit.loopexit:
  br label %.loopexit
.loopexit:
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds i32, ptr %1, i64 %12
  store i32 %3, ptr %13, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %14 = xor i32 %3, 1023
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %1, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = add nsw i32 %17, 1
  store i32 %18, ptr %16, align 4
  ret void
}
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
declare void @raddle_yield(ptr)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z5chainPVKiPi, !"kernel", i32 1}
