; Warps that wait at barriers only run one by one in a loop for each part of the kernel.
; RUN: split-file-19 %s %t
; RUN: %kernelc -bitcode %t/reverse.ll -kernel _Z7reversePiPKi -lanes 32 -block rows -run-pass loop-over-warps | FileCheck %s --check-prefix=REVERSE
; RUN: %kernelc -bitcode %t/level.ll -kernel _Z5levelPii -lanes 32 -block rows -run-pass loop-over-warps | FileCheck %s --check-prefix=LEVEL
; RUN: %kernelc -bitcode %t/level.ll -kernel _Z5levelPii -lanes 32 -block rows -run-pass loop-over-warps,build-entries | FileCheck %s --check-prefix=ENTRY
; RUN: %kernelc -bitcode %t/some.ll -kernel _Z4somePii -lanes 32 -block rows -run-pass loop-over-warps,build-entries | FileCheck %s --check-prefix=SOME
; RUN: %kernelc -bitcode %t/part.ll -kernel _Z4partPii -lanes 32 -block rows -run-pass build-entries | FileCheck %s --check-prefix=PART
; RUN: %kernelc -bitcode %t/meet.ll -kernel _Z4meetPii -lanes 32 -block rows -run-pass loop-over-warps,build-entries | FileCheck %s --check-prefix=MEET
; RUN: %kernelc -bitcode %t/total.ll -kernel _Z5totalPKiPii -lanes 32 -block rows -run-pass loop-over-warps | FileCheck %s --check-prefix=TOTAL
; RUN: %kernelc -bitcode %t/totals.ll -kernel _Z6totalsPKiPiii -lanes 32 -block rows -run-pass loop-over-warps | FileCheck %s --check-prefix=TOTALS

;--- reverse.ll

; A value that lives across the barrier has a place for each warp; an address is computed again.
; REVERSE-LABEL: define {{.*}} @_Z7reversePiPKi(
; REVERSE: %[[KEPT:.*kept.*]] = alloca [32 x <32 x i32>]
; REVERSE-NOT: kept{{.*}} = alloca
; REVERSE: %threads = alloca [32 x
; REVERSE-NOT: @raddle_syncthreads
; REVERSE: store <32 x i32> %{{.*}}, ptr %[[KEPT]]
; REVERSE: phi i64
; REVERSE: load <32 x i32>, ptr %[[KEPT]]
;   __global__ void reverse(int *out, const int *in) {
;     __shared__ int tile[1024];
;     int own = in[threadIdx.x];
;     tile[threadIdx.x] = own;
;     __syncthreads();
;     out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] - own;
;   }
target triple = "x86_64-pc-linux-gnu"
declare void @raddle_syncthreads(ptr)
define void @_Z7reversePiPKi(ptr %thread, ptr %0, ptr %1) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %2 = getelementptr inbounds i8, ptr %thread, i32 16
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %thread, i32 0
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %thread, i32 16
  %7 = load ptr, ptr %6, align 8
  br label %start
start:
  br label %8
8:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %9 = getelementptr i8, ptr %3, i32 40
  %10 = load ptr, ptr %9, align 8
  %11 = zext i32 %5 to i64
  %12 = getelementptr i32, ptr %1, i64 %11
  %13 = load <32 x i32>, ptr %12, align 4
  %14 = getelementptr [1024 x i32], ptr %10, i64 0, i64 %11
  store <32 x i32> %13, ptr %14, align 4
  %15 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 -1, ptr %15, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %16 = getelementptr i8, ptr %7, i64 12
  %17 = load i32, ptr %16, align 4
  %18 = xor i32 %5, -1
  %19 = add i32 %17, %18
  %20 = zext i32 %19 to i64
  %21 = getelementptr [1024 x i32], ptr %10, i64 0, i64 %20
  %22 = getelementptr i8, ptr %21, i64 -124
  %23 = load <16 x i32>, ptr %22, align 4
  %24 = getelementptr i8, ptr %21, i64 -60
  %25 = load <16 x i32>, ptr %24, align 4
  %26 = shufflevector <16 x i32> %25, <16 x i32> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %27 = shufflevector <16 x i32> %23, <16 x i32> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %28 = shufflevector <16 x i32> %26, <16 x i32> %27, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %29 = sub <32 x i32> %28, %13
  %30 = getelementptr i32, ptr %0, i64 %11
  store <32 x i32> %29, ptr %30, align 4
  ret void
}
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z7reversePiPKi, !"kernel", i32 1}

;--- level.ll

