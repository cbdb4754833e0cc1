; Sides of a branch whose lanes return, if only after a vote of their own, are run before all lanes meet.
; RUN: %kernelc -bitcode %s -kernel _Z4sidePj -lanes 32 -block rows -run-pass separate-exiting-lanes,widen | FileCheck %s --check-prefix=SIDE
; RUN: %kernelc -bitcode %s -kernel _Z4loopPj -lanes 32 -block rows -run-pass separate-exiting-lanes,widen | FileCheck %s --check-prefix=LOOP
; RUN: %kernelc -bitcode %s -kernel _Z4partPjj -lanes 32 -block rows -run-pass separate-exiting-lanes,widen | FileCheck %s --check-prefix=PART
; RUN: %kernelc -bitcode %s -kernel _Z12part_in_loopPjj -lanes 32 -block rows -run-pass separate-exiting-lanes,widen | FileCheck %s --check-prefix=PARTLOOP
; RUN: %kernelc -bitcode %s -kernel _Z13between_votesPji -lanes 32 -block rows -run-pass separate-exiting-lanes,widen | FileCheck %s --check-prefix=BETWEEN
; RUN: %kernelc -bitcode %s -kernel _Z6calledPjj -lanes 32 -block rows -run-pass separate-exiting-lanes,widen | FileCheck %s --check-prefix=CALLED
target triple = "x86_64-pc-linux-gnu"

; SIDE: define void @_Z4sidePj(
; SIDE: add <32 x i32> %{{.*}}, <i32 77, i32 77,
; SIDE: add <32 x i32> %{{.*}}, <i32 55, i32 55,
;   __global__ void side(unsigned *out) {
;     const unsigned lane = threadIdx.x;
;     if (lane & 1) {
;       out[lane] = __popc(__ballot_sync(0xffffffff, true)) * lane + 55;
;     } else {
;       out[lane] = __ballot_sync(1u << lane, true) + 77;
;     }
;   }
define void @_Z4sidePj(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = and i32 %2, 1
  %.not = icmp eq i32 %3, 0
  br i1 %.not, label %9, label %4
4:
  %5 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 1)
  %6 = tail call i32 @llvm.ctpop.i32(i32 %5)
  %7 = mul nuw nsw i32 %6, %2
  %8 = add nuw nsw i32 %7, 55
  br label %15
9:
  %10 = icmp ult i32 %2, 32
  %11 = shl nuw i32 1, %2
  %12 = select i1 %10, i32 %11, i32 0
  %13 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %12, i32 1)
  %14 = add i32 %13, 77
  br label %15
15:
  %.sink = phi i32 [ %14, %9 ], [ %8, %4 ]
  %16 = zext nneg i32 %2 to i64
  %17 = getelementptr inbounds i32, ptr %0, i64 %16
  store i32 %.sink, ptr %17, align 4
  ret void
}

; The way out is a part of the loop.
; LOOP: define void @_Z4loopPj(
; LOOP: {{^}}[[WAY:.*leaving]]:
; LOOP: br i1 true, label %[[WAY]].true, label %[[WAY]].false
;   __global__ void loop(unsigned *out) {
;     const unsigned lane = threadIdx.x;
;   #pragma unroll 1
;     for (unsigned i = 0; i < out[64]; ++i) {
;       out[i] = __popc(__ballot_sync(0xffffffff, lane > i));
;       if (lane == i) {
;         out[lane + 32] = __ballot_sync(1u << lane, true) + 77;
;         return;
;       }
;     }
;   }
define void @_Z4loopPj(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = getelementptr inbounds i8, ptr %0, i64 256
  %4 = load i32, ptr %3, align 4
  %.not = icmp eq i32 %4, 0
  br i1 %.not, label %.loopexit, label %.lr.ph.preheader
.lr.ph.preheader:
  br label %.lr.ph
5:
  %6 = add nuw nsw i32 %.012, 1
  %7 = load i32, ptr %3, align 4
  %8 = icmp ult i32 %6, %7
  br i1 %8, label %.lr.ph, label %.loopexit.loopexit
.lr.ph:
  %.012 = phi i32 [ %6, %5 ], [ 0, %.lr.ph.preheader ]
  %9 = icmp ugt i32 %2, %.012
  %10 = zext i1 %9 to i32
  %11 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %10)
  %12 = tail call i32 @llvm.ctpop.i32(i32 %11)
  %13 = zext nneg i32 %.012 to i64
  %14 = getelementptr inbounds i32, ptr %0, i64 %13
  store i32 %12, ptr %14, align 4
  %15 = icmp eq i32 %2, %.012
  br i1 %15, label %16, label %5
16:
  %17 = icmp ult i32 %2, 32
  %18 = shl nuw i32 1, %2
  %19 = select i1 %17, i32 %18, i32 0
  %20 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %19, i32 1)
  %21 = add i32 %20, 77
  %22 = zext nneg i32 %2 to i64
  %23 = getelementptr inbounds i32, ptr %0, i64 %22
  %24 = getelementptr inbounds i8, ptr %23, i64 128
  store i32 %21, ptr %24, align 4
  br label %.loopexit
