; Only the way back to the loop's beginning gives way, not the way out.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter,yield-in-polling-loops | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k
; CHECK: cmpxchg
; CHECK: br i1 %got, label %taken, label %[[AGAIN:.*]]
; CHECK: [[AGAIN]]:
; CHECK-NEXT: call void @raddle_yield(ptr %thread)
; CHECK-NEXT: br label %spin
; CHECK: taken:
; CHECK-NOT: call void @raddle_yield
; CHECK: ret void
define void @k(ptr %lock) {
entry:
  br label %spin
spin:
  %pair = cmpxchg volatile ptr %lock, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %taken, label %spin
taken:
  store i32 0, ptr %lock
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