; The loop that holds the barrier is run once for all warps; what only one warp does is a branch within a part.
; LEVEL-LABEL: define {{.*}} @_Z5levelPii(
; LEVEL: %[[STEP:.*]] = phi i32
; LEVEL: br
; LEVEL: phi i64
; LEVEL-NOT: @raddle_syncthreads
; ENTRY-NOT: define {{.*}} @_Z5levelPii.thread(
; ENTRY: define {{.*}} @_Z5levelPii.block(
; ENTRY-NOT: phi
; ENTRY: ret void
;   __global__ void level(int *out, int steps) {
;     __shared__ int sum;
;     for (int step = 0; step < steps; ++step) {
;       if (threadIdx.x / 32 == 2)
;         sum = step;
;       __syncthreads();
;       out[threadIdx.x] += sum;
;       __syncthreads();
;     }
;   }
target triple = "x86_64-pc-linux-gnu"
@operation = private constant [19 x i8] c"raddle_syncthreads\00", align 1
@operation.1 = private constant [19 x i8] c"raddle_syncthreads\00", align 1
declare void @raddle_syncthreads(ptr)
declare void @raddle_lanes_part(ptr, ptr, i32, i32, i32, i32)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32 immarg, <32 x i1>, <32 x i32>)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32 immarg, <32 x i1>)
define void @_Z5levelPii(ptr %thread, ptr %0, i32 %1) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.01.next = alloca i32, align 4
  %.mask2 = alloca <32 x i1>, align 4
  %.waiting = alloca <32 x i1>, align 4
  %.mask3 = alloca <32 x i1>, align 4
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %._crit_edge.loopexit.waiting = alloca <32 x i1>, align 4
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %._crit_edge.waiting = alloca <32 x i1>, align 4
  %2 = getelementptr inbounds i8, ptr %thread, i32 16
  %3 = load ptr, ptr %2, align 8
  %4 = alloca ptr, align 8
  %5 = getelementptr inbounds i8, ptr %thread, i32 0
  %6 = load i32, ptr %5, align 4
  %7 = alloca i1, align 1
  %8 = alloca ptr, align 8
  %.015 = alloca i32, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %._crit_edge.loopexit.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %._crit_edge.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %9
9:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %10 = getelementptr i8, ptr %3, i32 40
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %4, align 8
  %12 = icmp sgt i32 %1, 0
  br i1 %12, label %.true, label %.false
.lr.ph:
  %13 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %13, ptr %.lr.ph.mask, align 4
  %.zext.mask = and i32 %6, 992
  %14 = icmp eq i32 %.zext.mask, 64
  store i1 %14, ptr %7, align 1
  %15 = zext i32 %6 to i64
  %16 = getelementptr i32, ptr %0, i64 %15
  store ptr %16, ptr %8, align 8
  store i32 0, ptr %.01.next, align 4
  br label %17
17:
  %18 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %18, ptr %.mask1, align 4
  %.01 = load i32, ptr %.01.next, align 4
  store i32 %.01, ptr %.015, align 4
  %19 = load i1, ptr %7, align 1
  br i1 %19, label %.true6, label %.false7
20:
  %21 = load <32 x i1>, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> %21, ptr %.mask2, align 4
  %.018 = load i32, ptr %.015, align 4
  %22 = load ptr, ptr %4, align 8
  store i32 %.018, ptr %22, align 4
  br label %23
23:
  %24 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %24, ptr %.mask3, align 4
  %25 = bitcast <32 x i1> %24 to i32
  %26 = icmp eq i32 -1, %25
  %27 = bitcast <32 x i1> %24 to i32
  br i1 %26, label %lanes.meet, label %lanes.part
._crit_edge.loopexit:
  %28 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %._crit_edge.loopexit.waiting, align 4
  store <32 x i1> %28, ptr %._crit_edge.loopexit.mask, align 4
  %29 = load <32 x i1>, ptr %._crit_edge.waiting, align 4
  %30 = or <32 x i1> %29, %28
  store <32 x i1> %30, ptr %._crit_edge.waiting, align 4
  br label %._crit_edge
._crit_edge:
  store <32 x i1> zeroinitializer, ptr %._crit_edge.waiting, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.mask, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  %31 = load <32 x i1>, ptr %._crit_edge.waiting, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.waiting, align 4
  br label %._crit_edge
.true6:
  store <32 x i1> %18, ptr %.waiting, align 4
  br label %20
.false7:
  br label %23
lanes.part:
  call void @raddle_lanes_part(ptr %thread, ptr @operation, i32 32, i32 -1, i32 %27, i32 -1)
  unreachable
lanes.meet:
  %32 = bitcast <32 x i1> %24 to i32
  %33 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %32, ptr %33, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %34 = load ptr, ptr %4, align 8
  %35 = load i32, ptr %34, align 4
  %36 = load ptr, ptr %8, align 8
  %37 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %36, i32 4, <32 x i1> %24, <32 x i32> zeroinitializer)
  %.splatinsert = insertelement <32 x i32> poison, i32 %35, i64 0
  %.splat = shufflevector <32 x i32> %.splatinsert, <32 x i32> poison, <32 x i32> zeroinitializer
  %38 = add <32 x i32> %37, %.splat
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %38, ptr %36, i32 4, <32 x i1> %24)
  %39 = bitcast <32 x i1> %24 to i32
  %40 = icmp eq i32 -1, %39
  %41 = bitcast <32 x i1> %24 to i32
  br i1 %40, label %lanes.meet10, label %lanes.part9
lanes.part9:
  call void @raddle_lanes_part(ptr %thread, ptr @operation.1, i32 32, i32 -1, i32 %41, i32 -1)
  unreachable
