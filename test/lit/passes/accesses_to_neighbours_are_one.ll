; With -profile, accesses to neighbouring elements are one where they are aligned as a vector of up to 16 bytes: what a GPU has, not the
; machine that the code is for.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -profile -run-pass join-accesses | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %thread, ptr %a, ptr %b, ptr %c) {
entry:
  ; CHECK: load <4 x float>, ptr %a, align 16
  %x = load float, ptr %a, align 16
  %a1 = getelementptr inbounds i8, ptr %a, i64 4
  %y = load float, ptr %a1, align 4
  %a2 = getelementptr inbounds i8, ptr %a, i64 8
  %z = load float, ptr %a2, align 8
  %a3 = getelementptr inbounds i8, ptr %a, i64 12
  %w = load float, ptr %a3, align 4
  %s = fadd float %x, %y
  ; Not aligned as one.
  ; CHECK: store float
  ; CHECK: store float
  ; CHECK: store float
  store float %s, ptr %b, align 4
  %b1 = getelementptr inbounds i8, ptr %b, i64 4
  store float %z, ptr %b1, align 4
  %b2 = getelementptr inbounds i8, ptr %b, i64 8
  store float %w, ptr %b2, align 4
  ; Of a vector two elements are used, of another one three.
  ; CHECK: load <2 x float>, ptr %c, align 16
  %u = load <4 x float>, ptr %c, align 16
  %u0 = extractelement <4 x float> %u, i64 0
  %u1 = extractelement <4 x float> %u, i64 1
  %t = fadd float %u0, %u1
  %c1 = getelementptr inbounds i8, ptr %c, i64 16
  ; CHECK: load <4 x float>, ptr %c1, align 16
  %v = load <4 x float>, ptr %c1, align 16
  %v0 = extractelement <4 x float> %v, i64 0
  %v1 = extractelement <4 x float> %v, i64 1
  %v2 = extractelement <4 x float> %v, i64 2
  %t1 = fadd float %v0, %v1
  %t2 = fadd float %v2, %t
  %t3 = fadd float %t2, %t1
  store float %t3, ptr %a
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
