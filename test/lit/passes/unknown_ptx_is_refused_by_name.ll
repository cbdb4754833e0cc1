; An instruction that the PTX translator does not know is an error that names it and says what to do.
; RUN: not %kernelc -bitcode %s -kernel k 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: asm: unknown PTX instruction 'wgmma.fence.sync.aligned': products by several warps are not supported
define void @k() {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
