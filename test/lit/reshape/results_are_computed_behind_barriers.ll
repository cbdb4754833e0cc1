; What is computed before a barrier and used behind it is computed behind it where fewer values live across the barrier then, or
; are kept across an earlier one anyway.
; RUN: %kernelc -bitcode %s -kernel _Z5scansPiPKi -lanes 32 -block rows -run-pass sink-past-barriers | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z4sumsPiPKi -lanes 32 -block rows -run-pass sink-past-barriers | FileCheck %s --check-prefix=SUMS
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z5scansPiPKi(
; CHECK: call void @raddle_syncthreads
; CHECK-NOT: add i32 %first
; CHECK: call void @raddle_syncthreads
; CHECK-NEXT: %s = add i32 %first, %x
; CHECK-NEXT: %t = add i32 %s, %y
;   x and y have been kept across the first barrier.
define void @_Z5scansPiPKi(ptr %thread, ptr %out, ptr %in) {
  %block.field = call ptr @raddle.thread.16()
  %field = getelementptr inbounds i8, ptr %block.field, i32 40
  %shared = load ptr, ptr %field, align 8
  %lane = call i32 @raddle.thread.0()
  %i = zext nneg i32 %lane to i64
  %in.a = getelementptr inbounds [2 x i32], ptr %in, i64 %i
  %in.b = getelementptr inbounds i8, ptr %in.a, i64 4
  %tile = getelementptr inbounds i32, ptr %shared, i64 %i
  %other = getelementptr inbounds i8, ptr %tile, i64 64
  %out.a = getelementptr inbounds [2 x i32], ptr %out, i64 %i
  %out.b = getelementptr inbounds i8, ptr %out.a, i64 4
  %x = load i32, ptr %in.a, align 4
  %y = load i32, ptr %in.b, align 4
  %sum = add i32 %x, %y
  store i32 %sum, ptr %tile, align 4
  call void @raddle_syncthreads(ptr %thread)
  %first = load i32, ptr %other, align 4
  %s = add i32 %first, %x
  %t = add i32 %s, %y
  call void @raddle_syncthreads(ptr %thread)
  store i32 %s, ptr %out.a, align 4
  store i32 %t, ptr %out.b, align 4
  ret void
}

; One sum is less than two numbers.
; SUMS-LABEL: define {{.*}} @_Z4sumsPiPKi(
; SUMS: %s = add i32 %x, %y
; SUMS-NEXT: call void @raddle_syncthreads
define void @_Z4sumsPiPKi(ptr %thread, ptr %out, ptr %in) {
  %lane = call i32 @raddle.thread.0()
  %i = zext nneg i32 %lane to i64
  %in.a = getelementptr inbounds [2 x i32], ptr %in, i64 %i
  %in.b = getelementptr inbounds i8, ptr %in.a, i64 4
  %out.a = getelementptr inbounds i32, ptr %out, i64 %i
  %x = load i32, ptr %in.a, align 4
  %y = load i32, ptr %in.b, align 4
  %s = add i32 %x, %y
  call void @raddle_syncthreads(ptr %thread)
  store i32 %s, ptr %out.a, align 4
  ret void
}

declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0() memory(none)
declare ptr @raddle.thread.16() memory(none)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z5scansPiPKi, !"kernel", i32 1}
!1 = !{ptr @_Z4sumsPiPKi, !"kernel", i32 1}
