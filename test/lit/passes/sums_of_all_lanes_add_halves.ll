; Steps that add up neighbours until one element is left are a reduction of the vector where the order is free. Floats keep their
; order, and so do vectors of which something else uses elements.
; RUN: %kernelc -bitcode %s -kernel _Z3sumPi -lanes 32 -block rows -run-pass reduce-whole-vectors | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z4keptPi -lanes 32 -block rows -run-pass reduce-whole-vectors | FileCheck %s --check-prefix=KEPT
; RUN: %kernelc -bitcode %s -kernel _Z5floatPf -lanes 32 -block rows -run-pass reduce-whole-vectors | FileCheck %s --check-prefix=KEPT
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}} @_Z3sumPi(
; CHECK: %x = load <8 x i32>, ptr %p
; CHECK-NEXT: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %x)
; CHECK-NEXT: store i32 %[[SUM]], ptr %p
define void @_Z3sumPi(ptr %thread, ptr %p) {
  %x = load <8 x i32>, ptr %p
  %even = shufflevector <8 x i32> %x, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %odd = shufflevector <8 x i32> %x, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %four = add <4 x i32> %even, %odd
  %even.2 = shufflevector <4 x i32> %four, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
  %odd.2 = shufflevector <4 x i32> %four, <4 x i32> poison, <2 x i32> <i32 1, i32 3>
  %two = add <2 x i32> %odd.2, %even.2
  %first = extractelement <2 x i32> %two, i64 0
  %second = extractelement <2 x i32> %two, i64 1
  %sum = add i32 %first, %second
  store i32 %sum, ptr %p
  ret void
}

; KEPT-LABEL: define
; KEPT-NOT: vector.reduce
; KEPT: ret void
define void @_Z4keptPi(ptr %thread, ptr %p) {
  %x = load <4 x i32>, ptr %p
  %even = shufflevector <4 x i32> %x, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
  %odd = shufflevector <4 x i32> %x, <4 x i32> poison, <2 x i32> <i32 1, i32 3>
  %two = add <2 x i32> %even, %odd
  %first = extractelement <2 x i32> %two, i64 0
  %second = extractelement <2 x i32> %two, i64 1
  %sum = add i32 %first, %second
  store <2 x i32> %two, ptr %p
  store i32 %sum, ptr %p
  ret void
}

define void @_Z5floatPf(ptr %thread, ptr %p) {
  %x = load <4 x float>, ptr %p
  %even = shufflevector <4 x float> %x, <4 x float> poison, <2 x i32> <i32 0, i32 2>
  %odd = shufflevector <4 x float> %x, <4 x float> poison, <2 x i32> <i32 1, i32 3>
  %two = fadd <2 x float> %even, %odd
  %first = extractelement <2 x float> %two, i64 0
  %second = extractelement <2 x float> %two, i64 1
  %sum = fadd float %first, %second
  store float %sum, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z3sumPi, !"kernel", i32 1}
!1 = !{ptr @_Z4keptPi, !"kernel", i32 1}
!2 = !{ptr @_Z5floatPf, !"kernel", i32 1}
