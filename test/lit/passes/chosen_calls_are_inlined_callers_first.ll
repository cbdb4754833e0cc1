; What must be inlined is, and its function vanishes with its last call: f into k, then g into that, never g into f.
; Functions that stay keep their calls' contents too.
; RUN: %kernelc -bitcode %s -kernel k -run-pass choose-inlining,inline-chosen | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: {{@"(f|g|inner)}}
; CHECK: define internal i32 @"stays@0"(
; CHECK: sdiv i32 %{{.*}}, 7
; CHECK-NOT: define
; CHECK: define void @k(
; CHECK: mul i32 %{{.*}}, 3
; CHECK: add i32 %{{.*}}, 5
; CHECK: call i32 @"stays@0"(
; CHECK-NOT: define
define internal i32 @g(i32 %x) {
  %r = add i32 %x, 5
  ret i32 %r
}
define internal i32 @f(i32 %x) {
  %t = mul i32 %x, 3
  %r = call i32 @g(i32 %t)
  ret i32 %r
}
define internal i32 @inner(i32 %x) {
  %r = sdiv i32 %x, 7
  ret i32 %r
}
define internal i32 @stays(i32 %x) noinline {
  %r = call i32 @inner(i32 %x)
  ret i32 %r
}

define void @k(ptr %out, i32 %n) {
  %a = call i32 @f(i32 %n)
  %b = call i32 @stays(i32 %a)
  store i32 %b, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
