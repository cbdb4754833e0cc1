; Functions and calls through pointers get the hidden thread.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: define internal i32 @f(ptr noundef nonnull %thread, i32 %x)
define i32 @f(i32 %x) {
  ret i32 %x
}

; CHECK: define void @k(ptr noundef nonnull %thread, ptr %out, i1 %c, ptr %g)
define void @k(ptr %out, i1 %c, ptr %g) {
  %p = select i1 %c, ptr @f, ptr %g
; CHECK: call i32 %p(ptr noundef nonnull %thread, i32 3)
  %r = call i32 %p(i32 3)
  store i32 %r, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
