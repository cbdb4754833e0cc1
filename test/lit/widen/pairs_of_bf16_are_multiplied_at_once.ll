; With RADDLE_MMA=fast, a processor that multiplies pairs of bf16 gets their words as they are.
; RUN: env RADDLE_ISA=avx512 RADDLE_MMA=fast %kernelc -bitcode %s -kernel _Z7productPf -lanes 32 -block rows -processor=cooperlake -run-pass widen | FileCheck %s
; AMX multiplies tiles: of two steps, here.
; RUN: env RADDLE_ISA=avx512 RADDLE_MMA=fast %kernelc -bitcode %s -kernel _Z7productPf -lanes 32 -block rows -processor=sapphirerapids -run-pass widen | FileCheck %s --check-prefix=TILES
; Others, and other modes, do not.
; RUN: env RADDLE_ISA=avx512 RADDLE_MMA=fast %kernelc -bitcode %s -kernel _Z7productPf -lanes 32 -block rows -processor=skylake-avx512 -run-pass widen | FileCheck %s --check-prefix=FMA
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7productPf -lanes 32 -block rows -processor=sapphirerapids -run-pass widen | FileCheck %s --check-prefix=FMA
; CHECK-LABEL: define {{.*}} @_Z7productPf(
; CHECK-NOT: zext <64 x i16>
; CHECK-COUNT-8: call <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512(
; CHECK-NOT: dpbf16ps
; CHECK: br i1 {{.*}} !llvm.loop
; CHECK: ret void
; TILES-LABEL: define {{.*}} @_Z7productPf(
; TILES: call void asm sideeffect "ldtilecfg ($0)"
; TILES: call void asm sideeffect "tileloadd ($0,$1,1), %tmm0"
; TILES: call void asm sideeffect "tileloadd ($0,$2,1), %tmm3; tileloadd ($1,$2,1), %tmm4; tdpbf16ps %tmm4, %tmm3, %tmm0"
; TILES-NOT: tdpbf16ps
; TILES: call void asm sideeffect "tilestored %tmm0, ($0,$1,1)"
; TILES: ret void
; FMA-LABEL: define {{.*}} @_Z7productPf(
; FMA: zext <64 x i16>
; FMA-COUNT-16: call <16 x float> @llvm.fma.v16f32(
; FMA-NOT: dpbf16ps
; FMA: ret void
target triple = "x86_64-pc-linux-gnu"
define void @_Z7productPf(ptr %thread, ptr %out) {
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  %w = load i32, ptr %place, align 4
  tail call void @raddle.matrix.rows.bf16.1(i32 0, i1 false, i32 %w, i32 %w)
  tail call void @raddle.matrix.columns.bf16.1(i32 0, i1 true, i32 %w)
  tail call void @raddle.matrix.rows.bf16.1(i32 1, i1 false, i32 %w, i32 %w)
  tail call void @raddle.matrix.columns.bf16.1(i32 1, i1 true, i32 %w)
  %columns = tail call { float, float, float, float } @raddle.matrix.product.bf16.1(i32 0, i32 0, i1 true, i32 1, i32 1, i1 true, float 0.0, float 0.0, float 0.0, float 0.0)
  %d = extractvalue { float, float, float, float } %columns, 0
  store float %d, ptr %place, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare void @raddle.matrix.rows.bf16.1(i32, i1, i32, i32) convergent nounwind willreturn
declare void @raddle.matrix.columns.bf16.1(i32, i1, i32) convergent nounwind willreturn
declare { float, float, float, float } @raddle.matrix.product.bf16.1(i32, i32, i1, i32, i32, i1, float, float, float, float) convergent nounwind willreturn memory(none)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z7productPf, !"kernel", i32 1}
