; At the borders of tiles fused warps do not diverge: what some threads do not load is one masked load for each warp.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7productPfPKfS1_i -lanes 32 -block rows-of-32+eights -run-pass if-convert-loads,fuse-warps,widen | FileCheck %s --check-prefix=PRODUCT
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4nextPfPKfi -lanes 32 -block rows-of-32+eights -run-pass if-convert-loads,fuse-warps,widen | FileCheck %s --check-prefix=NEXT
target triple = "x86_64-pc-linux-gnu"

; Both conditions of the one tile are a mask.
; PRODUCT: @raddle.zeros = internal constant [8 x i8] zeroinitializer
; PRODUCT-LABEL: define {{.*}} @_Z7productPfPKfS1_i(
; PRODUCT-COUNT-8: call <32 x float> @llvm.masked.load
; PRODUCT: call void @raddle_syncthreads
;   __global__ void product(float *c, const float *a, const float *b, int n) {
;     __shared__ float as[32][32], bs[32][32];
;     const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
;     float sum = 0;
;     for (int tile = 0; tile < (n + 31) / 32; ++tile) {
;       as[y][x] = row < n && tile * 32 + x < n ? a[row * n + tile * 32 + x] : 0;
;       bs[y][x] = tile * 32 + y < n && column < n ? b[(tile * 32 + y) * n + column] : 0;
;       __syncthreads();
;       for (int k = 0; k < 32; ++k)
;         sum += as[y][k] * bs[k][x];
;       __syncthreads();
;     }
;     if (row < n && column < n)
;       c[row * n + column] = sum;
;   }
define void @_Z7productPfPKfS1_i(ptr %thread, ptr %0, ptr %1, ptr %2, i32 %3) nounwind {
  %5 = call ptr @raddle.thread.16()
  %6 = getelementptr inbounds i8, ptr %5, i32 40
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 4096
  %9 = call ptr @raddle.thread.16()
  %10 = getelementptr inbounds i8, ptr %9, i32 40
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 0
  %13 = tail call i32 @raddle.thread.0()
  %14 = tail call i32 @raddle.thread.4()
  %15 = tail call ptr @raddle.thread.16()
  %16 = getelementptr inbounds i8, ptr %15, i64 4
  %17 = load i32, ptr %16, align 4
  %18 = shl i32 %17, 5
  %19 = add i32 %18, %14
  %20 = load i32, ptr %15, align 4
  %21 = shl i32 %20, 5
  %22 = add i32 %21, %13
  %23 = icmp sgt i32 %3, 0
  br i1 %23, label %.lr.ph, label %._crit_edge
.lr.ph:
  %24 = add nuw nsw i32 %3, 31
  %25 = lshr i32 %24, 5
  %26 = icmp slt i32 %19, %3
  %27 = mul nsw i32 %19, %3
  %28 = add i32 %27, %13
  %29 = zext nneg i32 %14 to i64
  %30 = zext nneg i32 %13 to i64
  %31 = getelementptr inbounds [32 x [32 x float]], ptr %12, i64 0, i64 %29, i64 %30
  %32 = icmp slt i32 %22, %3
  %33 = getelementptr inbounds [32 x [32 x float]], ptr %8, i64 0, i64 %29, i64 %30
  br label %36
._crit_edge.loopexit:
  %.lcssa.lcssa = phi float [ %.lcssa, %59 ]
  br label %._crit_edge
._crit_edge:
  %.02.lcssa = phi float [ 0.000000e+00, %4 ], [ %.lcssa.lcssa, %._crit_edge.loopexit ]
  %34 = icmp slt i32 %19, %3
  %35 = icmp slt i32 %22, %3
  %or.cond3 = select i1 %34, i1 %35, i1 false
  br i1 %or.cond3, label %69, label %74
36:
  %.017 = phi i32 [ 0, %.lr.ph ], [ %60, %59 ]
  %.026 = phi float [ 0.000000e+00, %.lr.ph ], [ %.lcssa, %59 ]
  br i1 %26, label %37, label %46
37:
  %38 = shl nsw i32 %.017, 5
  %39 = add nuw nsw i32 %38, %13
  %40 = icmp slt i32 %39, %3
  br i1 %40, label %41, label %46
41:
  %42 = add i32 %28, %38
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds float, ptr %1, i64 %43
  %45 = load float, ptr %44, align 4
  br label %46
46:
  %47 = phi float [ %45, %41 ], [ 0.000000e+00, %37 ], [ 0.000000e+00, %36 ]
  store float %47, ptr %31, align 4
  %48 = shl nsw i32 %.017, 5
  %49 = add nuw nsw i32 %48, %14
  %50 = icmp slt i32 %49, %3
  %or.cond = select i1 %50, i1 %32, i1 false
  br i1 %or.cond, label %51, label %57
51:
  %52 = mul nuw nsw i32 %49, %3
  %53 = add nsw i32 %52, %22
  %54 = sext i32 %53 to i64
  %55 = getelementptr inbounds float, ptr %2, i64 %54
  %56 = load float, ptr %55, align 4
  br label %57
57:
  %58 = phi float [ %56, %51 ], [ 0.000000e+00, %46 ]
  store float %58, ptr %33, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  br label %61
59:
  %.lcssa = phi float [ %67, %61 ]
  notail call void @raddle_syncthreads(ptr %thread)
  %60 = add nuw nsw i32 %.017, 1
  %exitcond8.not = icmp eq i32 %60, %25
  br i1 %exitcond8.not, label %._crit_edge.loopexit, label %36
61:
  %.05 = phi i32 [ 0, %57 ], [ %68, %61 ]
  %.14 = phi float [ %.026, %57 ], [ %67, %61 ]
  %62 = zext nneg i32 %.05 to i64
  %63 = getelementptr inbounds [32 x [32 x float]], ptr %12, i64 0, i64 %29, i64 %62
  %64 = load float, ptr %63, align 4
  %65 = getelementptr inbounds [32 x [32 x float]], ptr %8, i64 0, i64 %62, i64 %30
  %66 = load float, ptr %65, align 4
  %67 = call float @llvm.fma.f32(float %64, float %66, float %.14)
  %68 = add nuw nsw i32 %.05, 1
  %exitcond.not = icmp eq i32 %68, 32
  br i1 %exitcond.not, label %59, label %61
69:
  %70 = mul nsw i32 %19, %3
  %71 = add nsw i32 %70, %22
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds float, ptr %0, i64 %72
  store float %.02.lcssa, ptr %73, align 4
  br label %74
74:
  ret void
}

; Where all threads of a block go the same way, the branch stays.
; NEXT-NOT: @raddle.zeros
; NEXT-LABEL: define {{.*}} @_Z4nextPfPKfi(
; NEXT-NOT: @raddle.zeros
; NEXT: ret void
;   __global__ void next(float *out, const float *in, int n) {
;     __shared__ float tile[8][32];
;     const int x = threadIdx.x, y = threadIdx.y;
;     float sum = 0, ahead = in[y * 32 + x];
;     for (int i = 0; i < n; ++i) {
;       tile[y][x] = ahead;
;       ahead = i + 1 < n ? in[(i + 1) * 256 + y * 32 + x] : 0;
;       __syncthreads();
;       for (int k = 0; k < 32; ++k)
;         sum += tile[y][k] * k;
;       __syncthreads();
;     }
;     out[y * 32 + x] = sum;
;   }
define void @_Z4nextPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = tail call i32 @raddle.thread.4()
  %10 = shl nuw nsw i32 %9, 5
  %11 = add nuw nsw i32 %10, %8
  %12 = zext nneg i32 %11 to i64
  %13 = icmp sgt i32 %2, 0
  br i1 %13, label %.lr.ph, label %._crit_edge
.lr.ph:
  %14 = getelementptr inbounds float, ptr %1, i64 %12
  %15 = load float, ptr %14, align 4
  %16 = zext nneg i32 %9 to i64
  %17 = zext nneg i32 %8 to i64
  %18 = getelementptr inbounds [8 x [32 x float]], ptr %7, i64 0, i64 %16, i64 %17
  br label %20
._crit_edge.loopexit:
  %.lcssa.lcssa = phi float [ %.lcssa, %31 ]
  br label %._crit_edge
._crit_edge:
  %.03.lcssa = phi float [ 0.000000e+00, %3 ], [ %.lcssa.lcssa, %._crit_edge.loopexit ]
  %19 = getelementptr inbounds float, ptr %0, i64 %12
  store float %.03.lcssa, ptr %19, align 4
  ret void
20:
  %.018 = phi i32 [ 0, %.lr.ph ], [ %21, %31 ]
  %.027 = phi float [ %15, %.lr.ph ], [ %30, %31 ]
  %.036 = phi float [ 0.000000e+00, %.lr.ph ], [ %.lcssa, %31 ]
  store float %.027, ptr %18, align 4
  %21 = add nuw nsw i32 %.018, 1
  %22 = icmp slt i32 %21, %2
  br i1 %22, label %23, label %29
23:
  %24 = shl nsw i32 %21, 8
  %25 = add nuw nsw i32 %11, %24
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds float, ptr %1, i64 %26
  %28 = load float, ptr %27, align 4
  br label %29
29:
  %30 = phi float [ %28, %23 ], [ 0.000000e+00, %20 ]
  notail call void @raddle_syncthreads(ptr %thread)
  br label %32
31:
  %.lcssa = phi float [ %37, %32 ]
  notail call void @raddle_syncthreads(ptr %thread)
  %exitcond9.not = icmp eq i32 %21, %2
  br i1 %exitcond9.not, label %._crit_edge.loopexit, label %20
32:
  %.05 = phi i32 [ 0, %29 ], [ %38, %32 ]
  %.14 = phi float [ %.036, %29 ], [ %37, %32 ]
  %33 = zext nneg i32 %.05 to i64
  %34 = getelementptr inbounds [8 x [32 x float]], ptr %7, i64 0, i64 %16, i64 %33
  %35 = load float, ptr %34, align 4
  %36 = uitofp nneg i32 %.05 to float
  %37 = call float @llvm.fma.f32(float %35, float %36, float %.14)
  %38 = add nuw nsw i32 %.05, 1
  %exitcond.not = icmp eq i32 %38, 32
  br i1 %exitcond.not, label %31, label %32
}
declare void @raddle_syncthreads(ptr) nounwind
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare i32 @raddle.thread.4() nounwind willreturn memory(none)
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z7productPfPKfS1_i, !"kernel", i32 1}
!1 = !{ptr @_Z4nextPfPKfi, !"kernel", i32 1}
