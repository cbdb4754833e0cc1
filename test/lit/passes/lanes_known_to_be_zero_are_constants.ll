; Where a shuffle picks lanes that are known to be zero for a register of its result, a constant takes their place.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass write-known-zeros | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK: %part = shufflevector
; CHECK-NEXT: [[BLEND:%.*]] = shufflevector <8 x i32> %part, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 4, i32 5, i32 6, i32 7>
; CHECK: %mixed = shufflevector
; CHECK-NEXT: store <4 x i32> zeroinitializer
; CHECK-NEXT: store <8 x i32> [[BLEND]]
; CHECK-NEXT: store <4 x i32> %mixed
define void @_Z1kPi(ptr %out, <8 x i32> %a) {
  %masked = and <8 x i32> %a, <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
  %all = shufflevector <8 x i32> %masked, <8 x i32> poison, <4 x i32> <i32 0, i32 3, i32 poison, i32 1>
  %part = shufflevector <8 x i32> %masked, <8 x i32> poison, <8 x i32> <i32 0, i32 3, i32 3, i32 1, i32 4, i32 3, i32 5, i32 3>
  %mixed = shufflevector <8 x i32> %masked, <8 x i32> poison, <4 x i32> <i32 0, i32 3, i32 4, i32 1>
  store <4 x i32> %all, ptr %out, align 4
  store <8 x i32> %part, ptr %out, align 4
  store <4 x i32> %mixed, ptr %out, align 4
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
