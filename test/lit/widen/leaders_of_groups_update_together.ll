; One lane of each group of equal values updates a place that the value says: the places differ, so the update is a gather and a
; scatter. Where the place is made of less than the groups differ in, or other lanes come there too, they may be the same.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5votesPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7matchesPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5pairsPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=EACH
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6othersPjPKj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=EACH
target triple = "x86_64-pc-linux-gnu"

; CHECK: define {{.*}} @_Z{{5votesPjPKj|7matchesPjPKj}}
; CHECK: [[OLD:%.*]] = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(
; CHECK: [[NEW:%.*]] = add <32 x i32> [[OLD]],
; CHECK: call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> [[NEW]],
; EACH: define {{.*}} @_Z{{5pairsPjPKj|6othersPjPKj}}
; EACH-NOT: llvm.masked.scatter
;   __global__ void votes(unsigned *out, const unsigned *in) {
;     __shared__ unsigned counts[16];
;     const int lane = threadIdx.x % 32;
;     const unsigned digit = in[threadIdx.x] >> 4 & 15;
;     unsigned peers = ~0u;
;   #pragma unroll
;     for (int bit = 0; bit < 4; ++bit) {
;       const unsigned vote = __ballot_sync(~0u, digit >> bit & 1);
;       peers &= digit >> bit & 1 ? vote : ~vote;
;     }
;     unsigned old = 0;
;     if (lane == 31 - __clz(peers))
;       old = atomicAdd(&counts[digit], __popc(peers));
;     out[threadIdx.x] = old;
;   }
define void @_Z5votesPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = and i32 %10, 16
  %.lobit = lshr exact i32 %11, 4
  %12 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit)
  %sext = add nsw i32 %.lobit, -1
  %13 = xor i32 %12, %sext
  %14 = and i32 %10, 32
  %.lobit5 = lshr exact i32 %14, 5
  %15 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit5)
  %sext6 = add nsw i32 %.lobit5, -1
  %16 = xor i32 %15, %sext6
  %17 = and i32 %16, %13
  %18 = and i32 %10, 64
  %.lobit7 = lshr exact i32 %18, 6
  %19 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit7)
  %sext8 = add nsw i32 %.lobit7, -1
  %20 = xor i32 %19, %sext8
  %21 = and i32 %20, %17
  %22 = and i32 %10, 128
  %.lobit9 = lshr exact i32 %22, 7
  %23 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %.lobit9)
  %sext10 = add nsw i32 %.lobit9, -1
  %24 = xor i32 %23, %sext10
  %25 = and i32 %24, %21
  %.zext = and i32 %7, 31
  %26 = tail call i32 @llvm.ctlz.i32(i32 %25, i1 false)
  %27 = sub nsw i32 31, %26
  %28 = icmp eq i32 %.zext, %27
  br i1 %28, label %29, label %35
29:
  %30 = lshr i32 %10, 4
  %31 = and i32 %30, 15
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds [16 x i32], ptr %6, i64 0, i64 %32
  %34 = tail call i32 @llvm.ctpop.i32(i32 %25)
  %old.i = atomicrmw add ptr %33, i32 %34 syncscope("device") monotonic, align 4, !raddle.block !1
  br label %35
35:
  %.0 = phi i32 [ %old.i, %29 ], [ 0, %2 ]
  %36 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %.0, ptr %36, align 4
  ret void
}

;   __global__ void matches(unsigned *out, const unsigned *in) {
;     __shared__ unsigned counts[1024];
;     const int lane = threadIdx.x % 32;
;     const unsigned digit = in[threadIdx.x];
;     const unsigned peers = __match_any_sync(~0u, digit);
;     unsigned old = 0;
;     if (__popc(peers & ((1u << lane) - 1)) == 0)
;       old = atomicAdd(&counts[digit + 3], __popc(peers));
;     out[threadIdx.x] = old;
;   }
define void @_Z7matchesPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %.zext = and i32 %7, 31
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = notail call i32 @raddle_match_any_32(ptr %thread, i32 -1, i32 %10)
  %notmask = shl nsw i32 -1, %.zext
  %12 = xor i32 %notmask, -1
  %13 = and i32 %11, %12
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %20
15:
  %16 = add i32 %10, 3
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %17
  %19 = tail call i32 @llvm.ctpop.i32(i32 %11)
  %old.i = atomicrmw add ptr %18, i32 %19 syncscope("device") monotonic, align 4, !raddle.block !3
  br label %20
