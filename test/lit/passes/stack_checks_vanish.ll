; A function that calls through a pointer has a check of its stack. Where that call has become one of a known function, and all
; are inlined, nothing can recurse, and the check vanishes.
; RUN: %kernelc -bitcode %s -kernel k -run-pass drop-stack-checks | FileCheck %s
; __device__ int twice(int (*f)(int), int x) { return f(x); }   inlined into the kernel, with a known f
target triple = "nvptx64-nvidia-cuda"

declare void @raddle_stack_overflow(ptr)
declare ptr @llvm.frameaddress.p0(i32)

; CHECK-LABEL: define void @k(
; CHECK-NEXT: br label %fits
; CHECK-NOT: raddle_stack_overflow
define void @k(ptr %thread, ptr %out) {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %address = ptrtoint ptr %frame to i64
  %limit = load i64, ptr %thread
  %overflows = icmp ult i64 %address, %limit
  br i1 %overflows, label %failed, label %fits
failed:
  call void @raddle_stack_overflow(ptr %thread)
  unreachable
fits:
  store i32 9, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
