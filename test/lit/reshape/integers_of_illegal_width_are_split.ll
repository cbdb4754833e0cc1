; What LLVM makes an integer of 24 or 40 bits is accessed in pieces of one size: as a vector those would lie without gaps,
; in the memory of each lane they do not.
; RUN: %kernelc -bitcode %s -kernel _Z5fieldPyPKh -lanes 32 -run-pass legalise-integers | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}} @_Z5fieldPyPKh(
; CHECK-NOT: load i40
; CHECK-COUNT-5: load i8
; CHECK-NOT: {{load|store i24}}
; CHECK-COUNT-3: store i8
; CHECK: ret void
define void @_Z5fieldPyPKh(ptr %thread, ptr %out, ptr %in) {
  %number = load i40, ptr %in, align 1
  %pixel = trunc i40 %number to i24
  store i24 %pixel, ptr %out, align 1
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z5fieldPyPKh, !"kernel", i32 1}
