; A number that one thread draws for its block stands for the block's own: what the next ones read is prefetched.
; RUN: %kernelc -bitcode %s -kernel _Z7ticketsPiPKiS_ -lanes 32 -block rows+eight-warps -run-pass insert-prefetches | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z6placesPiPKiS_ -lanes 32 -block rows+eight-warps -run-pass insert-prefetches | FileCheck %s --check-prefix=PLACES
; RUN: %kernelc -bitcode %s -kernel _Z6fieldsPiPKiS_ -lanes 32 -block rows+eight-warps -run-pass insert-prefetches | FileCheck %s --check-prefix=FIELDS
target triple = "x86_64-pc-linux-gnu"

; CHECK: define {{.*}} @_Z7ticketsPiPKiS_(
; CHECK: call void @raddle_syncthreads(
; CHECK: [[LATER:%.*]] = add i32 %{{.*}}, 2
; CHECK: call void @llvm.prefetch
;   __global__ void tickets(int *next, const int *in, int *out) {
;     __shared__ int tile;
;     if (threadIdx.x == 0)
;       tile = atomicAdd(next, 1);
;     __syncthreads();
;     out[tile * 256 + threadIdx.x] = in[tile * 256 + threadIdx.x];
;   }
define void @_Z7ticketsPiPKiS_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %11
10:
  %old.i = atomicrmw add ptr %0, i32 1 syncscope("device") monotonic, align 4
  store i32 %old.i, ptr %7, align 4
  br label %11
11:
  notail call void @raddle_syncthreads(ptr %thread)
  %12 = load i32, ptr %7, align 4
  %13 = shl nsw i32 %12, 8
  %14 = add i32 %13, %8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %1, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = getelementptr inbounds i32, ptr %2, i64 %15
  store i32 %17, ptr %18, align 4
  ret void
}

; So does one that lies within a structure.
; FIELDS: define {{.*}} @_Z6fieldsPiPKiS_(
; FIELDS: call void @raddle_syncthreads(
; FIELDS: call void @llvm.prefetch
;   __global__ void fields(int *next, const int *in, int *out) {
;     struct Storage {
;       int items[256];
;       int tile;
;     };
;     __shared__ Storage storage;
;     if (threadIdx.x == 0)
;       storage.tile = atomicAdd(next, 1);
;     __syncthreads();
;     int tile = storage.tile;
;     storage.items[threadIdx.x] = in[tile * 256 + threadIdx.x];
;     __syncthreads();
;     out[tile * 256 + threadIdx.x] = storage.items[255 - threadIdx.x];
;   }
define void @_Z6fieldsPiPKiS_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %12
10:
  %old.i = atomicrmw add ptr %0, i32 1 syncscope("device") monotonic, align 4
  %11 = getelementptr inbounds i8, ptr %7, i64 1024
  store i32 %old.i, ptr %11, align 4
  br label %12
12:
  notail call void @raddle_syncthreads(ptr %thread)
  %13 = getelementptr inbounds i8, ptr %7, i64 1024
  %14 = load i32, ptr %13, align 4
  %15 = shl nsw i32 %14, 8
  %16 = add i32 %15, %8
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %1, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = zext nneg i32 %8 to i64
  %21 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %20
  store i32 %19, ptr %21, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %22 = sub nsw i32 255, %8
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = getelementptr inbounds i32, ptr %2, i64 %17
  store i32 %25, ptr %26, align 4
  ret void
}

; Not so what comes from anywhere else.
; PLACES: define {{.*}} @_Z6placesPiPKiS_(
; PLACES-NOT: call void @llvm.prefetch
; PLACES: ret void
;   __global__ void places(int *next, const int *in, int *out) {
;     __shared__ int tile;
;     if (threadIdx.x == 0)
;       tile = next[7];
;     __syncthreads();
;     out[tile * 256 + threadIdx.x] = in[tile * 256 + threadIdx.x];
;   }
define void @_Z6placesPiPKiS_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %13
10:
  %11 = getelementptr inbounds i8, ptr %0, i64 28
  %12 = load i32, ptr %11, align 4
  store i32 %12, ptr %7, align 4
  br label %13
13:
  notail call void @raddle_syncthreads(ptr %thread)
  %14 = load i32, ptr %7, align 4
  %15 = shl nsw i32 %14, 8
  %16 = add i32 %15, %8
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %1, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds i32, ptr %2, i64 %17
  store i32 %19, ptr %20, align 4
  ret void
}
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z7ticketsPiPKiS_, !"kernel", i32 1}
!1 = !{ptr @_Z6placesPiPKiS_, !"kernel", i32 1}
!2 = !{ptr @_Z6fieldsPiPKiS_, !"kernel", i32 1}
