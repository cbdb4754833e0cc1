; Elements that are only copied between memory that a parameter leads to and shared memory are loaded just before they are
; stored. Loads stay where something else may have been written, or where a lane's elements lie side by side.
; RUN: %kernelc -bitcode %s -kernel _Z4copyPiPKi -lanes 32 -block rows -run-pass delay-copied-loads | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z6shiftsPi -lanes 32 -block rows -run-pass delay-copied-loads | FileCheck %s --check-prefix=SHIFTS
; RUN: %kernelc -bitcode %s -kernel _Z5pairsPiPKi -lanes 32 -block rows -run-pass delay-copied-loads | FileCheck %s --check-prefix=PAIRS
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4copyPiPKi(
; CHECK: [[A:%.*]] = load i32
; CHECK-NEXT: store i32 [[A]]
; CHECK-NEXT: [[B:%.*]] = load i32
; CHECK-NEXT: store i32 [[B]]
; CHECK: call void @raddle_syncthreads
; CHECK: [[C:%.*]] = load i32
; CHECK-NEXT: store i32 [[C]]
; CHECK-NEXT: [[D:%.*]] = load i32
; CHECK-NEXT: store i32 [[D]]
;   __global__ void copy(int *out, const int *in) {
;     __shared__ int tile[64];
;     int a = in[threadIdx.x], b = in[threadIdx.x + 32];
;     tile[threadIdx.x] = a, tile[threadIdx.x + 32] = b;
;     __syncthreads();
;     int c = tile[threadIdx.x], d = tile[threadIdx.x + 32];
;     out[threadIdx.x] = c, out[threadIdx.x + 32] = d;
;   }
define void @_Z4copyPiPKi(ptr %thread, ptr %out, ptr %in) {
  %block.field = call ptr @raddle.thread.16()
  %field = getelementptr inbounds i8, ptr %block.field, i32 40
  %shared = load ptr, ptr %field, align 8
  %t = call i32 @raddle.thread.0()
  %i = zext nneg i32 %t to i64
  %in.a = getelementptr inbounds i32, ptr %in, i64 %i
  %in.b = getelementptr inbounds i8, ptr %in.a, i64 128
  %tile.a = getelementptr inbounds i32, ptr %shared, i64 %i
  %tile.b = getelementptr inbounds i8, ptr %tile.a, i64 128
  %out.a = getelementptr inbounds i32, ptr %out, i64 %i
  %out.b = getelementptr inbounds i8, ptr %out.a, i64 128
  %a = load i32, ptr %in.a, align 4
  %b = load i32, ptr %in.b, align 4
  store i32 %a, ptr %tile.a, align 4
  store i32 %b, ptr %tile.b, align 4
  call void @raddle_syncthreads(ptr %thread)
  %c = load i32, ptr %tile.a, align 4
  %d = load i32, ptr %tile.b, align 4
  store i32 %c, ptr %out.a, align 4
  store i32 %d, ptr %out.b, align 4
  ret void
}

; Both lie in memory that a parameter leads to.
; SHIFTS-LABEL: define {{.*}} @_Z6shiftsPi(
; SHIFTS: load i32
; SHIFTS-NEXT: load i32
; SHIFTS-NEXT: store i32
; SHIFTS-NEXT: store i32
define void @_Z6shiftsPi(ptr %thread, ptr %p) {
  %t = call i32 @raddle.thread.0()
  %i = zext nneg i32 %t to i64
  %p.a = getelementptr inbounds i32, ptr %p, i64 %i
  %p.b = getelementptr inbounds i8, ptr %p.a, i64 128
  %p.c = getelementptr inbounds i8, ptr %p.a, i64 4
  %p.d = getelementptr inbounds i8, ptr %p.a, i64 132
  %a = load i32, ptr %p.a, align 4
  %b = load i32, ptr %p.b, align 4
  store i32 %a, ptr %p.c, align 4
  store i32 %b, ptr %p.d, align 4
  ret void
}

; A lane's two elements are stored together.
; PAIRS-LABEL: define {{.*}} @_Z5pairsPiPKi(
; PAIRS: load i32
; PAIRS-NEXT: load i32
; PAIRS-NEXT: store i32
; PAIRS-NEXT: store i32
define void @_Z5pairsPiPKi(ptr %thread, ptr %out, ptr %in) {
  %block.field = call ptr @raddle.thread.16()
  %field = getelementptr inbounds i8, ptr %block.field, i32 40
  %shared = load ptr, ptr %field, align 8
  %t = call i32 @raddle.thread.0()
  %i = zext nneg i32 %t to i64
  %in.a = getelementptr inbounds i32, ptr %in, i64 %i
  %in.b = getelementptr inbounds i8, ptr %in.a, i64 128
  %tile.a = getelementptr inbounds [2 x i32], ptr %shared, i64 %i
  %tile.b = getelementptr inbounds i8, ptr %tile.a, i64 4
  %a = load i32, ptr %in.a, align 4
  %b = load i32, ptr %in.b, align 4
  store i32 %a, ptr %tile.a, align 4
  store i32 %b, ptr %tile.b, align 4
  ret void
}

declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0() memory(none)
declare ptr @raddle.thread.16() memory(none)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z4copyPiPKi, !"kernel", i32 1}
!1 = !{ptr @_Z6shiftsPi, !"kernel", i32 1}
!2 = !{ptr @_Z5pairsPiPKi, !"kernel", i32 1}
