; A product of matrices is a loop in the order of k: registers of rows, and numbers of columns that are multiplied with all of them.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7productPf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z7productPf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefixes=CHECK,AVX2
; Halves become floats as they are kept. Of a transposed matrix, rows are taken as they are. Two steps are one loop.
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z6halvesPf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=HALVES

; CHECK-LABEL: define {{.*}} @_Z7productPf(
; Rows for each k.
; CHECK-COUNT-4: store <16 x float> {{.*}}, align 64
; CHECK: store <32 x float> {{.*}}, align 64
; AVX512: [[ROWS:%.*]] = load <16 x float>, {{.*}} align 64
; AVX512-COUNT-8: call <16 x float> @llvm.fma.v16f32(<16 x float> [[ROWS]],
; AVX512-NOT: llvm.fma
; AVX512: br i1 {{.*}} !llvm.loop
; AVX2: [[UPPER:%.*]] = load <8 x float>, {{.*}} align 32
; AVX2: [[LOWER:%.*]] = load <8 x float>, {{.*}} align 32
; AVX2: call <8 x float> @llvm.fma.v8f32(<8 x float> [[UPPER]], <8 x float> [[NUMBER:%[^,]*]],
; AVX2: call <8 x float> @llvm.fma.v8f32(<8 x float> [[LOWER]], <8 x float> [[NUMBER]],
; AVX2-COUNT-6: call <8 x float> @llvm.fma.v8f32(
; AVX2-NOT: llvm.fma
; AVX2: br i1 {{.*}} !llvm.loop
; AVX2-COUNT-8: call <8 x float> @llvm.fma.v8f32(
; AVX2-NOT: llvm.fma
; A NaN is a GPU's.
; CHECK: fcmp uno <32 x float>
; CHECK-NOT: raddle.matrix
; CHECK: ret void

; HALVES-LABEL: define {{.*}} @_Z6halvesPf(
; HALVES-COUNT-2: fpext <64 x half>
; HALVES-COUNT-24: shufflevector <8 x float>
; HALVES-COUNT-8: store <8 x float> {{.*}}, align 64
; HALVES-COUNT-24: shufflevector <8 x float>
; HALVES-COUNT-8: store <8 x float> {{.*}}, align 32
; HALVES: fpext <64 x half>
; HALVES: store <64 x float>
; HALVES-COUNT-2: fpext <64 x half>
; HALVES-NOT: shufflevector <8 x float>
; HALVES-COUNT-16: store <8 x float>
; HALVES: fpext <64 x half>
; HALVES: store <64 x float>
; HALVES-COUNT-16: call <8 x float> @llvm.fma.v8f32(
; HALVES-NOT: llvm.fma
; HALVES: icmp ne i64 {{.*}}, 8
; HALVES: br i1 {{.*}} !llvm.loop
; HALVES-COUNT-16: call <8 x float> @llvm.fma.v8f32(
; HALVES-NOT: llvm.fma
; HALVES: ret void
target triple = "x86_64-pc-linux-gnu"
define void @_Z7productPf(ptr %thread, ptr %out) {
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  %a = load float, ptr %place, align 4
  tail call void @raddle.matrix.rows.f32.1(i32 0, i1 false, float %a, float %a)
  tail call void @raddle.matrix.columns.f32.1(i32 0, i1 false, float %a)
  %columns = tail call { float, float, float, float } @raddle.matrix.product.f32.1(i32 0, i32 0, i1 false, float %a, float %a, float %a, float %a)
  %p0 = extractvalue { float, float, float, float } %columns, 0
  %p1 = extractvalue { float, float, float, float } %columns, 1
  %p2 = extractvalue { float, float, float, float } %columns, 2
  %p3 = extractvalue { float, float, float, float } %columns, 3
  %sums = tail call { float, float, float, float } @raddle.matrix.fragment(float %p0, float %p1, float %p2, float %p3)
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
define void @_Z6halvesPf(ptr %thread, ptr %out) {
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  %w = load i32, ptr %place, align 4
  %c = bitcast i32 %w to float
  tail call void @raddle.matrix.rows.f16.1(i32 0, i1 false, i32 %w, i32 %w)
  tail call void @raddle.matrix.columns.f16.1(i32 0, i1 true, i32 %w)
  tail call void @raddle.matrix.rows.f16.1(i32 1, i1 true, i32 %w, i32 %w)
  tail call void @raddle.matrix.columns.f16.1(i32 1, i1 true, i32 %w)
  %columns = tail call { float, float, float, float } @raddle.matrix.product.f16.1(i32 0, i32 0, i1 true, i32 1, i32 1, i1 true, float %c, float %c, float %c, float %c)
  %d = extractvalue { float, float, float, float } %columns, 0
  store float %d, ptr %place, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare void @raddle.matrix.rows.f32.1(i32, i1, float, float) convergent nounwind willreturn
declare void @raddle.matrix.columns.f32.1(i32, i1, float) convergent nounwind willreturn
declare { float, float, float, float } @raddle.matrix.product.f32.1(i32, i32, i1, float, float, float, float) convergent nounwind willreturn memory(none)
declare void @raddle.matrix.rows.f16.1(i32, i1, i32, i32) convergent nounwind willreturn
declare void @raddle.matrix.columns.f16.1(i32, i1, i32) convergent nounwind willreturn
declare { float, float, float, float } @raddle.matrix.product.f16.1(i32, i32, i1, i32, i32, i1, float, float, float, float) convergent nounwind willreturn memory(none)
declare { float, float, float, float } @raddle.matrix.fragment(float, float, float, float) convergent nounwind willreturn memory(none)
!nvvm.annotations = !{!4, !5}
!4 = !{ptr @_Z7productPf, !"kernel", i32 1}
!5 = !{ptr @_Z6halvesPf, !"kernel", i32 1}
