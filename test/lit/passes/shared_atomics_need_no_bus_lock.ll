; Only one OS thread touches a block's shared memory.
; RUN: %kernelc -bitcode %s -kernel k -run-pass relax-block-atomics | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
@bins = internal addrspace(3) global [256 x i32] undef, align 4

; CHECK-LABEL: define void @k
define void @k(ptr %global, i64 %i) {
  %p = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @bins to ptr), i64 0, i64 %i
; CHECK: load i32
; CHECK-NEXT: add i32 {{.*}}, 1
; CHECK-NEXT: store i32
  %a = atomicrmw add ptr %p, i32 1 monotonic
; CHECK: atomicrmw add ptr %global
  %b = atomicrmw add ptr %global, i32 %a monotonic
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
