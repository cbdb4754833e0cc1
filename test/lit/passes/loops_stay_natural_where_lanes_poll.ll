; Lanes that have the lock at once go on to a loop in the middle of which all lanes meet. They have no copy of the way there,
; by which they would enter the loop where it does not begin.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -block rows -verify -run-pass separate-blocked-lanes | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK-NOT: .blocked
; CHECK: declare void @raddle_syncthreads
define void @_Z1kPi(ptr %lock, i32 %n) {
entry:
  %empty = icmp eq i32 %n, 0
  br i1 %empty, label %leave, label %try

leave:
  ret void

try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic, align 4
  %has = extractvalue { i32, i1 } %pair, 1
  br i1 %has, label %steps.preheader, label %poll.preheader

poll.preheader:
  br label %poll

polled:
  br label %steps.preheader

poll:
  br i1 false, label %polled, label %poll.next

poll.next:
  call void null(ptr null) "raddle-awaits"="3"
  br label %poll

steps:
  %pair.step = cmpxchg ptr %lock, i32 0, i32 0 monotonic monotonic, align 4
  call void @raddle_syncthreads()
  br label %steps

steps.preheader:
  br label %steps
}

declare void @raddle_syncthreads()

!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
