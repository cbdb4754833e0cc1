; A mask that is the `and` of two comparisons is computed by halves: the second one in lanes where the first one holds.
; Where another block needs the first one by itself, it is computed again there. AVX2 has no mask registers.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass compare-under-masks | FileCheck %s
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass compare-under-masks | FileCheck %s --check-prefix=AVX2
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK-COUNT-2: %[[LANES:.*]] = and <16 x i1> %{{.*}}, %{{.*}}
; CHECK: [[FIRST:%.*]] = fcmp olt <16 x float>
; CHECK: [[LIVE:%.*]] = and <16 x i1> %{{.*}}, [[FIRST]]
; CHECK: [[SECOND:%.*]] = fcmp ogt <16 x float>
; CHECK: and <16 x i1> [[LIVE]], [[SECOND]]
; CHECK: shufflevector <16 x i1> %{{.*}}, <16 x i1> %{{.*}}, <32 x i32>
; CHECK: again:
; CHECK-NEXT: fcmp olt <32 x float>
; AVX2-NOT: <16 x float>
; AVX2: fcmp ogt <32 x float>
; AVX2-NOT: <16 x float>
define void @_Z1kPi(ptr %out, <32 x float> %a, <32 x float> %b, <32 x i1> %mask, i1 %leaves) {
  %first = fcmp olt <32 x float> %a, %b
  %live = and <32 x i1> %mask, %first
  %second = fcmp ogt <32 x float> %a, zeroinitializer
  %both = and <32 x i1> %live, %second
  store <32 x i1> %both, ptr %out
  br i1 %leaves, label %again, label %end
again:
  store <32 x i1> %first, ptr %out
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