lanes.meet10:
  %42 = bitcast <32 x i1> %24 to i32
  %43 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %42, ptr %43, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %.0111 = load i32, ptr %.015, align 4
  %44 = add i32 %.0111, 1
  %exitcond.not = icmp eq i32 %44, %1
  br i1 %exitcond.not, label %.true13, label %.false14
.true13:
  store <32 x i1> %24, ptr %._crit_edge.loopexit.waiting, align 4
  br label %._crit_edge.loopexit
.false14:
  store i32 %44, ptr %.01.next, align 4
  br label %17
}
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z5levelPii, !"kernel", i32 1}

;--- some.ll

; Warps that return early are taken off the list, and numbers are added up at the barrier before it.
; SOME-LABEL: define {{.*}} @_Z4somePii(
; SOME: %living.warps = alloca [32 x i64]
; SOME-NOT: call {{.*}} @raddle_syncthreads
; SOME-NOT: call {{.*}} @raddle_warp_syncthreads_count
; SOME: define {{.*}} @_Z4somePii.block(
;   __global__ void some(int *out, int steps) {
;     if (threadIdx.x / 32 == 2)
;       return;
;     out[threadIdx.x] = steps;
;     __syncthreads();
;     out[threadIdx.x ^ 32] += __syncthreads_count(out[threadIdx.x] > 3);
;   }
target triple = "x86_64-pc-linux-gnu"
@operation = private constant [19 x i8] c"raddle_syncthreads\00", align 1
@operation.1 = private constant [25 x i8] c"raddle_syncthreads_count\00", align 1
declare void @raddle_syncthreads(ptr)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32 immarg, <32 x i1>)
declare void @raddle_lanes_part(ptr, ptr, i32, i32, i32, i32)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32 immarg, <32 x i1>, <32 x i32>)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @raddle_warp_syncthreads_count(ptr, i32)
define void @_Z4somePii(ptr %thread, ptr %0, i32 %1) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.waiting = alloca <32 x i1>, align 4
  %.mask2 = alloca <32 x i1>, align 4
  %.waiting3 = alloca <32 x i1>, align 4
  %2 = getelementptr inbounds i8, ptr %thread, i32 0
  %3 = load i32, ptr %2, align 4
  %4 = alloca i32, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting3, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %5
5:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  store i32 %3, ptr %4, align 4
  %.zext.mask = and i32 %3, 992
  %6 = icmp eq i32 %.zext.mask, 64
  br i1 %6, label %.true, label %.false
7:
  %8 = load <32 x i1>, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> %8, ptr %.mask1, align 4
  %9 = load i32, ptr %4, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr i32, ptr %0, i64 %10
  %.splatinsert = insertelement <32 x i32> poison, i32 %1, i64 0
  %.splat = shufflevector <32 x i32> %.splatinsert, <32 x i32> poison, <32 x i32> zeroinitializer
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %.splat, ptr %11, i32 4, <32 x i1> %8)
  %12 = bitcast <32 x i1> %8 to i32
  %13 = icmp eq i32 -1, %12
  %14 = bitcast <32 x i1> %8 to i32
  br i1 %13, label %lanes.meet, label %lanes.part
15:
  store <32 x i1> zeroinitializer, ptr %.waiting3, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask2, align 4
  ret void
.true:
  %16 = load <32 x i1>, ptr %.waiting3, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.waiting3, align 4
  br label %15
.false:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.waiting, align 4
  br label %7
lanes.part:
  call void @raddle_lanes_part(ptr %thread, ptr @operation, i32 32, i32 -1, i32 %14, i32 -1)
  unreachable
lanes.meet:
  %17 = bitcast <32 x i1> %8 to i32
  %18 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %17, ptr %18, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %19 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %11, i32 4, <32 x i1> %8, <32 x i32> zeroinitializer)
  %20 = icmp sgt <32 x i32> %19, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %21 = zext <32 x i1> %20 to <32 x i32>
  %22 = bitcast <32 x i1> %8 to i32
  %23 = icmp eq i32 -1, %22
  %24 = bitcast <32 x i1> %8 to i32
  br i1 %23, label %lanes.meet6, label %lanes.part5
lanes.part5:
  call void @raddle_lanes_part(ptr %thread, ptr @operation.1, i32 32, i32 -1, i32 %24, i32 -1)
  unreachable
lanes.meet6:
  %25 = bitcast <32 x i1> %8 to i32
  %26 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %25, ptr %26, align 4
  %27 = and <32 x i1> %8, %20
  %28 = bitcast <32 x i1> %27 to i32
  %29 = call i32 @llvm.ctpop.i32(i32 %28)
  %30 = call i32 @raddle_warp_syncthreads_count(ptr %thread, i32 %29)
  %31 = xor i32 %9, 32
  %32 = zext i32 %31 to i64
  %33 = getelementptr i32, ptr %0, i64 %32
  %34 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %33, i32 4, <32 x i1> %8, <32 x i32> zeroinitializer)
  %.splatinsert7 = insertelement <32 x i32> poison, i32 %30, i64 0
  %.splat8 = shufflevector <32 x i32> %.splatinsert7, <32 x i32> poison, <32 x i32> zeroinitializer
  %35 = add <32 x i32> %34, %.splat8
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %35, ptr %33, i32 4, <32 x i1> %8)
  %36 = load <32 x i1>, ptr %.waiting3, align 4
  %37 = or <32 x i1> %36, %8
  store <32 x i1> %37, ptr %.waiting3, align 4
  br label %15
}
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z4somePii, !"kernel", i32 1}