.loopexit.loopexit:
  br label %.loopexit
.loopexit:
  ret void
}

; Whose mask is a part of another one comes before those that wait for all of it, which nobody knows before the launch.
; PART: define void @_Z4partPjj(
; PART: store i32 77, ptr
; PART: store i32 66, ptr
; PART: store i32 55, ptr
;   __global__ void part(unsigned *out, unsigned whole) {
;     const unsigned lane = threadIdx.x, half = whole & out[32];
;     if (lane < 16)
;       out[lane] = __popc(__ballot_sync(whole, out[lane])) * lane + 55;
;     else if (lane & 1)
;       out[lane] = __popc(__ballot_sync(half & 0xaaaaaaaa, out[lane])) * lane + 77;
;     else
;       out[lane] = __popc(__ballot_sync(half, out[lane])) * lane + 66;
;   }
define void @_Z4partPjj(ptr %thread, ptr %0, i32 "raddle-is-mask" %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = getelementptr inbounds i8, ptr %0, i64 128
  %5 = load i32, ptr %4, align 4
  %6 = and i32 %5, %1
  %7 = icmp ult i32 %3, 16
  br i1 %7, label %8, label %15
8:
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4
  %12 = icmp ne i32 %11, 0
  %13 = zext i1 %12 to i32
  %14 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %1, i32 %13)
  br label %32
15:
  %16 = and i32 %3, 1
  %.not = icmp eq i32 %16, 0
  br i1 %.not, label %25, label %17
17:
  %18 = and i32 %6, -1431655766
  %19 = zext nneg i32 %3 to i64
  %20 = getelementptr inbounds i32, ptr %0, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = icmp ne i32 %21, 0
  %23 = zext i1 %22 to i32
  %24 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %18, i32 %23)
  br label %32
25:
  %26 = zext nneg i32 %3 to i64
  %27 = getelementptr inbounds i32, ptr %0, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = icmp ne i32 %28, 0
  %30 = zext i1 %29 to i32
  %31 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %6, i32 %30)
  br label %32
32:
  %.sink4 = phi i32 [ %24, %17 ], [ %31, %25 ], [ %14, %8 ]
  %.sink3 = phi i32 [ 77, %17 ], [ 66, %25 ], [ 55, %8 ]
  %33 = sext i32 %3 to i64
  %34 = getelementptr inbounds i32, ptr %0, i64 %33
  %35 = tail call i32 @llvm.ctpop.i32(i32 %.sink4)
  %36 = mul nuw nsw i32 %35, %3
  %37 = add nuw nsw i32 %36, %.sink3
  store i32 %37, ptr %34, align 4
  ret void
}

; PARTLOOP: define void @_Z12part_in_loopPjj(
; PARTLOOP: {{^}}[[WAY:.*leaving]]:
; PARTLOOP: br i1 true, label %[[WAY]].true, label %[[WAY]].false
;   __global__ void part_in_loop(unsigned *out, unsigned whole) {
;     const unsigned lane = threadIdx.x;
;   #pragma unroll 1
;     for (unsigned i = 0; i < out[64]; ++i) {
;       out[i] = __popc(__ballot_sync(whole, lane > i));
;       if (lane == i) {
;         out[lane + 32] = __ballot_sync(whole & 1u << lane, true) + 77;
;         return;
;       }
;     }
;   }
define void @_Z12part_in_loopPjj(ptr %thread, ptr %0, i32 "raddle-is-mask" %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = getelementptr inbounds i8, ptr %0, i64 256
  %5 = load i32, ptr %4, align 4
  %.not = icmp eq i32 %5, 0
  br i1 %.not, label %.loopexit, label %.lr.ph.preheader
.lr.ph.preheader:
  br label %.lr.ph
6:
  %7 = add nuw nsw i32 %.012, 1
  %8 = load i32, ptr %4, align 4
  %9 = icmp ult i32 %7, %8
  br i1 %9, label %.lr.ph, label %.loopexit.loopexit
.lr.ph:
  %.012 = phi i32 [ %7, %6 ], [ 0, %.lr.ph.preheader ]
  %10 = icmp ugt i32 %3, %.012
  %11 = zext i1 %10 to i32
  %12 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %1, i32 %11)
  %13 = tail call i32 @llvm.ctpop.i32(i32 %12)
  %14 = zext nneg i32 %.012 to i64
  %15 = getelementptr inbounds i32, ptr %0, i64 %14
  store i32 %13, ptr %15, align 4
  %16 = icmp eq i32 %3, %.012
  br i1 %16, label %17, label %6
17:
  %18 = icmp ult i32 %3, 32
  %19 = shl nuw i32 1, %3
  %20 = select i1 %18, i32 %19, i32 0
  %21 = and i32 %20, %1
  %22 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %21, i32 1)
  %23 = add i32 %22, 77
  %24 = zext nneg i32 %3 to i64
  %25 = getelementptr inbounds i32, ptr %0, i64 %24
  %26 = getelementptr inbounds i8, ptr %25, i64 128
  store i32 %23, ptr %26, align 4
  br label %.loopexit
.loopexit.loopexit:
  br label %.loopexit
