; Within a warp nothing is left for the runtime to do.
; RUN: %kernelc -bitcode %s -kernel _Z10operationsPiPKi -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z4widePd -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=WIDE
; RUN: %kernelc -bitcode %s -kernel _Z5tilesPj -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=TILES
target triple = "x86_64-pc-linux-gnu"

; CHECK-NOT: call {{.*}} @raddle_{{shfl|vote|redux|syncwarp}}
; CHECK-LABEL: define {{.*}} @_Z10operationsPiPKi(
; CHECK: start:
; CHECK-DAG: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
; CHECK-DAG: call i32 @llvm.vector.reduce.umax.v32i32(
; CHECK-DAG: shufflevector <{{8|16}} x i32> %{{.*}}, <{{8|16}} x i32> poison, <{{8|16}} x i32> <i32 1, i32 0, i32 3, i32 2,
; CHECK-DAG: bitcast <32 x i1> %{{.*}} to i32
; CHECK: ret void
;   __global__ void operations(int *out, const int *in) {
;     int value = in[threadIdx.x];
;     int neighbour = __shfl_xor_sync(0xffffffff, value, 1);
;     int sum = __reduce_add_sync(0xffffffff, value);
;     unsigned positive = __ballot_sync(0xffffffff, value > 0);
;     __syncwarp();
;     // What all lanes use is made in all of them.
;     out[threadIdx.x] = neighbour + sum + positive;
;     if (__reduce_max_sync(0xffffffff, static_cast<unsigned>(value)) > 9)
;       out[threadIdx.x] = 0;
;   }
define void @_Z10operationsPiPKi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %6, i32 1, i32 31)
  %8 = notail call i32 @raddle_redux_add(ptr %thread, i32 -1, i32 %6)
  %9 = icmp sgt i32 %6, 0
  %10 = zext i1 %9 to i32
  %11 = notail call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %10)
  notail call void @raddle_syncwarp(ptr %thread, i32 -1)
  %12 = add nsw i32 %8, %7
  %13 = add i32 %12, %11
  %14 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %13, ptr %14, align 4
  %15 = notail call i32 @raddle_redux_umax(ptr %thread, i32 -1, i32 %6)
  %16 = icmp ugt i32 %15, 9
  br i1 %16, label %17, label %18
17:
  store i32 0, ptr %14, align 4
  br label %18
18:
  ret void
}

; CUDA shuffles both halves of a double, which is one permutation.
; WIDE-LABEL: define {{.*}} @_Z4widePd(
; WIDE: shufflevector <32 x i64> %{{.*}}, <32 x i64> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
; WIDE-NOT: shufflevector <32 x i32> {{.*}} <i32 1, i32 0
; WIDE: ret void
;   __global__ void wide(double *x) { x[threadIdx.x] = __shfl_xor_sync(0xffffffff, x[threadIdx.x], 1); }
define void @_Z4widePd(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = zext nneg i32 %2 to i64
  %4 = getelementptr inbounds double, ptr %0, i64 %3
  %5 = load i64, ptr %4, align 8
  %6 = trunc i64 %5 to i32
  %7 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %6, i32 1, i32 31)
  %8 = lshr i64 %5, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %9, i32 1, i32 31)
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = zext i32 %7 to i64
  %14 = or disjoint i64 %12, %13
  store i64 %14, ptr %4, align 8
  ret void
}

; Lanes side by side are reduced all at once.
; TILES-LABEL: define {{.*}} @_Z5tilesPj(
; TILES-NOT: each.group
; TILES: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
; TILES: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0,
; TILES-NOT: each.group
; TILES: ret void
;   __global__ void tiles(unsigned *x) {
;     x[threadIdx.x] = __reduce_add_sync(0xffu << (threadIdx.x & 24), x[threadIdx.x]);
;   }
define void @_Z5tilesPj(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = and i32 %2, 24
  %4 = shl nuw i32 255, %3
  %5 = zext nneg i32 %2 to i64
  %6 = getelementptr inbounds i32, ptr %0, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = notail call i32 @raddle_redux_add(ptr %thread, i32 %4, i32 %7)
  store i32 %8, ptr %6, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle_redux_add(ptr, i32, i32)
declare i32 @raddle_vote_ballot(ptr, i32, i32)
declare void @raddle_syncwarp(ptr, i32)
declare i32 @raddle_redux_umax(ptr, i32, i32)
declare i32 @raddle_shfl_bfly(ptr, i32, i32, i32, i32)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z10operationsPiPKi, !"kernel", i32 1}
!1 = !{ptr @_Z4widePd, !"kernel", i32 1}
!2 = !{ptr @_Z5tilesPj, !"kernel", i32 1}
