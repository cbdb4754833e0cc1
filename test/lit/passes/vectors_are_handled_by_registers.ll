; Where more vectors are alive than there are registers, those that are loaded, added up and taken apart are handled register by
; register, and so are those that are put together and stored in local memory.
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z5apartPi -lanes 32 -run-pass split-vectors | FileCheck %s
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z8togetherPi -lanes 32 -run-pass split-vectors | FileCheck %s --check-prefix=TOGETHER
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z3fewPi -lanes 32 -run-pass split-vectors | FileCheck %s --check-prefix=FEW
target triple = "x86_64-pc-linux-gnu"

; The first register of both, and what is done with it, comes before the second one is loaded.
; CHECK-LABEL: define {{.*}} @_Z5apartPi(
; CHECK-NOT: load <32 x i64>
; CHECK: load <4 x i64>
; CHECK: store <4 x i64>
; CHECK-COUNT-7: store <4 x i64>
; CHECK: ret void
define void @_Z5apartPi(ptr %thread, ptr noalias %p) {
  %kept = alloca [3 x <32 x i64>], align 256
  call void @fill(ptr %kept)
  %at.y = getelementptr inbounds i8, ptr %kept, i64 256
  %at.z = getelementptr inbounds i8, ptr %kept, i64 512
  %x = load <32 x i64>, ptr %kept, align 256
  %y = load <32 x i64>, ptr %at.y, align 256
  %z = load <32 x i64>, ptr %at.z, align 256
  %s = add <32 x i64> %x, %y
  %t = add <32 x i64> %s, %z
  %t0 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t1 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t2 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  %t3 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  %t4 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 16, i32 17, i32 18, i32 19>
  %t5 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 20, i32 21, i32 22, i32 23>
  %t6 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 24, i32 25, i32 26, i32 27>
  %t7 = shufflevector <32 x i64> %t, <32 x i64> poison, <4 x i32> <i32 28, i32 29, i32 30, i32 31>
  %p1 = getelementptr inbounds i8, ptr %p, i64 1000
  %p2 = getelementptr inbounds i8, ptr %p, i64 2000
  %p3 = getelementptr inbounds i8, ptr %p, i64 3000
  %p4 = getelementptr inbounds i8, ptr %p, i64 4000
  %p5 = getelementptr inbounds i8, ptr %p, i64 5000
  %p6 = getelementptr inbounds i8, ptr %p, i64 6000
  %p7 = getelementptr inbounds i8, ptr %p, i64 7000
  store <4 x i64> %t0, ptr %p, align 8
  store <4 x i64> %t1, ptr %p1, align 8
  store <4 x i64> %t2, ptr %p2, align 8
  store <4 x i64> %t3, ptr %p3, align 8
  store <4 x i64> %t4, ptr %p4, align 8
  store <4 x i64> %t5, ptr %p5, align 8
  store <4 x i64> %t6, ptr %p6, align 8
  store <4 x i64> %t7, ptr %p7, align 8
  ret void
}

; Each register is stored before the next one is loaded.
; TOGETHER-LABEL: define {{.*}} @_Z8togetherPi(
; TOGETHER: [[A:%.*]] = load <4 x i64>
; TOGETHER-NOT: load
; TOGETHER: store <4 x i64> [[A]]
; TOGETHER: [[B:%.*]] = load <4 x i64>
; TOGETHER-NOT: load
; TOGETHER: store <4 x i64> [[B]]
; TOGETHER-NOT: store <8 x i64>
; TOGETHER: ret void
define void @_Z8togetherPi(ptr %thread, ptr %p) {
  %kept = alloca [3 x <32 x i64>], align 256
  %again = getelementptr inbounds i8, ptr %kept, i64 256
  %more = getelementptr inbounds i8, ptr %kept, i64 512
  %other = load <32 x i64>, ptr %p, align 8
  %third = load <32 x i64>, ptr %p, align 8
  %a = load <4 x i64>, ptr %p, align 8
  %p1 = getelementptr inbounds i8, ptr %p, i64 1000
  %b = load <4 x i64>, ptr %p1, align 8
  %ab = shufflevector <4 x i64> %a, <4 x i64> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i64> %ab, ptr %kept, align 256
  store <32 x i64> %other, ptr %p, align 8
  store <32 x i64> %third, ptr %p, align 8
  call void @fill(ptr %p)
  ret void
}

; FEW-LABEL: define {{.*}} @_Z3fewPi(
; FEW: load <8 x i64>
; FEW: ret void
define void @_Z3fewPi(ptr %thread, ptr %p) {
  %x = load <8 x i64>, ptr %p, align 8
  %low = shufflevector <8 x i64> %x, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %high = shufflevector <8 x i64> %x, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %sum = add <4 x i64> %low, %high
  store <4 x i64> %sum, ptr %p, align 8
  ret void
}

declare void @fill(ptr)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z5apartPi, !"kernel", i32 1}
!1 = !{ptr @_Z8togetherPi, !"kernel", i32 1}
!2 = !{ptr @_Z3fewPi, !"kernel", i32 1}
