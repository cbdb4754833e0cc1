; A guard around a loop that all warps of a group pass does not make them diverge: they go through the loop fused, and diverge
; after it. A loop that lanes leave one by one is no matter of the guard.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4costPfPKfiif -lanes 32 -block rows+eights -run-pass version-guarded-loops,fuse-warps,widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK: define {{.*}} @_Z4costPfPKfiif(
; CHECK-COUNT-8: load <32 x float>, ptr
; CHECK: call <32 x float> @llvm.masked.load
; CHECK: ret void
;   __global__ void cost(float *out, const float *in, int n, int dimensions, float bound) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     if (i >= n)
;       return;
;     float sum = 0;
;     for (int d = 0; d < dimensions; ++d)
;       sum += in[static_cast<long>(d) * n + i];
;     if (sum < bound)
;       out[i] = sum;
;   }
define void @_Z4costPfPKfiif(ptr %thread, ptr %0, ptr %1, i32 %2, i32 %3, float %4) nounwind memory(read, argmem: readwrite, inaccessiblemem: none) {
  %6 = tail call ptr @raddle.thread.16()
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i8, ptr %6, i64 12
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, %7
  %11 = tail call i32 @raddle.thread.0()
  %12 = add i32 %10, %11
  %.not = icmp slt i32 %12, %2
  br i1 %.not, label %.preheader, label %26
.preheader:
  %13 = icmp sgt i32 %3, 0
  br i1 %13, label %.lr.ph, label %._crit_edge
.lr.ph:
  %14 = sext i32 %2 to i64
  %15 = sext i32 %12 to i64
  %invariant.gep = getelementptr float, ptr %1, i64 %15
  br label %17
._crit_edge.loopexit:
  %.lcssa = phi float [ %21, %17 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %.preheader ], [ %.lcssa, %._crit_edge.loopexit ]
  %16 = fcmp olt float %.01.lcssa, %4
  br i1 %16, label %23, label %26
17:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %22, %17 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %21, %17 ]
  %18 = zext nneg i32 %.03 to i64
  %19 = mul nsw i64 %18, %14
  %gep = getelementptr float, ptr %invariant.gep, i64 %19
  %20 = load float, ptr %gep, align 4
  %21 = fadd float %.012, %20
  %22 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %22, %3
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %17
23:
  %24 = sext i32 %12 to i64
  %25 = getelementptr inbounds float, ptr %0, i64 %24
  store float %.01.lcssa, ptr %25, align 4
  br label %26
26:
  ret void
}

;   __global__ void orbit(float *out, int n) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     if (i < n) {
;       float x = out[i];
;       while (x < 100)
;         x = x * x + 1;
;       out[i] = x;
;     }
;   }
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4costPfPKfiif, !"kernel", i32 1}
