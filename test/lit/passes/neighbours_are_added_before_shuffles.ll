; Lanes that add up neighbours of their own: the vectors are added as they lie in memory, and pairs of neighbours afterwards.
; Halves of words count as elements. What something else needs, too, or what is no neighbour, stays as it is.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass sum-before-shuffles | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK-NEXT: %[[HIGH:.*]] = add <4 x i32> %b, %d
; CHECK-NEXT: %[[LOW:.*]] = add <4 x i32> %a, %c
; CHECK-NEXT: %[[EVEN:.*]] = shufflevector <4 x i32> %[[LOW]], <4 x i32> %[[HIGH]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK-NEXT: %[[ODD:.*]] = shufflevector <4 x i32> %[[LOW]], <4 x i32> %[[HIGH]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK-NEXT: %[[BOTH:.*]] = add <4 x i32> %[[EVEN]], %[[ODD]]
; CHECK-NEXT: %[[SUM:.*]] = add <4 x i32> %start, %[[BOTH]]
; CHECK-NEXT: store <4 x i32> %[[SUM]]
; CHECK-NOT: lshr
; CHECK: %[[FIRST:.*]] = bitcast <2 x i64> %v to <4 x i32>
; CHECK: %[[SECOND:.*]] = bitcast <2 x i64> %w to <4 x i32>
; CHECK: shufflevector <4 x i32> %[[FIRST]], <4 x i32> %[[SECOND]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: store <4 x i32>
; CHECK: %kept = shufflevector
; CHECK: %other = shufflevector
; CHECK: add <4 x i32> %kept, %other
define void @_Z1kPi(ptr %out, <4 x i32> %start, <4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, <2 x i64> %v, <2 x i64> %w) {
  %even.ab = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %odd.ab = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %even.cd = shufflevector <4 x i32> %c, <4 x i32> %d, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %odd.cd = shufflevector <4 x i32> %c, <4 x i32> %d, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %one = add nsw <4 x i32> %start, %odd.ab
  %two = add nsw <4 x i32> %one, %even.ab
  %three = add nsw <4 x i32> %two, %even.cd
  %sum = add nsw <4 x i32> %three, %odd.cd
  store <4 x i32> %sum, ptr %out
  %words = shufflevector <2 x i64> %v, <2 x i64> %w, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %shifted = lshr <4 x i64> %words, <i64 32, i64 32, i64 32, i64 32>
  %high = trunc <4 x i64> %shifted to <4 x i32>
  %low = trunc <4 x i64> %words to <4 x i32>
  %both = xor <4 x i32> %high, %low
  store <4 x i32> %both, ptr %out
  %kept = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %other = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %not.alone = add <4 x i32> %kept, %other
  store <4 x i32> %not.alone, ptr %out
  store <4 x i32> %kept, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