;--- part.ll

; Warps that come to different barriers are fibers.
; PART-LABEL: define {{.*}} @_Z4partPii(
; PART: call void @raddle_syncthreads
; PART: define {{.*}} @_Z4partPii.thread(
; PART-NOT: define {{.*}} @_Z4partPii.block(
;   __global__ void part(int *out, int steps) {
;     if (threadIdx.x / 32 == 2)
;       __syncthreads();
;     out[threadIdx.x] = steps;
;     __syncthreads();
;   }
target triple = "x86_64-pc-linux-gnu"
declare void @raddle_syncthreads(ptr)
define void @_Z4partPii(ptr %thread, ptr %0, i32 %1) {
entry:
  br label %entry.split
entry.split:
  %2 = load i32, ptr %thread, align 4
  %.zext.mask = and i32 %2, 992
  %3 = icmp eq i32 %.zext.mask, 64
  br i1 %3, label %lanes.meet, label %.false
.false:
  %4 = zext i32 %2 to i64
  %5 = getelementptr i32, ptr %0, i64 %4
  %.splatinsert = insertelement <32 x i32> poison, i32 %1, i64 0
  %.splat = shufflevector <32 x i32> %.splatinsert, <32 x i32> poison, <32 x i32> zeroinitializer
  store <32 x i32> %.splat, ptr %5, align 4
  %6 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 -1, ptr %6, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  br label %.false.split
.false.split:
  ret void
lanes.meet:
  %7 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 -1, ptr %7, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  br label %lanes.meet.split
lanes.meet.split:
  br label %.false
}
!nvvm.annotations = !{!7}
!7 = !{ptr @_Z4partPii, !"kernel", i32 1}

;--- meet.ll

; At the barrier of the grid the block as a whole waits, once for all warps.
; MEET-LABEL: define {{.*}} @_Z4meetPii(
; MEET: %[[TURN:.*]] = phi i64
; MEET: call void @raddle_grid_sync(
; MEET: phi i64
; MEET-NOT: call void @raddle_grid_sync
; MEET-NOT: define {{.*}} @_Z4meetPii.thread(
; MEET: define {{.*}} @_Z4meetPii.block(
;   extern "C" __device__ void __raddle_grid_sync();
;   __global__ void meet(int *out, int steps) {
;     for (int step = 0; step < steps; ++step) {
;       out[threadIdx.x] += step;
;       __raddle_grid_sync();
;     }
;   }
target triple = "x86_64-pc-linux-gnu"
@operation = private constant [17 x i8] c"raddle_grid_sync\00", align 1
declare void @raddle_grid_sync(ptr)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32 immarg, <32 x i1>, <32 x i32>)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32 immarg, <32 x i1>)
declare void @raddle_lanes_part(ptr, ptr, i32, i32, i32, i32)
define void @_Z4meetPii(ptr %thread, ptr %0, i32 %1) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.01.next = alloca i32, align 4
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %._crit_edge.loopexit.waiting = alloca <32 x i1>, align 4
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %._crit_edge.waiting = alloca <32 x i1>, align 4
  %2 = getelementptr inbounds i8, ptr %thread, i32 0
  %3 = load i32, ptr %2, align 4
  %4 = alloca ptr, align 8
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %._crit_edge.loopexit.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %._crit_edge.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %5
5:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %.true, label %.false
.lr.ph:
  %7 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %7, ptr %.lr.ph.mask, align 4
  %8 = zext i32 %3 to i64
  %9 = getelementptr i32, ptr %0, i64 %8
  store ptr %9, ptr %4, align 8
  store i32 0, ptr %.01.next, align 4
  br label %10
10:
  %11 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %11, ptr %.mask1, align 4
  %.01 = load i32, ptr %.01.next, align 4
  %12 = load ptr, ptr %4, align 8
  %13 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %12, i32 4, <32 x i1> %11, <32 x i32> zeroinitializer)
  %.splatinsert = insertelement <32 x i32> poison, i32 %.01, i64 0
  %.splat = shufflevector <32 x i32> %.splatinsert, <32 x i32> poison, <32 x i32> zeroinitializer
  %14 = add <32 x i32> %13, %.splat
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %14, ptr %12, i32 4, <32 x i1> %11)
  %15 = bitcast <32 x i1> %11 to i32
  %16 = icmp eq i32 -1, %15
  %17 = bitcast <32 x i1> %11 to i32
  br i1 %16, label %lanes.meet, label %lanes.part
._crit_edge.loopexit:
  %18 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %._crit_edge.loopexit.waiting, align 4
  store <32 x i1> %18, ptr %._crit_edge.loopexit.mask, align 4
  %19 = load <32 x i1>, ptr %._crit_edge.waiting, align 4
  %20 = or <32 x i1> %19, %18
  store <32 x i1> %20, ptr %._crit_edge.waiting, align 4
  br label %._crit_edge
._crit_edge:
  store <32 x i1> zeroinitializer, ptr %._crit_edge.waiting, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.mask, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  %21 = load <32 x i1>, ptr %._crit_edge.waiting, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.waiting, align 4
  br label %._crit_edge
lanes.part:
  call void @raddle_lanes_part(ptr %thread, ptr @operation, i32 32, i32 -1, i32 %17, i32 -1)
  unreachable
lanes.meet:
  %22 = bitcast <32 x i1> %11 to i32
  %23 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %22, ptr %23, align 4
  notail call void @raddle_grid_sync(ptr %thread)
  %24 = add i32 %.01, 1
  %exitcond.not = icmp eq i32 %24, %1
  br i1 %exitcond.not, label %.true4, label %.false5
.true4:
  store <32 x i1> %11, ptr %._crit_edge.loopexit.waiting, align 4
  br label %._crit_edge.loopexit
.false5:
  store i32 %24, ptr %.01.next, align 4
  br label %10
}
!nvvm.annotations = !{!8}
!8 = !{ptr @_Z4meetPii, !"kernel", i32 1}

;--- total.ll

; An accumulator has one place for its values before, in and after the loop. No other value is kept.
; TOTAL-LABEL: define {{.*}} @_Z5totalPKiPii(
; TOTAL: kept = alloca [32 x <32 x i32>]
; TOTAL-COUNT-2: store <32 x i32> zeroinitializer
;   __global__ void total(const int *in, int *out, int steps) {
;     __shared__ int tile[1024];
;     int sum = 0;
;     for (int step = 0; step < steps; ++step) {
;       tile[threadIdx.x] = in[step * blockDim.x + threadIdx.x];
;       __syncthreads();
;       sum += tile[threadIdx.x ^ 33];
;       __syncthreads();
;     }
;     out[threadIdx.x] = sum;
;   }
target triple = "x86_64-pc-linux-gnu"
@operation = private constant [19 x i8] c"raddle_syncthreads\00", align 1
@operation.1 = private constant [19 x i8] c"raddle_syncthreads\00", align 1
declare void @raddle_syncthreads(ptr)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32 immarg, <32 x i1>, <32 x i32>)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32 immarg, <32 x i1>)
declare void @raddle_lanes_part(ptr, ptr, i32, i32, i32, i32)
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x i32>)
define void @_Z5totalPKiPii(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.03.next = alloca i32, align 4
  %.012.next = alloca <32 x i32>, align 128
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %.lcssa.next = alloca <32 x i32>, align 128
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %.01.lcssa.next = alloca <32 x i32>, align 128
  %3 = getelementptr inbounds i8, ptr %thread, i32 16
  %4 = load ptr, ptr %3, align 8
  %5 = alloca ptr, align 8
  %6 = getelementptr inbounds i8, ptr %thread, i32 16
  %7 = load ptr, ptr %6, align 8
  %8 = alloca i32, align 4
  %9 = getelementptr inbounds i8, ptr %thread, i32 0
  %10 = load i32, ptr %9, align 4
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = getelementptr inbounds i8, ptr %thread, i32 0
  %15 = load i32, ptr %14, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %16
16:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %17 = getelementptr i8, ptr %4, i32 40
  %18 = load ptr, ptr %17, align 8
  store ptr %18, ptr %5, align 8
  %19 = icmp sgt i32 %2, 0
  br i1 %19, label %.true, label %.false
.lr.ph:
  %20 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %20, ptr %.lr.ph.mask, align 4
  %21 = getelementptr i8, ptr %7, i64 12
  %22 = load i32, ptr %21, align 4
  store i32 %22, ptr %8, align 4
  store i32 %10, ptr %11, align 4
  %23 = zext i32 %10 to i64
  %24 = load ptr, ptr %5, align 8
  %25 = getelementptr [1024 x i32], ptr %24, i64 0, i64 %23
  store ptr %25, ptr %12, align 8
  %26 = xor i32 %10, 33
  %27 = zext i32 %26 to i64
  %28 = getelementptr [1024 x i32], ptr %24, i64 0, i64 %27
  store ptr %28, ptr %13, align 8
  store i32 0, ptr %.03.next, align 4
  store <32 x i32> zeroinitializer, ptr %.012.next, align 128
  br label %29
29:
  %30 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %30, ptr %.mask1, align 4
  %.03 = load i32, ptr %.03.next, align 4
  %.012 = load <32 x i32>, ptr %.012.next, align 128
  %31 = load i32, ptr %8, align 4
  %32 = mul i32 %31, %.03
  %33 = load i32, ptr %11, align 4
  %34 = add i32 %32, %33
  %35 = zext i32 %34 to i64
  %36 = getelementptr i32, ptr %0, i64 %35
  %37 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %36, i32 4, <32 x i1> %30, <32 x i32> zeroinitializer)
  %38 = load ptr, ptr %12, align 8
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %37, ptr %38, i32 4, <32 x i1> %30)
  %39 = bitcast <32 x i1> %30 to i32
  %40 = icmp eq i32 -1, %39
  %41 = bitcast <32 x i1> %30 to i32
  br i1 %40, label %lanes.meet, label %lanes.part
