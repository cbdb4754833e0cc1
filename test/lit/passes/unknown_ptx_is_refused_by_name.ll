; An instruction that the PTX translator does not know is an error that names it and says what to do.
; RUN: not %kernelc -bitcode %s -kernel k 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: asm: unknown PTX instruction 'tcgen05.wait::ld.sync.aligned': products by a whole block are not supported
define void @k() {
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", ""()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
