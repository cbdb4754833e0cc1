; A loop over the grid is run by eight warps together while all their lanes take part, and prefetches what comes next, on
; Zen further ahead and to the second-level cache, else to the first. What remains is done warp by warp; where nothing does,
; that is passed by.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -processor znver4 -kernel _Z3sumPKfiPf -lanes 32 -block rows+eights -run-pass version-full-warps,fuse-warps,insert-prefetches,widen | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -processor sapphirerapids -kernel _Z7productPKfS0_iPf -lanes 32 -block rows+eights -run-pass version-full-warps,fuse-warps,insert-prefetches,widen | FileCheck %s --check-prefix=PRODUCT
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -processor znver4 -kernel _Z5countPKjiPj -lanes 32 -block rows+eights -run-pass version-full-warps,fuse-warps,insert-prefetches,widen | FileCheck %s --check-prefix=COUNT
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5timedPKfiPfPx -lanes 32 -block rows+eights -run-pass version-full-warps,fuse-warps,insert-prefetches,widen | FileCheck %s --check-prefix=TIMED
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4rowsPKfPKiPf -lanes 32 -block rows+eights -run-pass version-full-warps,fuse-warps,insert-prefetches,widen | FileCheck %s --check-prefix=ROWS
target triple = "x86_64-pc-linux-gnu"