._crit_edge.loopexit:
  %42 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %42, ptr %._crit_edge.loopexit.mask, align 4
  %.lcssa = load <32 x i32>, ptr %.lcssa.next, align 128
  %43 = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %44 = select <32 x i1> %42, <32 x i32> %.lcssa, <32 x i32> %43
  store <32 x i32> %44, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
._crit_edge:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.mask, align 4
  %.01.lcssa = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %45 = zext i32 %15 to i64
  %46 = getelementptr i32, ptr %1, i64 %45
  store <32 x i32> %.01.lcssa, ptr %46, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  store <32 x i32> zeroinitializer, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
lanes.part:
  call void @raddle_lanes_part(ptr %thread, ptr @operation, i32 32, i32 -1, i32 %41, i32 -1)
  unreachable
lanes.meet:
  %47 = bitcast <32 x i1> %30 to i32
  %48 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %47, ptr %48, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %49 = load ptr, ptr %13, align 8
  %50 = bitcast <32 x i1> %30 to i32
  %51 = icmp eq i32 %50, -1
  br i1 %51, label %usual, label %other
usual:
  %52 = getelementptr i8, ptr %49, i64 -4
  %53 = load <16 x i32>, ptr %52, align 4
  %54 = getelementptr i8, ptr %49, i64 60
  %55 = load <16 x i32>, ptr %54, align 4
  %56 = shufflevector <16 x i32> %53, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %57 = shufflevector <16 x i32> %55, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %58 = shufflevector <16 x i32> %56, <16 x i32> %57, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end
