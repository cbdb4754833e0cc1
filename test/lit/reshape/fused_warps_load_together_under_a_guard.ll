; A guard is put to all fused warps at once: where they all pass it, their loads and stores stand side by side, and no
; warp goes its own way before the others.
; RUN: %kernelc -bitcode %s -kernel _Z6sharesPKfPfi -lanes 32 -block rows+eights -run-pass fuse-warps | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK: %[[ALL:.*]] = and i1
; CHECK: br i1 %[[ALL]], label %[[LOADS:.*]], label
; CHECK: %[[ALL_STORE:.*]] = and i1
; CHECK: br i1 %[[ALL_STORE]], label %[[STORES:.*]], label
; CHECK: {{^}}[[LOADS]]:
; CHECK-COUNT-8: load float
; CHECK-NOT: load float
; CHECK: {{^}}[[STORES]]:
; CHECK-COUNT-8: store float
;   __global__ void shares(const float *in, float *out, int n) {
;     __shared__ float sums[32];
;     int i = blockIdx.x * blockDim.x + threadIdx.x;
;     float x = i < n ? in[i] : 0, sum = x, total = 0;
;     for (int distance = 16; distance > 0; distance /= 2)
;       sum += __shfl_xor_sync(0xffffffff, sum, distance);
;     sums[threadIdx.x / 32] = sum;
;     __syncthreads();
;     for (int warp = 0; warp < blockDim.x / 32; ++warp)
;       total += sums[warp];
;     if (i < n)
;       out[i] = x / total;
;   }
define void @_Z6sharesPKfPfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call ptr @raddle.thread.16()
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %8, i64 12
  %11 = load i32, ptr %10, align 4
  %12 = mul i32 %11, %9
  %13 = tail call i32 @raddle.thread.0()
  %14 = add i32 %12, %13
  %15 = icmp slt i32 %14, %2
  %16 = call i1 @raddle.full.warp(i1 %15)
  br i1 %16, label %58, label %.rest
.rest:
  br i1 %15, label %17, label %21
17:
  %18 = sext i32 %14 to i64
  %19 = getelementptr inbounds float, ptr %0, i64 %18
  %20 = load float, ptr %19, align 4
  br label %21
21:
  %22 = phi float [ %20, %17 ], [ 0.000000e+00, %.rest ], [ %61, %58 ]
  %23 = bitcast float %22 to i32
  %24 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %23, i32 16, i32 31)
  %25 = bitcast i32 %24 to float
  %26 = fadd float %22, %25
  %27 = bitcast float %26 to i32
  %28 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %27, i32 8, i32 31)
  %29 = bitcast i32 %28 to float
  %30 = fadd float %26, %29
  %31 = bitcast float %30 to i32
  %32 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %31, i32 4, i32 31)
  %33 = bitcast i32 %32 to float
  %34 = fadd float %30, %33
  %35 = bitcast float %34 to i32
  %36 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %35, i32 2, i32 31)
  %37 = bitcast i32 %36 to float
  %38 = fadd float %34, %37
  %39 = bitcast float %38 to i32
  %40 = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %39, i32 1, i32 31)
  %41 = bitcast i32 %40 to float
  %42 = fadd float %38, %41
  %43 = lshr i32 %13, 5
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr inbounds [32 x float], ptr %7, i64 0, i64 %44
  store float %42, ptr %45, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %46 = lshr i32 %11, 5
  %.not8 = icmp ult i32 %11, 32
  br i1 %.not8, label %._crit_edge, label %.lr.ph.preheader
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  %.lcssa = phi float [ %51, %.lr.ph ]
  br label %._crit_edge
._crit_edge:
  %.02.lcssa = phi float [ 0.000000e+00, %21 ], [ %.lcssa, %._crit_edge.loopexit ]
  %47 = call i1 @raddle.full.warp(i1 %15)
  br i1 %47, label %62, label %.rest10
.lr.ph:
  %.07 = phi i32 [ %52, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %.026 = phi float [ %51, %.lr.ph ], [ 0.000000e+00, %.lr.ph.preheader ]
  %48 = zext nneg i32 %.07 to i64
  %49 = getelementptr inbounds [32 x float], ptr %7, i64 0, i64 %48
  %50 = load float, ptr %49, align 4
  %51 = fadd float %.026, %50
  %52 = add nuw nsw i32 %.07, 1
  %exitcond.not = icmp eq i32 %52, %46
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %.lr.ph
.rest10:
  br i1 %15, label %53, label %57
53:
  %54 = fdiv float %22, %.02.lcssa
  %55 = sext i32 %14 to i64
  %56 = getelementptr inbounds float, ptr %1, i64 %55
  store float %54, ptr %56, align 4
  br label %57
57:
  ret void
58:
  %59 = sext i32 %14 to i64
  %60 = getelementptr inbounds float, ptr %0, i64 %59
  %61 = load float, ptr %60, align 4
  br label %21
62:
  %63 = fdiv float %22, %.02.lcssa
  %64 = sext i32 %14 to i64
  %65 = getelementptr inbounds float, ptr %1, i64 %64
  store float %63, ptr %65, align 4
  br label %57
}
declare void @raddle_syncthreads(ptr) nounwind
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare i32 @raddle_shfl_bfly(ptr, i32, i32, i32, i32) nounwind
declare i1 @raddle.full.warp(i1) nounwind
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z6sharesPKfPfi, !"kernel", i32 1}
