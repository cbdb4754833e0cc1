; A function that polls gets its thread from its caller, although it did not use it before the yield was inserted.
; RUN: %kernelc -bitcode %s -kernel k -debug -run-pass thread-parameter,yield-in-polling-loops | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: define internal void @{{"?}}wait{{.*}}(ptr {{.*}}%thread
; CHECK: call void @raddle_yield(ptr %thread)
define internal void @wait(ptr %flag) noinline {
entry:
  br label %look
look:
  %value = load atomic i32, ptr %flag acquire, align 4
  %set = icmp ne i32 %value, 0
  br i1 %set, label %done, label %look
done:
  ret void
}

; CHECK-LABEL: define void @k
; CHECK: call void @{{"?}}wait{{.*}}(ptr {{.*}}%thread,
define void @k(ptr %flag) {
  call void @wait(ptr %flag)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
