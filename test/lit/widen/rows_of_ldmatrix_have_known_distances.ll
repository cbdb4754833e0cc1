; The rows of a matrix that ldmatrix loads lie at known distances from the first one: a load for each, and no look at the lanes' addresses.
; RUN: %kernelc -bitcode %s -kernel _Z4rowsPj -lanes 32 -block rows -run-pass widen | FileCheck %s
; CHECK-LABEL: define {{.*}} @_Z4rowsPj(
; CHECK-NOT: extractelement
; CHECK-COUNT-8: load <4 x i32>
; CHECK-NOT: load <4 x i32>
; CHECK: ret void
target triple = "x86_64-pc-linux-gnu"
define void @_Z4rowsPj(ptr %thread, ptr %out) {
  %x = tail call i32 @raddle.thread.0()
  %row = and i32 %x, 31
  %offset = mul nuw nsw i32 %row, 80
  %of.row = tail call i32 @raddle.matrix.row(i32 %offset, i32 1)
  %wide = zext i32 %of.row to i64
  %begin = getelementptr inbounds i8, ptr %out, i64 %wide
  %in.row = and i32 %x, 3
  %in.row.wide = zext nneg i32 %in.row to i64
  %place = getelementptr inbounds i32, ptr %begin, i64 %in.row.wide
  %word = load i32, ptr %place, align 1
  %i = zext nneg i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %word, ptr %own, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle.matrix.row(i32, i32) convergent nounwind willreturn memory(none)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4rowsPj, !"kernel", i32 1}