other:
  %59 = getelementptr i8, ptr %49, <32 x i64> <i64 0, i64 -4, i64 8, i64 4, i64 16, i64 12, i64 24, i64 20, i64 32, i64 28, i64 40, i64 36, i64 48, i64 44, i64 56, i64 52, i64 64, i64 60, i64 72, i64 68, i64 80, i64 76, i64 88, i64 84, i64 96, i64 92, i64 104, i64 100, i64 112, i64 108, i64 120, i64 116>
  %60 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %59, i32 4, <32 x i1> %30, <32 x i32> zeroinitializer)
  br label %versions.end
versions.end:
  %61 = phi <32 x i32> [ %58, %usual ], [ %60, %other ]
  %62 = add <32 x i32> %61, %.012
  %63 = bitcast <32 x i1> %30 to i32
  %64 = icmp eq i32 -1, %63
  %65 = bitcast <32 x i1> %30 to i32
  br i1 %64, label %lanes.meet5, label %lanes.part4
lanes.part4:
  call void @raddle_lanes_part(ptr %thread, ptr @operation.1, i32 32, i32 -1, i32 %65, i32 -1)
  unreachable
lanes.meet5:
  %66 = bitcast <32 x i1> %30 to i32
  %67 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %66, ptr %67, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %68 = add i32 %.03, 1
  %exitcond.not = icmp eq i32 %68, %2
  br i1 %exitcond.not, label %.true7, label %.false8
.true7:
  store <32 x i32> %62, ptr %.lcssa.next, align 128
  br label %._crit_edge.loopexit
.false8:
  store i32 %68, ptr %.03.next, align 4
  store <32 x i32> %62, ptr %.012.next, align 128
  br label %29
}
!nvvm.annotations = !{!9}
!9 = !{ptr @_Z5totalPKiPii, !"kernel", i32 1}

;--- totals.ll

