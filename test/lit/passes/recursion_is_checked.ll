; A function that can call itself looks at its stack; the kernel that calls it need not.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter,check-stack | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal i32 @fib(
; CHECK: call ptr @llvm.frameaddress.p0(i32 0)
; CHECK: call void @raddle_stack_overflow(ptr %thread)
define i32 @fib(i32 %n) {
  %small = icmp slt i32 %n, 2
  br i1 %small, label %done, label %more
more:
  %m1 = sub i32 %n, 1
  %a = call i32 @fib(i32 %m1)
  %m2 = sub i32 %n, 2
  %b = call i32 @fib(i32 %m2)
  %s = add i32 %a, %b
  ret i32 %s
done:
  ret i32 %n
}

; CHECK-LABEL: define void @k(
; CHECK-NOT: call ptr @llvm.frameaddress
define void @k(ptr %out) {
  %r = call i32 @fib(i32 9)
  store i32 %r, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
