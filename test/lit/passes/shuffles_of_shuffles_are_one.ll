; Shuffles of shuffles pick from the first vectors, where these are no more than two. A shuffle that something else needs
; stays.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass compose-shuffles | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK-NEXT: %[[ONE:.*]] = shufflevector <4 x i32> %b, <4 x i32> %a, <4 x i32> <i32 1, i32 4, i32 2, i32 7>
; CHECK-NEXT: store <4 x i32> %[[ONE]]
; CHECK-NEXT: %kept = shufflevector
; CHECK-NEXT: store <4 x i32> %kept
; CHECK-NEXT: shufflevector <4 x i32> %kept
define void @_Z1kPi(ptr %out, <4 x i32> %a, <4 x i32> %b) {
  %first = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %second = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %both = shufflevector <4 x i32> %first, <4 x i32> %second, <4 x i32> <i32 1, i32 0, i32 6, i32 7>
  store <4 x i32> %both, ptr %out
  %kept = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  store <4 x i32> %kept, ptr %out
  %other = shufflevector <4 x i32> %kept, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x i32> %other, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