20:
  %.0 = phi i32 [ %old.i, %15 ], [ 0, %2 ]
  %21 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %.0, ptr %21, align 4
  ret void
}

;   __global__ void pairs(unsigned *out, const unsigned *in) {
;     __shared__ unsigned counts[1024];
;     const int lane = threadIdx.x % 32;
;     const unsigned digit = in[threadIdx.x];
;     const unsigned peers = __match_any_sync(~0u, digit);
;     unsigned old = 0;
;     if (lane == __ffs(peers) - 1)
;       old = atomicAdd(&counts[digit / 2], __popc(peers));
;     out[threadIdx.x] = old;
;   }
define void @_Z5pairsPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %.zext = and i32 %7, 31
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = notail call i32 @raddle_match_any_32(ptr %thread, i32 -1, i32 %10)
  %12 = tail call i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = icmp ne i32 %11, 0
  %14 = icmp eq i32 %12, %.zext
  %15 = select i1 %13, i1 %14, i1 false
  br i1 %15, label %16, label %21
16:
  %17 = lshr i32 %10, 1
  %18 = zext nneg i32 %17 to i64
  %19 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %18
  %20 = tail call i32 @llvm.ctpop.i32(i32 %11)
  %old.i = atomicrmw add ptr %19, i32 %20 syncscope("device") monotonic, align 4, !raddle.block !5
  br label %21
21:
  %.0 = phi i32 [ %old.i, %16 ], [ 0, %2 ]
  %22 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %.0, ptr %22, align 4
  ret void
}

;   __global__ void others(unsigned *out, const unsigned *in) {
;     __shared__ unsigned counts[1024];
;     const int lane = threadIdx.x % 32;
;     const unsigned digit = in[threadIdx.x];
;     const unsigned peers = __match_any_sync(~0u, digit);
;     unsigned old = 0;
;     if (lane >= __ffs(peers))
;       old = atomicAdd(&counts[digit], __popc(peers));
;     out[threadIdx.x] = old;
;   }
define void @_Z6othersPjPKj(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %.zext = and i32 %7, 31
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = notail call i32 @raddle_match_any_32(ptr %thread, i32 -1, i32 %10)
  %12 = tail call i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = icmp ne i32 %11, 0
  %.not1 = icmp uge i32 %12, %.zext
  %.not = select i1 %13, i1 %.not1, i1 false
  br i1 %.not, label %18, label %14
14:
  %15 = zext i32 %10 to i64
  %16 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %15
  %17 = tail call i32 @llvm.ctpop.i32(i32 %11)
  %old.i = atomicrmw add ptr %16, i32 %17 syncscope("device") monotonic, align 4, !raddle.block !7
  br label %18
18:
  %.0 = phi i32 [ %old.i, %14 ], [ 0, %2 ]
  %19 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %.0, ptr %19, align 4
  ret void
}
declare i32 @llvm.ctlz.i32(i32, i1 immarg)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @raddle.thread.0()
declare i32 @raddle_vote_ballot(ptr, i32, i32)
declare ptr @raddle.thread.16()
declare i32 @raddle_match_any_32(ptr, i32, i32)
declare i32 @llvm.cttz.i32(i32, i1 immarg)
!nvvm.annotations = !{!0, !2, !4, !6}
!0 = !{ptr @_Z5votesPjPKj, !"kernel", i32 1}
!1 = !{}
!2 = !{ptr @_Z7matchesPjPKj, !"kernel", i32 1}
!3 = !{}
!4 = !{ptr @_Z5pairsPjPKj, !"kernel", i32 1}
!5 = !{}
!6 = !{ptr @_Z6othersPjPKj, !"kernel", i32 1}
!7 = !{}
