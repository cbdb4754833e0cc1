; A loop whose exit depends on an atomic gives way; one that only updates memory does not.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter,yield-in-polling-loops | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k
define void @k(ptr %lock, ptr %histogram, i32 %n) {
entry:
  br label %spin
spin:
; CHECK: spin:
; CHECK: cmpxchg
; CHECK: call void @raddle_yield(ptr %thread)
  %pair = cmpxchg volatile ptr %lock, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %count, label %spin
count:
  %i = phi i32 [ 0, %spin ], [ %next, %count ]
; CHECK: atomicrmw add
; CHECK-NOT: raddle_yield
; CHECK: ret void
  %old = atomicrmw add ptr %histogram, i32 1 monotonic
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %count, label %done
done:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
