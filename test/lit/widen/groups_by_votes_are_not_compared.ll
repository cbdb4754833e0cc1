; Lanes that vote for each bit of a digit know by construction that those in their mask have the same one: a shuffle among
; them compares no masks. It does if the sides of a vote are turned round, or come from several votes.
; RUN: %kernelc -bitcode %s -kernel _Z6digitsPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z5signsPjPKi -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z5smallPjPKi -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z6othersPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=COMPARED
; RUN: %kernelc -bitcode %s -kernel _Z8two_bitsPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=COMPARED
target triple = "x86_64-pc-linux-gnu"

; CHECK: define void @_Z{{6digitsPjPKj|5signsPjPKi|5smallPjPKi}}
; CHECK-NOT: match.value
; CHECK: {{^}}}
; COMPARED: match.value
;   __global__ void digits(unsigned *out, const unsigned *in) {
;     unsigned digit = in[threadIdx.x], peers = ~0u;
;   #pragma unroll
;     for (int bit = 3; bit < 7; ++bit) {
;       unsigned vote = __ballot_sync(~0u, digit >> bit & 1);
;       peers &= digit >> bit & 1 ? vote : ~vote;
;     }
;     out[threadIdx.x] = __shfl_sync(peers, digit, 31 - __clz(peers));
;   }
define void @_Z6digitsPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 8
  %.lobit = lshr exact i32 %7, 3
  %8 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit)
  %sext = add nsw i32 %.lobit, -1
  %9 = xor i32 %8, %sext
  %10 = and i32 %6, 16
  %.lobit4 = lshr exact i32 %10, 4
  %11 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit4)
  %sext5 = add nsw i32 %.lobit4, -1
  %12 = xor i32 %11, %sext5
  %13 = and i32 %12, %9
  %14 = and i32 %6, 32
  %.lobit6 = lshr exact i32 %14, 5
  %15 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit6)
  %sext7 = add nsw i32 %.lobit6, -1
  %16 = xor i32 %15, %sext7
  %17 = and i32 %16, %13
  %18 = and i32 %6, 64
  %.lobit8 = lshr exact i32 %18, 6
  %19 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit8)
  %sext9 = add nsw i32 %.lobit8, -1
  %20 = xor i32 %19, %sext9
  %21 = and i32 %20, %17
  %22 = tail call i32 @llvm.ctlz.i32(i32 %21, i1 false)
  %23 = sub nsw i32 31, %22
  %24 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 %21, i32 %6, i32 %23, i32 31)
  %25 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %24, ptr %25, align 4
  ret void
}

;   __global__ void signs(unsigned *out, const int *in) {
;     int x = in[threadIdx.x];
;     unsigned vote = __ballot_sync(~0u, x < 0);
;     unsigned peers = x < 0 ? vote : ~vote;
;     out[threadIdx.x] = __shfl_sync(peers, x, __ffs(peers) - 1);
;   }
define void @_Z5signsPjPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp sgt i32 %6, -1
  %.lobit = lshr i32 %6, 31
  %8 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit)
  %9 = sext i1 %7 to i32
  %10 = xor i32 %8, %9
  %11 = tail call i32 @llvm.cttz.i32(i32 %10, i1 true)
  %12 = icmp eq i32 %8, %9
  %13 = select i1 %12, i32 -1, i32 %11
  %14 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 %10, i32 %6, i32 %13, i32 31)
  %15 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %14, ptr %15, align 4
  ret void
}

;   __global__ void small(unsigned *out, const int *in) {
;     int x = in[threadIdx.x];
;     unsigned peers = __ballot_sync(~0u, x < 5);
;     if (x >= 5)
;       peers = ~peers;
;     out[threadIdx.x] = __shfl_sync(peers, x, __ffs(peers) - 1);
;   }
define void @_Z5smallPjPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 5
  %8 = zext i1 %7 to i32
  %9 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %8)
  %10 = icmp sgt i32 %6, 4
  %11 = sext i1 %10 to i32
  %spec.select = xor i32 %9, %11
  %12 = tail call i32 @llvm.cttz.i32(i32 %spec.select, i1 true)
  %13 = icmp eq i32 %9, %11
  %14 = select i1 %13, i32 -1, i32 %12
  %15 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 %spec.select, i32 %6, i32 %14, i32 31)
  %16 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %15, ptr %16, align 4
  ret void
}

;   __global__ void others(unsigned *out, const unsigned *in) {
;     unsigned digit = in[threadIdx.x];
;     unsigned vote = __ballot_sync(~0u, digit & 1);
;     unsigned peers = digit & 1 ? ~vote : vote;
;     out[threadIdx.x] = __shfl_sync(peers, digit, __ffs(peers) - 1);
;   }
define void @_Z6othersPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 1
  %8 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %7)
  %sext = sub nsw i32 0, %7
  %9 = xor i32 %8, %sext
  %10 = tail call i32 @llvm.cttz.i32(i32 %9, i1 true)
  %11 = icmp eq i32 %8, %sext
  %12 = select i1 %11, i32 -1, i32 %10
  %13 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 %9, i32 %6, i32 %12, i32 31)
  %14 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %13, ptr %14, align 4
  ret void
}

;   __global__ void two_bits(unsigned *out, const unsigned *in) {
;     unsigned digit = in[threadIdx.x];
;     unsigned vote = __ballot_sync(~0u, digit & 3);
;     unsigned peers = digit & 1 ? vote : ~vote;
;     out[threadIdx.x] = __shfl_sync(peers, digit, __ffs(peers) - 1);
;   }
define void @_Z8two_bitsPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 3
  %8 = icmp ne i32 %7, 0
  %9 = zext i1 %8 to i32
  %10 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %9)
  %11 = and i32 %6, 1
  %sext = add nsw i32 %11, -1
  %12 = xor i32 %sext, %10
  %13 = tail call i32 @llvm.cttz.i32(i32 %12, i1 true)
  %14 = icmp eq i32 %10, %sext
  %15 = select i1 %14, i32 -1, i32 %13
  %16 = notail call i32 @raddle_shfl_idx(ptr %thread, i32 %12, i32 %6, i32 %15, i32 31)
  %17 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %16, ptr %17, align 4
  ret void
}
declare i32 @llvm.ctlz.i32(i32, i1 immarg)
declare i32 @raddle.thread.0()
declare i32 @raddle_vote_ballot(ptr, i32, i32)
declare i32 @raddle_shfl_idx(ptr, i32, i32, i32, i32)
declare i32 @llvm.cttz.i32(i32, i1 immarg)
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @_Z6digitsPjPKj, !"kernel", i32 1}
!1 = !{ptr @_Z5signsPjPKi, !"kernel", i32 1}
!2 = !{ptr @_Z5smallPjPKi, !"kernel", i32 1}
!3 = !{ptr @_Z6othersPjPKj, !"kernel", i32 1}
!4 = !{ptr @_Z8two_bitsPjPKj, !"kernel", i32 1}
