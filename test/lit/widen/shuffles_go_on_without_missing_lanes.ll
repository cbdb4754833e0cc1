; Where a mask names lanes that may be elsewhere, a shuffle goes on without them if nobody reads from one. Shuffles in a
; row ask once whether all are there; only where they are not is it looked up who reads from whom. Votes do not go on.
; RUN: %kernelc -bitcode %s -kernel _Z6groupsPiS_ -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z5wholePi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=WHOLE
; RUN: %kernelc -bitcode %s -kernel _Z4votePiS_ -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=VOTE
target triple = "x86_64-pc-linux-gnu"

; CHECK: define void @_Z6groupsPiS_
; CHECK: br i1 %{{.*}}, label %lanes.meet, label %lanes.missing
; CHECK-NOT: label %lanes.missing
; CHECK: lanes.warn:
; CHECK: call void @raddle_lanes_are_missing(ptr %{{.*}}, ptr @raddle.place, i32 -1, {{.*}}) #[[#KEEPS:]]
; CHECK-NOT: call void @raddle_lanes_are_missing
; CHECK: attributes #[[#KEEPS]] = { nomerge memory(argmem: readwrite, inaccessiblemem: readwrite) "no_caller_saved_registers" }
;   __global__ void groups(int *out, int *rounds) {
;     int sum = 0;
;     for (int i = 0; i < rounds[threadIdx.x / 8]; ++i) {
;       sum += i + threadIdx.x;
;       // clang-format off
;       sum += __shfl_xor_sync(0xffffffff, sum, 4); sum += __shfl_xor_sync(0xffffffff, sum, 2); sum += __shfl_xor_sync(0xffffffff, sum, 1);
;       // clang-format on
;     }
;     __syncthreads();
;     out[threadIdx.x] = sum;
;   }
define void @_Z6groupsPiS_(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %.zext = lshr i32 %3, 3
  %4 = zext nneg i32 %.zext to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp sgt i32 %6, 0
  br i1 %7, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  %.lcssa = phi i32 [ %17, %.lr.ph ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi i32 [ 0, %2 ], [ %.lcssa, %._crit_edge.loopexit ]
  notail call void @raddle_syncthreads(ptr %thread)
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %.01.lcssa, ptr %9, align 4
  ret void
.lr.ph:
  %.03 = phi i32 [ %18, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %.012 = phi i32 [ %17, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %10 = add i32 %.012, %3
  %11 = add i32 %10, %.03
  %12 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %11, i32 4, i32 31)
  %13 = add nsw i32 %12, %11
  %14 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %13, i32 2, i32 31)
  %15 = add nsw i32 %13, %14
  %16 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %15, i32 1, i32 31)
  %17 = add nsw i32 %15, %16
  %18 = add nuw nsw i32 %.03, 1
  %19 = load i32, ptr %5, align 4
  %20 = icmp slt i32 %18, %19
  br i1 %20, label %.lr.ph, label %._crit_edge.loopexit
}

; WHOLE: define void @_Z5wholePi
; WHOLE-NOT: raddle_lanes_are_missing
;   __global__ void whole(int *out) {
;     int sum = out[threadIdx.x];
;     for (int d = 16; d > 0; d /= 2)
;       sum += __shfl_down_sync(0xffffffff, sum, d);
;     out[threadIdx.x] = sum;
;   }
define void @_Z5wholePi(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = zext nneg i32 %2 to i64
  %4 = getelementptr inbounds i32, ptr %0, i64 %3
  %5 = load i32, ptr %4, align 4
  %6 = notail call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %5, i32 16, i32 31)
  %7 = add nsw i32 %6, %5
  %8 = notail call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %7, i32 8, i32 31)
  %9 = add nsw i32 %8, %7
  %10 = notail call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %9, i32 4, i32 31)
  %11 = add nsw i32 %10, %9
  %12 = notail call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %11, i32 2, i32 31)
  %13 = add nsw i32 %12, %11
  %14 = notail call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %13, i32 1, i32 31)
  %15 = add nsw i32 %14, %13
  store i32 %15, ptr %4, align 4
  ret void
}

; VOTE: define void @_Z4votePiS_
; VOTE: call void @raddle_lanes_part
; VOTE-NOT: raddle_lanes_are_missing
;   __global__ void vote(int *out, int *rounds) {
;     int sum = 0;
;     for (int i = 0; i < rounds[threadIdx.x / 8]; ++i)
;       sum += __any_sync(0xffffffff, i == threadIdx.x);
;     __syncthreads();
;     out[threadIdx.x] = sum;
;   }
define void @_Z4votePiS_(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %.zext = lshr i32 %3, 3
  %4 = zext nneg i32 %.zext to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp sgt i32 %6, 0
  br i1 %7, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  %.lcssa = phi i32 [ %15, %.lr.ph ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi i32 [ 0, %2 ], [ %.lcssa, %._crit_edge.loopexit ]
  notail call void @raddle_syncthreads(ptr %thread)
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  store i32 %.01.lcssa, ptr %9, align 4
  ret void
.lr.ph:
  %.03 = phi i32 [ %16, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %.012 = phi i32 [ %15, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %10 = icmp eq i32 %.03, %3
  %11 = zext i1 %10 to i32
  %12 = notail call i32 @raddle_vote_any(ptr %thread, i32 -1, i32 %11)
  %13 = icmp ne i32 %12, 0
  %14 = zext i1 %13 to i32
  %15 = add nuw nsw i32 %.012, %14
  %16 = add nuw nsw i32 %.03, 1
  %17 = load i32, ptr %5, align 4
  %18 = icmp slt i32 %16, %17
  br i1 %18, label %.lr.ph, label %._crit_edge.loopexit
}
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare i32 @raddle_shfl_bfly(ptr, i32, i32, i32, i32)
declare i32 @raddle_shfl_down(ptr, i32, i32, i32, i32)
declare i32 @raddle_vote_any(ptr, i32, i32)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z6groupsPiS_, !"kernel", i32 1}
!1 = !{ptr @_Z5wholePi, !"kernel", i32 1}
!2 = !{ptr @_Z4votePiS_, !"kernel", i32 1}