; It has two where the loop begins again while its last value is still needed.
; TOTALS-LABEL: define {{.*}} @_Z6totalsPKiPiii(
; TOTALS: %kept = alloca [32 x [512 x i8]]
;   __global__ void totals(const int *in, int *out, int steps, int rounds) {
;     __shared__ int tile[1024];
;     int last = 0;
;     for (int round = 0; round < rounds; ++round) {
;       int sum = round;
;       for (int step = 0; step < steps; ++step) {
;         tile[threadIdx.x] = in[step * blockDim.x + threadIdx.x] ^ last;
;         __syncthreads();
;         sum += tile[threadIdx.x ^ 33];
;         __syncthreads();
;       }
;       last = sum;
;     }
;     out[threadIdx.x] = last;
;   }
target triple = "x86_64-pc-linux-gnu"
@operation = private constant [19 x i8] c"raddle_syncthreads\00", align 1
@operation.1 = private constant [19 x i8] c"raddle_syncthreads\00", align 1
declare void @raddle_syncthreads(ptr)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32 immarg, <32 x i1>, <32 x i32>)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32 immarg, <32 x i1>)
declare void @raddle_lanes_part(ptr, ptr, i32, i32, i32, i32)
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x i32>)
define void @_Z6totalsPKiPiii(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.preheader.lr.ph.mask = alloca <32 x i1>, align 4
  %.preheader.lr.ph.waiting = alloca <32 x i1>, align 4
  %.preheader.mask = alloca <32 x i1>, align 4
  %.027.next = alloca i32, align 4
  %.036.next = alloca <32 x i32>, align 128
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.05.next = alloca i32, align 4
  %.014.next = alloca <32 x i32>, align 128
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %.lcssa.next = alloca <32 x i32>, align 128
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %.01.lcssa.next = alloca <32 x i32>, align 128
  %._crit_edge8.loopexit.mask = alloca <32 x i1>, align 4
  %.01.lcssa.lcssa.next = alloca <32 x i32>, align 128
  %._crit_edge8.mask = alloca <32 x i1>, align 4
  %.03.lcssa.next = alloca <32 x i32>, align 128
  %4 = getelementptr inbounds i8, ptr %thread, i32 16
  %5 = load ptr, ptr %4, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i1, align 1
  %8 = getelementptr inbounds i8, ptr %thread, i32 16
  %9 = load ptr, ptr %8, align 8
  %10 = alloca ptr, align 8
  %11 = getelementptr inbounds i8, ptr %thread, i32 0
  %12 = load i32, ptr %11, align 4
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %.0272 = alloca i32, align 4
  %.0363 = alloca <32 x i32>, align 128
  %16 = alloca i32, align 4
  %17 = getelementptr inbounds i8, ptr %thread, i32 0
  %18 = load i32, ptr %17, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.preheader.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.preheader.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %19
19:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %20 = getelementptr i8, ptr %5, i32 40
  %21 = load ptr, ptr %20, align 8
  store ptr %21, ptr %6, align 8
  %22 = icmp sgt i32 %3, 0
  br i1 %22, label %.true, label %.false
.preheader.lr.ph:
  %23 = load <32 x i1>, ptr %.preheader.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.preheader.lr.ph.waiting, align 4
  store <32 x i1> %23, ptr %.preheader.lr.ph.mask, align 4
  %24 = icmp sgt i32 %2, 0
  store i1 %24, ptr %7, align 1
  %25 = getelementptr i8, ptr %9, i64 12
  store ptr %25, ptr %10, align 8
  store i32 %12, ptr %13, align 4
  %26 = zext i32 %12 to i64
  %27 = load ptr, ptr %6, align 8
  %28 = getelementptr [1024 x i32], ptr %27, i64 0, i64 %26
  store ptr %28, ptr %14, align 8
  %29 = xor i32 %12, 33
  %30 = zext i32 %29 to i64
  %31 = getelementptr [1024 x i32], ptr %27, i64 0, i64 %30
  store ptr %31, ptr %15, align 8
  store i32 0, ptr %.027.next, align 4
  store <32 x i32> zeroinitializer, ptr %.036.next, align 128
  br label %.preheader
.preheader:
  %32 = load <32 x i1>, ptr %.preheader.lr.ph.mask, align 4
  store <32 x i1> %32, ptr %.preheader.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  %.027 = load i32, ptr %.027.next, align 4
  store i32 %.027, ptr %.0272, align 4
  %.036 = load <32 x i32>, ptr %.036.next, align 128
  store <32 x i32> %.036, ptr %.0363, align 128
  %33 = load i1, ptr %7, align 1
  br i1 %33, label %.preheader.true, label %.preheader.false
.lr.ph:
  %34 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %34, ptr %.lr.ph.mask, align 4
  %35 = load ptr, ptr %10, align 8
  %36 = load i32, ptr %35, align 4
  store i32 %36, ptr %16, align 4
  %.0274 = load i32, ptr %.0272, align 4
  %.splatinsert5 = insertelement <32 x i32> poison, i32 %.0274, i64 0
  %.splat6 = shufflevector <32 x i32> %.splatinsert5, <32 x i32> poison, <32 x i32> zeroinitializer
  store i32 0, ptr %.05.next, align 4
  store <32 x i32> %.splat6, ptr %.014.next, align 128
  br label %37
37:
  %38 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %38, ptr %.mask1, align 4
  %.05 = load i32, ptr %.05.next, align 4
  %.014 = load <32 x i32>, ptr %.014.next, align 128
  %39 = load i32, ptr %16, align 4
  %40 = mul i32 %39, %.05
  %41 = load i32, ptr %13, align 4
  %42 = add i32 %40, %41
  %43 = zext i32 %42 to i64
  %44 = getelementptr i32, ptr %0, i64 %43
  %45 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %44, i32 4, <32 x i1> %38, <32 x i32> zeroinitializer)
  %.0369 = load <32 x i32>, ptr %.0363, align 128
  %46 = xor <32 x i32> %45, %.0369
  %47 = load ptr, ptr %14, align 8
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %46, ptr %47, i32 4, <32 x i1> %38)
  %48 = bitcast <32 x i1> %38 to i32
  %49 = icmp eq i32 -1, %48
  %50 = bitcast <32 x i1> %38 to i32
  br i1 %49, label %lanes.meet, label %lanes.part
._crit_edge.loopexit:
  %51 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %51, ptr %._crit_edge.loopexit.mask, align 4
  %.lcssa = load <32 x i32>, ptr %.lcssa.next, align 128
  %52 = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %53 = select <32 x i1> %51, <32 x i32> %.lcssa, <32 x i32> %52
  store <32 x i32> %53, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
