; A warp whose lanes have no part in a step of a reduction skips it: it would read past the end of the array, though
; under an empty mask. Where lanes take part by what they have read, most warps have some that do.
; RUN: %kernelc -bitcode %s -kernel _Z3addPfi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SKIPS
; RUN: %kernelc -bitcode %s -kernel _Z6strictPfii -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SKIPS
; RUN: %kernelc -bitcode %s -kernel _Z7by_dataPfi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=RUNS
target triple = "x86_64-pc-linux-gnu"

;   __shared__ float sums[1024];

; SKIPS: load <32 x float>
; SKIPS: br i1 %{{.*}}, label %{{.*}}, label %skip.
; SKIPS: call <32 x float> @llvm.masked.load
;   __global__ void add(float *out, int steps) {
;     sums[threadIdx.x] = out[threadIdx.x];
;     __syncthreads();
;     for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
;       if (threadIdx.x < k)
;         sums[threadIdx.x] += sums[threadIdx.x + k];
;       __syncthreads();
;     }
;     out[threadIdx.x] = sums[threadIdx.x];
;   }
define void @_Z3addPfi(ptr %thread, ptr %0, i32 %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %0, i64 %8
  %10 = load float, ptr %9, align 4
  %11 = getelementptr inbounds [1024 x float], ptr %6, i64 0, i64 %8
  store float %10, ptr %11, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %12 = tail call ptr @raddle.thread.16()
  %13 = getelementptr inbounds i8, ptr %12, i64 12
  %14 = load i32, ptr %13, align 4
  %.not2 = icmp ult i32 %14, 2
  br i1 %.not2, label %._crit_edge, label %.lr.ph.preheader
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %15 = load float, ptr %11, align 4
  store float %15, ptr %9, align 4
  ret void
.lr.ph:
  %.03.in = phi i32 [ %.03, %24 ], [ %14, %.lr.ph.preheader ]
  %.03 = lshr i32 %.03.in, 1
  %16 = icmp ult i32 %7, %.03
  br i1 %16, label %17, label %24
17:
  %18 = add nuw i32 %.03, %7
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds [1024 x float], ptr %6, i64 0, i64 %19
  %21 = load float, ptr %20, align 4
  %22 = load float, ptr %11, align 4
  %23 = fadd float %21, %22
  store float %23, ptr %11, align 4
  br label %24
24:
  notail call void @raddle_syncthreads(ptr %thread)
  %.not = icmp ult i32 %.03.in, 4
  br i1 %.not, label %._crit_edge.loopexit, label %.lr.ph
}

;   __global__ void strict(float *out, int steps, int rows) {
;     sums[threadIdx.x] = out[threadIdx.x];
;     __syncthreads();
;     for (int k = 0; k < steps; ++k) {
;       if (static_cast<int>(threadIdx.x) > k && static_cast<int>(threadIdx.x) + k < rows)
;         sums[threadIdx.x] += sums[threadIdx.x + k];
;       __syncthreads();
;     }
;     out[threadIdx.x] = sums[threadIdx.x];
;   }
define void @_Z6strictPfii(ptr %thread, ptr %0, i32 %1, i32 %2) {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %0, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = getelementptr inbounds [1024 x float], ptr %7, i64 0, i64 %9
  store float %11, ptr %12, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %13 = icmp sgt i32 %1, 0
  br i1 %13, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %14 = load float, ptr %12, align 4
  store float %14, ptr %10, align 4
  ret void
.lr.ph:
  %.01 = phi i32 [ %26, %25 ], [ 0, %.lr.ph.preheader ]
  %15 = icmp ugt i32 %8, %.01
  br i1 %15, label %16, label %25
16:
  %17 = add nuw nsw i32 %.01, %8
  %18 = icmp slt i32 %17, %2
  br i1 %18, label %19, label %25
19:
  %20 = zext nneg i32 %17 to i64
  %21 = getelementptr inbounds [1024 x float], ptr %7, i64 0, i64 %20
  %22 = load float, ptr %21, align 4
  %23 = load float, ptr %12, align 4
  %24 = fadd float %22, %23
  store float %24, ptr %12, align 4
  br label %25
25:
  notail call void @raddle_syncthreads(ptr %thread)
  %26 = add nuw nsw i32 %.01, 1
  %exitcond.not = icmp eq i32 %26, %1
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %.lr.ph
}

; RUNS-NOT: label %skip.
; RUNS: call <32 x float> @llvm.masked.load
; RUNS-NOT: label %skip.
; RUNS: ret void
;   __global__ void by_data(float *out, int steps) {
;     sums[threadIdx.x] = out[threadIdx.x];
;     __syncthreads();
;     for (int k = 0; k < steps; ++k) {
;       if (out[k + threadIdx.x] > 3)
;         sums[threadIdx.x] += sums[threadIdx.x + k];
;       __syncthreads();
;     }
;     out[threadIdx.x] = sums[threadIdx.x];
;   }
define void @_Z7by_dataPfi(ptr %thread, ptr %0, i32 %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %0, i64 %8
  %10 = load float, ptr %9, align 4
  %11 = getelementptr inbounds [1024 x float], ptr %6, i64 0, i64 %8
  store float %10, ptr %11, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %12 = icmp sgt i32 %1, 0
  br i1 %12, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  %13 = load float, ptr %11, align 4
  store float %13, ptr %9, align 4
  ret void
.lr.ph:
  %.01 = phi i32 [ %25, %24 ], [ 0, %.lr.ph.preheader ]
  %14 = add nuw i32 %.01, %7
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds float, ptr %0, i64 %15
  %17 = load float, ptr %16, align 4
  %18 = fcmp ogt float %17, 3.000000e+00
  br i1 %18, label %19, label %24
19:
  %20 = getelementptr inbounds [1024 x float], ptr %6, i64 0, i64 %15
  %21 = load float, ptr %20, align 4
  %22 = load float, ptr %11, align 4
  %23 = fadd float %21, %22
  store float %23, ptr %11, align 4
  br label %24
24:
  notail call void @raddle_syncthreads(ptr %thread)
  %25 = add nuw nsw i32 %.01, 1
  %exitcond.not = icmp eq i32 %25, %1
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %.lr.ph
}
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z3addPfi, !"kernel", i32 1}
!1 = !{ptr @_Z6strictPfii, !"kernel", i32 1}
!2 = !{ptr @_Z7by_dataPfi, !"kernel", i32 1}
