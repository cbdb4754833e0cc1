; A step of a product of matrices becomes vectors of rows and columns, two registers of each sum at a time, in a loop in the order of k.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4stepPf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z4stepPf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefixes=CHECK,AVX2

; CHECK-LABEL: define {{.*}} @_Z4stepPf(
; B by columns.
; CHECK: shufflevector <32 x float> {{.*}}, <32 x i32> <i32 0, i32 8, i32 16, i32 24, i32 4, i32 12, i32 20, i32 28, i32 1, i32 9,
; CHECK: store <32 x float>
; AVX512: load <4 x float>
; AVX512: shufflevector <4 x float> {{.*}}, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3,
; AVX512: call <16 x float> @llvm.x86.avx512.vpermilvar.ps.512(
; AVX512-COUNT-4: call <32 x float> @llvm.fma.v32f32(
; AVX512-NOT: llvm.fma
; AVX512: br i1 {{.*}} !llvm.loop
; AVX2: call <8 x float> @llvm.x86.avx.vpermilvar.ps.256(
; AVX2-COUNT-4: call <16 x float> @llvm.fma.v16f32(
; AVX2: br i1 {{.*}} !llvm.loop
; AVX2-COUNT-4: call <16 x float> @llvm.fma.v16f32(
; AVX2-NOT: llvm.fma
; CHECK-NOT: raddle.matrix.step
; CHECK: ret void
target triple = "x86_64-pc-linux-gnu"
define void @_Z4stepPf(ptr %thread, ptr %out) {
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  %a = load float, ptr %place, align 4
  %sums = tail call { float, float, float, float } @raddle.matrix.step.1(float %a, float %a, float %a, float %a, float %a, float %a, float %a)
  %d0 = extractvalue { float, float, float, float } %sums, 0
  %d1 = extractvalue { float, float, float, float } %sums, 1
  %d2 = extractvalue { float, float, float, float } %sums, 2
  %d3 = extractvalue { float, float, float, float } %sums, 3
  %d01 = fadd float %d0, %d1
  %d23 = fadd float %d2, %d3
  %d = fadd float %d01, %d23
  store float %d, ptr %place, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare { float, float, float, float } @raddle.matrix.step.1(float, float, float, float, float, float, float) convergent nounwind willreturn memory(none)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4stepPf, !"kernel", i32 1}
