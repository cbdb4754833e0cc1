; Where a warp is several rows of threads and some lanes may be missing, each row is one vector under a mask: at once with
; AVX-512, and with AVX2 where it turns out that a lane is missing. Others have no such accesses.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5innerPfPKfi -lanes 32 -block rows-of-16 -run-pass widen | FileCheck %s --check-prefix=AVX512
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z5innerPfPKfi -lanes 32 -block rows-of-16 -run-pass widen | FileCheck %s --check-prefix=AVX2
; RUN: env RADDLE_ISA=sse4.2 %kernelc -bitcode %s -kernel _Z5innerPfPKfi -lanes 32 -block rows-of-16 -run-pass widen | FileCheck %s --check-prefix=SSE
target triple = "x86_64-pc-linux-gnu"

; AVX512-NOT: load <16 x float>
; AVX512-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
; AVX512-COUNT-2: call void @llvm.masked.store.v16f32.p0(
; AVX512-NOT: masked.gather

; AVX2-COUNT-2: load <8 x float>
; AVX2-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
; AVX2-NOT: masked.gather

; SSE-NOT: @llvm.masked.load
; SSE: load <8 x float>
; SSE-NOT: @llvm.masked.load
;   __global__ void inner(float *out, const float *in, int width) {
;     const int x = threadIdx.x, y = threadIdx.y;
;     if (x > 0 && x < 15)
;       out[static_cast<long>(y) * width + x] = 2 * in[static_cast<long>(y) * width + x];
;   }
define void @_Z5innerPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = add nsw i32 %4, -1
  %or.cond = icmp ult i32 %5, 14
  br i1 %or.cond, label %6, label %17
6:
  %7 = tail call i32 @raddle.thread.4()
  %8 = zext nneg i32 %7 to i64
  %9 = sext i32 %2 to i64
  %10 = mul nsw i64 %9, %8
  %11 = zext nneg i32 %4 to i64
  %12 = add nsw i64 %10, %11
  %13 = getelementptr inbounds float, ptr %1, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = fmul float %14, 2.000000e+00
  %16 = getelementptr inbounds float, ptr %0, i64 %12
  store float %15, ptr %16, align 4
  br label %17
17:
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z5innerPfPKfi, !"kernel", i32 1}
