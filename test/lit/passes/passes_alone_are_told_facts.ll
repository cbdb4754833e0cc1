; What passes before have found out is printed with IR, and -facts gives it to a pass that runs alone.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -run-pass fold-known-branches -facts fused-warps=8,loops-over-warps=1 | FileCheck %s
; RUN: not %kernelc -bitcode %s -kernel k -lanes 32 -run-pass fold-known-branches -facts fused-warp=8 2>&1 | FileCheck %s --check-prefix=WRONG
; CHECK: IR after fold-known-branches
; CHECK-NEXT: facts: fused-warps=8,loops-over-warps=1
; WRONG: 'fused-warp=8' is no fact that passes find out
target triple = "nvptx64-nvidia-cuda"

define void @k(ptr %thread, ptr %out) {
  store i32 1, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