._crit_edge:
  %54 = load <32 x i1>, ptr %.preheader.lr.ph.mask, align 4
  store <32 x i1> %54, ptr %._crit_edge.mask, align 4
  %.01.lcssa = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %.02717 = load i32, ptr %.0272, align 4
  %55 = add i32 %.02717, 1
  %exitcond10.not = icmp eq i32 %55, %3
  br i1 %exitcond10.not, label %._crit_edge.true, label %._crit_edge.false
._crit_edge8.loopexit:
  %56 = load <32 x i1>, ptr %.preheader.lr.ph.mask, align 4
  store <32 x i1> %56, ptr %._crit_edge8.loopexit.mask, align 4
  %.01.lcssa.lcssa = load <32 x i32>, ptr %.01.lcssa.lcssa.next, align 128
  %57 = load <32 x i32>, ptr %.03.lcssa.next, align 128
  %58 = select <32 x i1> %56, <32 x i32> %.01.lcssa.lcssa, <32 x i32> %57
  store <32 x i32> %58, ptr %.03.lcssa.next, align 128
  br label %._crit_edge8
._crit_edge8:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge8.mask, align 4
  %.03.lcssa = load <32 x i32>, ptr %.03.lcssa.next, align 128
  %59 = zext i32 %18 to i64
  %60 = getelementptr i32, ptr %1, i64 %59
  store <32 x i32> %.03.lcssa, ptr %60, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.preheader.lr.ph.waiting, align 4
  br label %.preheader.lr.ph
.false:
  store <32 x i32> zeroinitializer, ptr %.03.lcssa.next, align 128
  br label %._crit_edge8
.preheader.true:
  store <32 x i1> %32, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.preheader.false:
  %.splatinsert = insertelement <32 x i32> poison, i32 %.027, i64 0
  %.splat = shufflevector <32 x i32> %.splatinsert, <32 x i32> poison, <32 x i32> zeroinitializer
  store <32 x i32> %.splat, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
lanes.part:
  call void @raddle_lanes_part(ptr %thread, ptr @operation, i32 32, i32 -1, i32 %50, i32 -1)
  unreachable
lanes.meet:
  %61 = bitcast <32 x i1> %38 to i32
  %62 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %61, ptr %62, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %63 = load ptr, ptr %15, align 8
  %64 = bitcast <32 x i1> %38 to i32
  %65 = icmp eq i32 %64, -1
  br i1 %65, label %usual, label %other
usual:
  %66 = getelementptr i8, ptr %63, i64 -4
  %67 = load <16 x i32>, ptr %66, align 4
  %68 = getelementptr i8, ptr %63, i64 60
  %69 = load <16 x i32>, ptr %68, align 4
  %70 = shufflevector <16 x i32> %67, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %71 = shufflevector <16 x i32> %69, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %72 = shufflevector <16 x i32> %70, <16 x i32> %71, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end
other:
  %73 = getelementptr i8, ptr %63, <32 x i64> <i64 0, i64 -4, i64 8, i64 4, i64 16, i64 12, i64 24, i64 20, i64 32, i64 28, i64 40, i64 36, i64 48, i64 44, i64 56, i64 52, i64 64, i64 60, i64 72, i64 68, i64 80, i64 76, i64 88, i64 84, i64 96, i64 92, i64 104, i64 100, i64 112, i64 108, i64 120, i64 116>
  %74 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %73, i32 4, <32 x i1> %38, <32 x i32> zeroinitializer)
  br label %versions.end
versions.end:
  %75 = phi <32 x i32> [ %72, %usual ], [ %74, %other ]
  %76 = add <32 x i32> %75, %.014
  %77 = bitcast <32 x i1> %38 to i32
  %78 = icmp eq i32 -1, %77
  %79 = bitcast <32 x i1> %38 to i32
  br i1 %78, label %lanes.meet11, label %lanes.part10
lanes.part10:
  call void @raddle_lanes_part(ptr %thread, ptr @operation.1, i32 32, i32 -1, i32 %79, i32 -1)
  unreachable
lanes.meet11:
  %80 = bitcast <32 x i1> %38 to i32
  %81 = getelementptr inbounds i8, ptr %thread, i32 36
  store i32 %80, ptr %81, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %82 = add i32 %.05, 1
  %exitcond.not = icmp eq i32 %82, %2
  br i1 %exitcond.not, label %.true13, label %.false14
.true13:
  store <32 x i32> %76, ptr %.lcssa.next, align 128
  br label %._crit_edge.loopexit
.false14:
  store i32 %82, ptr %.05.next, align 4
  store <32 x i32> %76, ptr %.014.next, align 128
  br label %37
._crit_edge.true:
  store <32 x i32> %.01.lcssa, ptr %.01.lcssa.lcssa.next, align 128
  br label %._crit_edge8.loopexit
._crit_edge.false:
  store i32 %55, ptr %.027.next, align 4
  store <32 x i32> %.01.lcssa, ptr %.036.next, align 128
  br label %.preheader
}
!nvvm.annotations = !{!10}
!10 = !{ptr @_Z6totalsPKiPiii, !"kernel", i32 1}
