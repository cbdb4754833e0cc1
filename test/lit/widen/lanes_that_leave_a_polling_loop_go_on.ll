; What stands after a loop that polls may be what others of the warp poll for. It becomes a part of the loop, so that lanes
; do it when they leave; and a loop within another one becomes one with it.
; RUN: %kernelc -bitcode %s -kernel _Z7bucketsPiS_i -lanes 32 -block rows -run-pass separate-blocked-lanes,widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; The lock is given back within the loop.
; CHECK: define {{.*}} @_Z7bucketsPiS_i(
; CHECK: {{^}}left:
; CHECK: atomicrmw xchg
;   __global__ void buckets(int *locks, int *sums, int n) {
;     const int i = threadIdx.x * 7 % n;
;     while (atomicCAS(&locks[i], 0, 1) != 0) {
;     }
;     *(volatile int *)&sums[i] += threadIdx.x;
;     atomicExch(&locks[i], 0);
;     __syncthreads();
;     sums[1023 - threadIdx.x] += 1;
;   }
define void @_Z7bucketsPiS_i(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = mul nuw nsw i32 %4, 7
  %divisor.is.zero = icmp eq i32 %2, 0
  br i1 %divisor.is.zero, label %6, label %7
6:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %9
7:
  %8 = urem i32 %5, %2
  br label %9
9:
  %10 = phi i32 [ %5, %6 ], [ %8, %7 ]
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  br label %13
13:
  %pair.i = cmpxchg ptr %12, i32 0, i32 1 syncscope("device") monotonic monotonic, align 4
  %.not = extractvalue { i32, i1 } %pair.i, 1
  br i1 %.not, label %14, label %._crit_edge
._crit_edge:
  call void @raddle_yield(ptr %thread) "raddle-awaits"="3"
  br label %13
14:
  %15 = getelementptr inbounds i32, ptr %1, i64 %11
  %16 = load volatile i32, ptr %15, align 4
  %17 = add i32 %16, %4
  store volatile i32 %17, ptr %15, align 4
  %old.i = atomicrmw xchg ptr %12, i32 0 syncscope("device") monotonic, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %18 = xor i32 %4, 1023
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds i32, ptr %1, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = add nsw i32 %21, 1
  store i32 %22, ptr %20, align 4
  ret void
}

;   __global__ void inLoop(int *locks, int *sums, int n) {
;     for (int k = threadIdx.x; k < n; k += blockDim.x) {
;       const int i = k * 7 & 31;
;       while (atomicCAS(&locks[i], 0, 1) != 0) {
;       }
;       *(volatile int *)&sums[i] += k;
;       atomicExch(&locks[i], 0);
;     }
;   }

; What is read before the loop would be another value.
;   __global__ void tries(int *locks, int *sums, int n) {
;     for (int k = threadIdx.x; k < n; k += blockDim.x) {
;       const int i = k * 7 & 31, before = sums[k];
;       while (atomicCAS(&locks[i], 0, 1) != 0)
;         sums[k] += 2;
;       sums[k] = before + 1;
;       atomicExch(&locks[i], 0);
;     }
;   }

; A ballot of all that are still in the loop: those who are there wait for the others anyway.
;   __global__ void masksOf(volatile int *states, volatile int *sums, int n) {
;     unsigned still = ~0u;
;     for (int k = n; k >= 0; --k) {
;       int state;
;       while ((state = states[k * blockDim.x + threadIdx.x]) == 0) {
;       }
;       still = __ballot_sync(still, state >= 0);
;       if (state < 0)
;         break;
;     }
;     sums[threadIdx.x] = 1;
;   }

; Not so where a mask comes from elsewhere.
;   __global__ void others(volatile int *states, volatile int *sums, int n) {
;     unsigned still = n;
;     for (int k = n; k >= 0; --k) {
;       int state;
;       while ((state = states[k * blockDim.x + threadIdx.x]) == 0) {
;       }
;       still = __ballot_sync(still, state >= 0);
;       if (state < 0)
;         break;
;     }
;     sums[threadIdx.x] = 1;
;   }
declare void @raddle_division_by_zero(ptr)
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare void @raddle_yield(ptr)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z7bucketsPiS_i, !"kernel", i32 1}
