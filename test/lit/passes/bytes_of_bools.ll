; A byte that clang casts to a bool may have any value: its truth is whether it is zero, and conversions keep it.
; RUN: %kernelc -bitcode %s -kernel k -run-pass define-bools | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k
define void @k(ptr %out, ptr %flag, i8 %number) {
; CHECK: [[BYTE:%.*]] = load i8, ptr %flag, align 1{{$}}
; CHECK: [[TRUTH:%.*]] = icmp ne i8 [[BYTE]], 0
  %byte = load i8, ptr %flag, align 1, !range !2
  %is_set = trunc i8 %byte to i1
; CHECK: trunc i8 %number to i1
  %is_odd = trunc i8 %number to i1
; CHECK: and i1 [[TRUTH]],
  %both = and i1 %is_set, %is_odd
; CHECK: zext i8 [[BYTE]] to i32
  %as_int = zext i1 %is_set to i32
  store i32 %as_int, ptr %out
; CHECK: store i8 [[BYTE]], ptr %flag
  %copy = zext i1 %is_set to i8
  store i8 %copy, ptr %flag
  store i1 %both, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!2 = !{i8 0, i8 2}
