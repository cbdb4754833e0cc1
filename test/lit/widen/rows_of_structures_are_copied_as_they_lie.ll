; Where four lanes each copy 16 bytes of a row, on both sides beside each other, a row is one register: eight are loaded, then stored.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4copyPhPKhl -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z4copyPhPKhl -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=AVX2

; CHECK-LABEL: define {{.*}} @_Z4copyPhPKhl(
; CHECK-COUNT-8: load <64 x i8>
; CHECK-COUNT-8: store <64 x i8>
; CHECK-NOT: llvm.memcpy
; CHECK: ret void

; AVX2-LABEL: define {{.*}} @_Z4copyPhPKhl(
; AVX2-COUNT-16: load <32 x i8>
; AVX2-COUNT-16: store <32 x i8>
; AVX2-NOT: llvm.memcpy
; AVX2: ret void
target triple = "x86_64-pc-linux-gnu"
define void @_Z4copyPhPKhl(ptr %thread, ptr %out, ptr %in, i64 %stride) {
  %x = tail call i32 @raddle.thread.0()
  %wide = zext nneg i32 %x to i64
  %row = lshr i64 %wide, 2
  %column = and i64 %wide, 3
  %in_row = shl nuw nsw i64 %column, 4
  %from_row = mul nsw i64 %row, %stride
  %from = add nsw i64 %from_row, %in_row
  %to_row = mul nuw nsw i64 %row, 80
  %to = add nuw nsw i64 %to_row, %in_row
  %source = getelementptr inbounds i8, ptr %in, i64 %from
  %target = getelementptr inbounds i8, ptr %out, i64 %to
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %target, ptr noundef nonnull align 16 dereferenceable(16) %source, i64 16, i1 false)
  ret void
}
declare i32 @raddle.thread.0()
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4copyPhPKhl, !"kernel", i32 1}
