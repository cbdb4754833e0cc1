; Where the source permits it products and sums become one fused operation; then nothing further is permitted.
; RUN: %kernelc -bitcode %s -kernel k -run-pass contract-products | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define void @k(ptr %out, float %a, float %b, float %c) {
; CHECK: [[SUM:%.*]] = {{.*}}call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK: store volatile float [[SUM]]
  %p = fmul contract float %a, %b
  %s = fadd contract float %c, %p
  store volatile float %s, ptr %out
; CHECK: [[NEGATED:%.*]] = fneg float %a
; CHECK: fma.f32(float [[NEGATED]], float %b, float %c)
  %d = fsub contract float %c, %p
  store volatile float %d, ptr %out
; A constant is negated instead.
; CHECK: fma.f32(float %a, float -2.000000e+00, float %c)
  %twice = fmul contract float %a, 2.0
  %e = fsub contract float %c, %twice
  store volatile float %e, ptr %out
; No permission, no change.
; CHECK: [[PRODUCT:%.*]] = fmul float %b, %c
; CHECK: fadd float [[PRODUCT]], %a
  %q = fmul float %b, %c
  %t = fadd contract float %q, %a
  store volatile float %t, ptr %out
; CHECK: fdiv float %a, %b
  %r = fdiv arcp contract float %a, %b
  store volatile float %r, ptr %out
  ret void
}
; CHECK-NOT: {{ contract }}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