; That the count does not wrap up to the last warp is asked before, so the warps' addresses have one base.
; CHECK-LABEL: define {{.*}} @_Z3sumPKfiPf(
; CHECK: %{{.*}} = sext i32 %[[I:.*]] to i64
; CHECK: [[NEXT:%.*]] = sext i32 %[[I]] to i64
; CHECK-NEXT: %{{.*}} = add i64 [[NEXT]], 32
; CHECK: {{mul i32 %.+, 8|shl i32 %.+, 3}}
; CHECK-COUNT-16: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: between:
; CHECK-COUNT-8: icmp sge i32
; CHECK: br i1 %{{.*}}, label %{{.*}}between.true, label %{{.*}}between.false
; CHECK: %warp = {{.*}}i32
;   __global__ void sum(const float *in, int n, float *out) {
;     float value = 0;
;     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
;       value += in[i];
;     out[blockIdx.x * blockDim.x + threadIdx.x] = value;
;   }
define void @_Z3sumPKfiPf(ptr %thread, ptr %0, i32 %1, ptr %2) nounwind memory(read, argmem: readwrite, inaccessiblemem: none) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %1
  br i1 %11, label %.lr.ph, label %._crit_edge
.lr.ph:
  %12 = getelementptr inbounds i8, ptr %4, i64 24
  %13 = load i32, ptr %12, align 4
  %14 = mul i32 %13, %7
  br label %17
._crit_edge.loopexit:
  %.lcssa = phi float [ %21, %17 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %15 = zext i32 %10 to i64
  %16 = getelementptr inbounds float, ptr %2, i64 %15
  store float %.01.lcssa, ptr %16, align 4
  ret void
17:
  %.03 = phi i32 [ %10, %.lr.ph ], [ %22, %17 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %21, %17 ]
  %18 = sext i32 %.03 to i64
  %19 = getelementptr inbounds float, ptr %0, i64 %18
  %20 = load float, ptr %19, align 4
  %21 = fadd float %.012, %20
  %22 = add i32 %14, %.03
  %23 = icmp slt i32 %22, %1
  br i1 %23, label %17, label %._crit_edge.loopexit
}

; Also where the first thread has looked at the clock.
; TIMED-LABEL: define {{.*}} @_Z5timedPKfiPfPx(
; TIMED: call i64 @raddle_clock64()
; TIMED: between:
; TIMED-COUNT-8: icmp sge i32
;   __global__ void timed(const float *in, int n, float *out, long long *began) {
;     if (threadIdx.x == 0)
;       began[blockIdx.x] = clock64();
;     float value = 0;
;     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
;       value += in[i];
;     out[blockIdx.x * blockDim.x + threadIdx.x] = value;
;   }
define void @_Z5timedPKfiPfPx(ptr %thread, ptr %0, i32 %1, ptr %2, ptr %3) nounwind {
  %5 = tail call i32 @raddle.thread.0()
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %13
7:
  %8 = tail call i64 @raddle_clock64()
  %9 = tail call ptr @raddle.thread.16()
  %10 = load i32, ptr %9, align 4
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds i64, ptr %3, i64 %11
  store i64 %8, ptr %12, align 8
  br label %13
13:
  %14 = tail call ptr @raddle.thread.16()
  %15 = load i32, ptr %14, align 4
  %16 = getelementptr inbounds i8, ptr %14, i64 12
  %17 = load i32, ptr %16, align 4
  %18 = mul i32 %17, %15
  %19 = add i32 %18, %5
  %20 = icmp slt i32 %19, %1
  br i1 %20, label %.lr.ph, label %._crit_edge
.lr.ph:
  %21 = getelementptr inbounds i8, ptr %14, i64 24
  %22 = load i32, ptr %21, align 4
  %23 = mul i32 %22, %17
  br label %26
._crit_edge.loopexit:
  %.lcssa = phi float [ %30, %26 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %13 ], [ %.lcssa, %._crit_edge.loopexit ]
  %24 = zext i32 %19 to i64
  %25 = getelementptr inbounds float, ptr %2, i64 %24
  store float %.01.lcssa, ptr %25, align 4
  ret void
26:
  %.03 = phi i32 [ %19, %.lr.ph ], [ %31, %26 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %30, %26 ]
  %27 = sext i32 %.03 to i64
  %28 = getelementptr inbounds float, ptr %0, i64 %27
  %29 = load float, ptr %28, align 4
  %30 = fadd float %.012, %29
  %31 = add i32 %23, %.03
  %32 = icmp slt i32 %31, %1
  br i1 %32, label %26, label %._crit_edge.loopexit
}

; Each warp has a row of its own length: no step is taken together.
; ROWS-LABEL: define {{.*}} @_Z4rowsPKfPKiPf(
; ROWS-NOT: call void @llvm.prefetch
; ROWS: ret void
;   __global__ void rows(const float *in, const int *ends, float *out) {
;     int row = threadIdx.x / 32;
;     float value = 0;
;     for (int i = threadIdx.x % 32; i < ends[row]; i += 32)
;       value += in[i];
;     out[threadIdx.x] = value;
;   }
define void @_Z4rowsPKfPKiPf(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %.zext = lshr i32 %4, 5
  %.zext3 = and i32 %4, 31
  %5 = zext nneg i32 %.zext to i64
  %6 = getelementptr inbounds i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = icmp slt i32 %.zext3, %7
  br i1 %8, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  %.lcssa = phi float [ %14, %.lr.ph ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %9 = zext nneg i32 %4 to i64
  %10 = getelementptr inbounds float, ptr %2, i64 %9
  store float %.01.lcssa, ptr %10, align 4
  ret void
.lr.ph:
  %.05 = phi i32 [ %15, %.lr.ph ], [ %.zext3, %.lr.ph.preheader ]
  %.014 = phi float [ %14, %.lr.ph ], [ 0.000000e+00, %.lr.ph.preheader ]
  %11 = zext nneg i32 %.05 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fadd float %.014, %13
  %15 = add nuw nsw i32 %.05, 32
  %16 = icmp slt i32 %15, %7
  br i1 %16, label %.lr.ph, label %._crit_edge.loopexit
}

; Two arrays share what is prefetched: each so far ahead that together it is as much.
; PRODUCT-LABEL: define {{.*}} @_Z7productPKfS0_iPf(
; PRODUCT: {{(mul|shl)}} i32 %{{.+}}, 2
; PRODUCT-COUNT-32: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; PRODUCT-NOT: call void @llvm.prefetch
; PRODUCT: %warp = {{.*}}i32
;   __global__ void product(const float *a, const float *b, int n, float *out) {
;     float value = 0;
;     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
;       value += a[i] * b[i];
;     out[blockIdx.x * blockDim.x + threadIdx.x] = value;
;   }
define void @_Z7productPKfS0_iPf(ptr %thread, ptr %0, ptr %1, i32 %2, ptr %3) nounwind memory(read, argmem: readwrite, inaccessiblemem: none) {
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds i8, ptr %5, i64 12
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %8, %6
  %10 = tail call i32 @raddle.thread.0()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %2
  br i1 %12, label %.lr.ph, label %._crit_edge
.lr.ph:
  %13 = getelementptr inbounds i8, ptr %5, i64 24
  %14 = load i32, ptr %13, align 4
  %15 = mul i32 %14, %8
  br label %18
._crit_edge.loopexit:
  %.lcssa = phi float [ %24, %18 ]
  br label %._crit_edge
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %4 ], [ %.lcssa, %._crit_edge.loopexit ]
  %16 = zext i32 %11 to i64
  %17 = getelementptr inbounds float, ptr %3, i64 %16
  store float %.01.lcssa, ptr %17, align 4
  ret void
18:
  %.03 = phi i32 [ %11, %.lr.ph ], [ %25, %18 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %24, %18 ]
  %19 = sext i32 %.03 to i64
  %20 = getelementptr inbounds float, ptr %0, i64 %19
  %21 = load float, ptr %20, align 4
  %22 = getelementptr inbounds float, ptr %1, i64 %19
  %23 = load float, ptr %22, align 4
  %24 = call float @llvm.fma.f32(float %21, float %23, float %.012)
  %25 = add i32 %15, %.03
  %26 = icmp slt i32 %25, %2
  br i1 %26, label %18, label %._crit_edge.loopexit
}

; A round of so many updates, lane by lane, takes as long as memory: one round ahead is enough.
; COUNT-LABEL: define {{.*}} @_Z5countPKjiPj(
; COUNT-NOT: {{(mul|shl)}} i32 %{{.+}}, {{[24]$}}
; COUNT-COUNT-16: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; COUNT-NOT: call void @llvm.prefetch
; COUNT: %warp = {{.*}}i32
;   __global__ void count(const unsigned *in, int n, unsigned *out) {
;     __shared__ unsigned bins[256];
;     bins[threadIdx.x] = 0;
;     __syncthreads();
;     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
;       unsigned word = in[i];
;       atomicAdd(&bins[word & 255], 1);
;       atomicAdd(&bins[word >> 8 & 255], 1);
;       atomicAdd(&bins[word >> 16 & 255], 1);
;       atomicAdd(&bins[word >> 24], 1);
;     }
;     __syncthreads();
;     atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
;   }
define void @_Z5countPKjiPj(ptr %thread, ptr %0, i32 %1, ptr %2) nounwind {
  %4 = call ptr @raddle.thread.16()
  %5 = getelementptr inbounds i8, ptr %4, i32 40
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = tail call i32 @raddle.thread.0()
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %9
  store i32 0, ptr %10, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %11 = tail call ptr @raddle.thread.16()
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds i8, ptr %11, i64 12
  %14 = load i32, ptr %13, align 4
  %15 = mul i32 %14, %12
  %16 = add i32 %15, %8
  %17 = icmp slt i32 %16, %1
  br i1 %17, label %.lr.ph, label %._crit_edge
.lr.ph:
  %18 = getelementptr inbounds i8, ptr %11, i64 24
  %19 = load i32, ptr %18, align 4
  %20 = mul i32 %19, %14
  br label %23
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  notail call void @raddle_syncthreads(ptr %thread)
  %21 = getelementptr inbounds i32, ptr %2, i64 %9
  %22 = load i32, ptr %10, align 4
  %old.i = atomicrmw add ptr %21, i32 %22 syncscope("device") monotonic, align 4
  ret void
23:
  %.05 = phi i32 [ %16, %.lr.ph ], [ %41, %23 ]
  %24 = sext i32 %.05 to i64
  %25 = getelementptr inbounds i32, ptr %0, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = and i32 %26, 255
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %28
  %old.i4 = atomicrmw add ptr %29, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %30 = lshr i32 %26, 8
  %31 = and i32 %30, 255
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %32
  %old.i3 = atomicrmw add ptr %33, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %34 = lshr i32 %26, 16
  %35 = and i32 %34, 255
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %36
  %old.i2 = atomicrmw add ptr %37, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %38 = lshr i32 %26, 24
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds [256 x i32], ptr %7, i64 0, i64 %39
  %old.i1 = atomicrmw add ptr %40, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %41 = add i32 %20, %.05
  %42 = icmp slt i32 %41, %1
  br i1 %42, label %23, label %._crit_edge.loopexit
}
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare void @raddle_syncthreads(ptr) nounwind
declare i64 @raddle_clock64() nounwind
!nvvm.annotations = !{!0, !1, !2, !4, !5}
!0 = !{ptr @_Z3sumPKfiPf, !"kernel", i32 1}
!1 = !{ptr @_Z7productPKfS0_iPf, !"kernel", i32 1}
!2 = !{ptr @_Z5countPKjiPj, !"kernel", i32 1}
!3 = !{}
!4 = !{ptr @_Z5timedPKfiPfPx, !"kernel", i32 1}
!5 = !{ptr @_Z4rowsPKfPKiPf, !"kernel", i32 1}
