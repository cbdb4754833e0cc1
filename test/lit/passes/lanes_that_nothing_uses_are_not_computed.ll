; Of a sum whose first lane is taken, each step has half of the elements, down to a scalar, across branches too. A value of
; which something else uses all lanes stays.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass narrow-to-used-lanes | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK: %[[UPPER:.*]] = shufflevector <32 x i32> %x, <32 x i32> poison, <2 x i32> <i32 8, i32 24>
; CHECK: %[[LOWER:.*]] = shufflevector <32 x i32> %x, <32 x i32> poison, <2 x i32> <i32 0, i32 16>
; CHECK: %[[TWO:.*]] = add <2 x i32> %[[LOWER]], %[[UPPER]]
; CHECK: %[[SECOND:.*]] = extractelement <2 x i32> %[[TWO]], i64 1
; CHECK: %[[FIRST:.*]] = extractelement <2 x i32> %[[TWO]], i64 0
; CHECK: %[[ONE:.*]] = add i32 %[[FIRST]], %[[SECOND]]
; CHECK: phi i32 [ 0, %{{.*}} ], [ %[[ONE]], %{{.*}} ]
; CHECK-NOT: <32
; CHECK: store i32
; CHECK: %both = add <32 x i32> %x, %y
; CHECK-NEXT: store <32 x i32> %both
; CHECK-NEXT: extractelement <32 x i32> %both, i32 0
define void @_Z1kPi(ptr %thread, ptr %out, <32 x i32> %x, <32 x i32> %y, i1 %some) {
entry:
  br i1 %some, label %sum, label %end
sum:
  %1 = shufflevector <32 x i32> %x, <32 x i32> poison, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %2 = add <32 x i32> %x, %1
  %3 = shufflevector <32 x i32> %2, <32 x i32> poison, <32 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %4 = add <32 x i32> %2, %3
  br label %end
end:
  %5 = phi <32 x i32> [ zeroinitializer, %entry ], [ %4, %sum ]
  %6 = extractelement <32 x i32> %5, i32 0
  store i32 %6, ptr %out
  %both = add <32 x i32> %x, %y
  store <32 x i32> %both, ptr %out
  %first = extractelement <32 x i32> %both, i32 0
  store i32 %first, ptr %out
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