.loopexit:
  ret void
}

; The mask goes along with the loop: it names more than one lane.
; BETWEEN: define void @_Z13between_votesPji(
; BETWEEN: store i32 77, ptr
; BETWEEN: store i32 66, ptr
;   __global__ void between_votes(unsigned *out, int rounds) {
;     const unsigned lane = threadIdx.x;
;     unsigned mask = 0xffffffff;
;   #pragma unroll 1
;     for (int i = 0;; ++i) {
;       mask = __ballot_sync(mask, i < rounds);
;       if (i >= rounds)
;         break;
;       if (lane & 1) {
;         out[0] = 77;
;         return;
;       }
;       out[__ballot_sync(mask, true)] = 66;
;     }
;     __syncwarp();
;     out[1] = 55;
;   }
define void @_Z13between_votesPji(ptr %thread, ptr %0, i32 %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = and i32 %3, 1
  %.not5 = icmp eq i32 %4, 0
  %smax = call i32 @llvm.smax.i32(i32 %1, i32 0)
  br label %5
5:
  %.02 = phi i32 [ -1, %2 ], [ %8, %10 ]
  %.01 = phi i32 [ 0, %2 ], [ %14, %10 ]
  %6 = icmp slt i32 %.01, %1
  %7 = zext i1 %6 to i32
  %8 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %.02, i32 %7)
  %exitcond.not = icmp eq i32 %.01, %smax
  br i1 %exitcond.not, label %16, label %9
9:
  br i1 %.not5, label %10, label %15
10:
  %11 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %8, i32 1)
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  store i32 66, ptr %13, align 4
  %14 = add nuw i32 %.01, 1
  br label %5
15:
  store i32 77, ptr %0, align 4
  br label %18
16:
  notail call void @raddle_syncwarp(ptr %thread, i32 -1)
  %17 = getelementptr inbounds i8, ptr %0, i64 4
  store i32 55, ptr %17, align 4
  br label %18
18:
  ret void
}

; Who hands such a mask to a function waits for its lanes; numbers beside it are no masks.
; CALLED: define void @_Z6calledPjj(
; CALLED: call {{.*}}@_Z8in_callsjj
; CALLED: store i32 55, ptr
;   __noinline__ __device__ unsigned in_calls(unsigned value, unsigned lanes) {
;     return __popc(__ballot_sync(lanes, value)) + value;
;   }

;   __global__ void called(unsigned *out, unsigned whole) {
;     const unsigned lane = threadIdx.x, part = __ballot_sync(whole, lane >= 16);
;     if (lane < 16) {
;       out[__ballot_sync(whole, out[lane]) & 31] = 55;
;     } else {
;       out[lane] = in_calls(whole & lane, part);
;     }
;   }
define i32 @_Z8in_callsjj(ptr %thread, i32 %0, i32 "raddle-is-mask" %1) "raddle-waits" {
  %3 = icmp ne i32 %0, 0
  %4 = zext i1 %3 to i32
  %5 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %1, i32 %4)
  %6 = tail call i32 @llvm.ctpop.i32(i32 %5)
  %7 = add i32 %6, %0
  ret i32 %7
}
define void @_Z6calledPjj(ptr %thread, ptr %0, i32 "raddle-is-mask" %1) "raddle-waits" {
  %3 = tail call i32 @raddle.thread.0()
  %4 = icmp ugt i32 %3, 15
  %5 = zext i1 %4 to i32
  %6 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %1, i32 %5)
  %7 = icmp ult i32 %3, 16
  br i1 %7, label %8, label %16
8:
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %11 = load i32, ptr %10, align 4
  %12 = icmp ne i32 %11, 0
  %13 = zext i1 %12 to i32
  %14 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 %1, i32 %13)
  %15 = and i32 %14, 31
  br label %19
16:
  %17 = and i32 %3, %1
  %18 = tail call i32 @_Z8in_callsjj(ptr %thread, i32 %17, i32 "raddle-is-mask" %6)
  br label %19
19:
  %.sink17 = phi i32 [ %3, %16 ], [ %15, %8 ]
  %.sink = phi i32 [ %18, %16 ], [ 55, %8 ]
  %20 = zext nneg i32 %.sink17 to i64
  %21 = getelementptr inbounds i32, ptr %0, i64 %20
  store i32 %.sink, ptr %21, align 4
  ret void
}
declare i32 @llvm.ctpop.i32(i32)
declare i32 @raddle.thread.0() local_unnamed_addr
declare i32 @raddle_vote_ballot(ptr, i32, i32) local_unnamed_addr
declare void @raddle_syncwarp(ptr, i32)
declare i32 @llvm.smax.i32(i32, i32)
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @_Z4sidePj, !"kernel", i32 1}
!1 = !{ptr @_Z4loopPj, !"kernel", i32 1}
!2 = !{ptr @_Z4partPjj, !"kernel", i32 1}
!3 = !{ptr @_Z12part_in_loopPjj, !"kernel", i32 1}
!4 = !{ptr @_Z13between_votesPji, !"kernel", i32 1}
!5 = !{ptr @_Z6calledPjj, !"kernel", i32 1}
