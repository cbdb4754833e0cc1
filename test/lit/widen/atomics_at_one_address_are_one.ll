; Lanes that update one address do it together; each still sees what it would have seen in its turn.
; RUN: %kernelc -bitcode %s -kernel _Z5countPiS_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=COUNT
; RUN: %kernelc -bitcode %s -kernel _Z7highestPiPKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=HIGHEST
; RUN: %kernelc -bitcode %s -kernel _Z5totalPfPKf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=TOTAL
; RUN: %kernelc -bitcode %s -kernel _Z4binsPKh -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=BINS
target triple = "x86_64-pc-linux-gnu"

; COUNT-LABEL: define {{.*}} @_Z5countPiS_(
; COUNT: atomicrmw add ptr %{{.*}}, i32 32
; COUNT-NOT: atomicrmw
; COUNT: ret void
;   __global__ void count(int *counter, int *turn) { turn[threadIdx.x] = atomicAdd(counter, 1); }
define void @_Z5countPiS_(ptr %thread, ptr %0, ptr %1) {
  %old.i = atomicrmw add ptr %0, i32 1 syncscope("device") monotonic, align 4
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  store i32 %old.i, ptr %5, align 4
  ret void
}

; HIGHEST-LABEL: define {{.*}} @_Z7highestPiPKi(
; HIGHEST: call i32 @llvm.vector.reduce.smax.v32i32(
; HIGHEST-NEXT: atomicrmw max
; HIGHEST-NOT: atomicrmw
; HIGHEST: ret void
;   __global__ void highest(int *top, const int *in) { atomicMax(top, in[threadIdx.x]); }
define void @_Z7highestPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %old.i = atomicrmw max ptr %0, i32 %6 syncscope("device") monotonic, align 4
  ret void
}

; Floats are added in the order of the lanes, then stored at once.
; TOTAL-LABEL: define {{.*}} @_Z5totalPfPKf(
; TOTAL-NOT: atomicrmw
; TOTAL: fadd float
; TOTAL: cmpxchg
;   __global__ void total(float *sum, const float *in) { atomicAdd(sum, in[threadIdx.x]); }
define void @_Z5totalPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %1, i64 %4
  %6 = load float, ptr %5, align 4
  %old.i = atomicrmw fadd ptr %0, float %6 syncscope("device") monotonic, align 4
  ret void
}

; What only the block sees needs no atomic instruction.
; BINS-LABEL: define {{.*}} @_Z4binsPKh(
; BINS-NOT: atomicrmw
;   __global__ void bins(const unsigned char *in) {
;     __shared__ int histogram[256];
;     atomicAdd(&histogram[in[threadIdx.x]], 1);
;   }
define void @_Z4binsPKh(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call i32 @raddle.thread.0()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds i8, ptr %0, i64 %7
  %9 = load i8, ptr %8, align 1
  %10 = zext i8 %9 to i64
  %11 = getelementptr inbounds [256 x i32], ptr %5, i64 0, i64 %10
  %old.i = atomicrmw add ptr %11, i32 1 syncscope("device") monotonic, align 4, !raddle.block !4
  ret void
}
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z5countPiS_, !"kernel", i32 1}
!1 = !{ptr @_Z7highestPiPKi, !"kernel", i32 1}
!2 = !{ptr @_Z5totalPfPKf, !"kernel", i32 1}
!3 = !{ptr @_Z4binsPKh, !"kernel", i32 1}
!4 = !{}
