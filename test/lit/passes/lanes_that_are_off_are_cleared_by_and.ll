; Masks of which some lanes are known to be off are no shuffles with zeros, which LLVM's register allocator takes for
; copies, and no selections. Lanes that are known to be on are set.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass clear-lanes-by-and | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK-NEXT: shufflevector <4 x i1> %a, <4 x i1> poison, <4 x i32> <i32 1, i32 0, i32 2, i32 3>
; CHECK-NEXT: freeze
; CHECK-NEXT: and <4 x i1> %{{.*}}, <i1 true, i1 true, i1 false, i1 false>
; CHECK-NEXT: store
; CHECK: and <4 x i1> %{{.*}}, <i1 true, i1 false, i1 true, i1 true>
; CHECK-NEXT: or <4 x i1> %{{.*}}, <i1 false, i1 false, i1 false, i1 true>
; CHECK-NEXT: store
define void @_Z1kPi(ptr %out, <4 x i1> %a) {
  %shuffled = shufflevector <4 x i1> %a, <4 x i1> zeroinitializer, <4 x i32> <i32 1, i32 0, i32 4, i32 5>
  store <4 x i1> %shuffled, ptr %out
  %selected = select <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i1> %a, <4 x i1> <i1 true, i1 false, i1 false, i1 true>
  store <4 x i1> %selected, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
