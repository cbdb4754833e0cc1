; Stores of whole cache lines to memory that the kernel does not read are non-temporal, where the launch is large and the
; address allows it.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5triadPfPKfS1_f.block -lanes 32 -block rows -facts stored-words=1 -run-pass non-temporal-stores | FileCheck %s --check-prefix=TRIAD
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7inPlacePff.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7publishPfPi.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4postP7MailboxPKS_Pf.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6shelveP6RecordPf.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4swapP6uchar3PKS_.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
target triple = "x86_64-pc-linux-gnu"

; A word of each thread.
; TRIAD: getelementptr inbounds i8, ptr %0, i32 124
; TRIAD: icmp ule i32 %{{.*}}, 1{{$}}
; TRIAD: and i64 %{{.*}}, 63
; TRIAD: store <32 x float> %{{.*}}, align 64, !nontemporal
; TRIAD: store <32 x float> %{{.*}}, align 4{{$}}
;   __global__ void triad(float *a, const float *b, const float *c, float factor) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     a[i] = b[i] + factor * c[i];
;   }
define void @_Z5triadPfPKfS1_f.block(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %warps3 = lshr i32 %11, 5
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %14 = getelementptr inbounds i8, ptr %1, i64 16
  %15 = getelementptr inbounds i8, ptr %1, i64 24
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %41, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %38, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %42, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %16 = load ptr, ptr %1, align 8
  %17 = load ptr, ptr %13, align 8
  %18 = load ptr, ptr %14, align 8
  %19 = load float, ptr %15, align 4
  %20 = load i32, ptr %0, align 4
  %21 = mul i32 %20, %4
  %22 = add i32 %21, %thread.sroa.0.0
  %23 = sext i32 %22 to i64
  %24 = getelementptr float, ptr %17, i64 %23
  %25 = getelementptr i8, ptr %24, i64 256
  call void @llvm.prefetch.p0(ptr %25, i32 0, i32 3, i32 1)
  %26 = getelementptr i8, ptr %24, i64 320
  call void @llvm.prefetch.p0(ptr %26, i32 0, i32 3, i32 1)
  %27 = load <32 x float>, ptr %24, align 4
  %28 = getelementptr float, ptr %18, i64 %23
  %29 = getelementptr i8, ptr %28, i64 256
  call void @llvm.prefetch.p0(ptr %29, i32 0, i32 3, i32 1)
  %30 = getelementptr i8, ptr %28, i64 320
  call void @llvm.prefetch.p0(ptr %30, i32 0, i32 3, i32 1)
  %31 = load <32 x float>, ptr %28, align 4
  %.splatinsert.i = insertelement <32 x float> poison, float %19, i64 0
  %.splat.i = shufflevector <32 x float> %.splatinsert.i, <32 x float> poison, <32 x i32> zeroinitializer
  %32 = call <32 x float> @llvm.fma.v32f32(<32 x float> %31, <32 x float> %.splat.i, <32 x float> %27)
  %33 = getelementptr float, ptr %16, i64 %23
  %34 = getelementptr i8, ptr %33, i64 2048
  call void @llvm.prefetch.p0(ptr %34, i32 0, i32 3, i32 1)
  %35 = getelementptr i8, ptr %33, i64 2112
  call void @llvm.prefetch.p0(ptr %35, i32 0, i32 3, i32 1)
  store <32 x float> %32, ptr %33, align 4
  %36 = add i32 %thread.sroa.0.0, 32
  %37 = icmp uge i32 %36, %4
  %38 = select i1 %37, i32 0, i32 %36
  %39 = zext i1 %37 to i32
  %40 = add i32 %thread.sroa.4.0, %39
  %.not = icmp ult i32 %40, %6
  %41 = select i1 %.not, i32 %40, i32 0
  %42 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %42, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}

; NONE: define
; NONE-NOT: nontemporal
; NONE: ret void
;   __global__ void inPlace(float *a, float factor) {
;     a[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
;   }
define void @_Z7inPlacePff.block(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %.fr4 = freeze i32 %10
  %11 = add i32 %.fr4, 31
  %warps3 = lshr i32 %11, 5
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  %xtraiter = and i32 %umax, 1
  %14 = icmp ult i32 %11, 64
  br i1 %14, label %warp.end.unr-lcssa, label %.new
.new:
  %unroll_iter = and i32 %umax, 134217726
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %.new ], [ %46, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %.new ], [ %43, %warp ]
  %warp1 = phi i32 [ 0, %.new ], [ %47, %warp ]
  %niter = phi i32 [ 0, %.new ], [ %niter.next.1, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %15 = load ptr, ptr %1, align 8
  %16 = load float, ptr %13, align 4
  %17 = load i32, ptr %0, align 4
  %18 = mul i32 %17, %4
  %19 = add i32 %18, %thread.sroa.0.0
  %20 = zext i32 %19 to i64
  %21 = getelementptr float, ptr %15, i64 %20
  %22 = getelementptr i8, ptr %21, i64 256
  call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
  %23 = getelementptr i8, ptr %21, i64 320
  call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
  %24 = load <32 x float>, ptr %21, align 4
  %.splatinsert.i = insertelement <32 x float> poison, float %16, i64 0
  %.splat.i = shufflevector <32 x float> %.splatinsert.i, <32 x float> poison, <32 x i32> zeroinitializer
  %25 = fmul <32 x float> %.splat.i, %24
  store <32 x float> %25, ptr %21, align 4
  %26 = add i32 %thread.sroa.0.0, 32
  %27 = icmp uge i32 %26, %4
  %28 = select i1 %27, i32 0, i32 %26
  %29 = zext i1 %27 to i32
  %30 = add i32 %thread.sroa.4.0, %29
  %.not = icmp ult i32 %30, %6
  %31 = select i1 %.not, i32 %30, i32 0
  %32 = or disjoint i32 %warp1, 1
  store volatile i32 %32, ptr %12, align 4
  %33 = mul i32 %17, %4
  %34 = add i32 %33, %28
  %35 = zext i32 %34 to i64
  %36 = getelementptr float, ptr %15, i64 %35
  %37 = getelementptr i8, ptr %36, i64 256
  call void @llvm.prefetch.p0(ptr %37, i32 0, i32 3, i32 1)
  %38 = getelementptr i8, ptr %36, i64 320
  call void @llvm.prefetch.p0(ptr %38, i32 0, i32 3, i32 1)
  %39 = load <32 x float>, ptr %36, align 4
  %.splatinsert.i.1 = insertelement <32 x float> poison, float %16, i64 0
  %.splat.i.1 = shufflevector <32 x float> %.splatinsert.i.1, <32 x float> poison, <32 x i32> zeroinitializer
  %40 = fmul <32 x float> %.splat.i.1, %39
  store <32 x float> %40, ptr %36, align 4
  %41 = add i32 %28, 32
  %42 = icmp uge i32 %41, %4
  %43 = select i1 %42, i32 0, i32 %41
  %44 = zext i1 %42 to i32
  %45 = add i32 %31, %44
  %.not.1 = icmp ult i32 %45, %6
  %46 = select i1 %.not.1, i32 %45, i32 0
  %47 = add nuw nsw i32 %warp1, 2
  %niter.next.1 = add i32 %niter, 2
  %niter.ncmp.1 = icmp eq i32 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %warp.end.unr-lcssa, label %warp
warp.end.unr-lcssa:
  %thread.sroa.0.0.unr = phi i32 [ 0, %2 ], [ %43, %warp ]
  %warp1.unr = phi i32 [ 0, %2 ], [ %47, %warp ]
  %lcmp.mod.not = icmp eq i32 %xtraiter, 0
  br i1 %lcmp.mod.not, label %warp.end, label %warp.epil
warp.epil:
  store volatile i32 %warp1.unr, ptr %12, align 4
  %48 = load ptr, ptr %1, align 8
  %49 = load float, ptr %13, align 4
  %50 = load i32, ptr %0, align 4
  %51 = mul i32 %50, %4
  %52 = add i32 %51, %thread.sroa.0.0.unr
  %53 = zext i32 %52 to i64
  %54 = getelementptr float, ptr %48, i64 %53
  %55 = getelementptr i8, ptr %54, i64 256
  call void @llvm.prefetch.p0(ptr %55, i32 0, i32 3, i32 1)
  %56 = getelementptr i8, ptr %54, i64 320
  call void @llvm.prefetch.p0(ptr %56, i32 0, i32 3, i32 1)
  %57 = load <32 x float>, ptr %54, align 4
  %.splatinsert.i.epil = insertelement <32 x float> poison, float %49, i64 0
  %.splat.i.epil = shufflevector <32 x float> %.splatinsert.i.epil, <32 x float> poison, <32 x i32> zeroinitializer
  %58 = fmul <32 x float> %.splat.i.epil, %57
  store <32 x float> %58, ptr %54, align 4
  br label %warp.end
warp.end:
  ret void
}

; Another block may see the flag before the results.
;   __global__ void publish(float *a, int *ready) {
;     a[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
;     __threadfence();
;     atomicAdd(ready, 1);
;   }
define void @_Z7publishPfPi.block(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %.fr4 = freeze i32 %10
  %11 = add i32 %.fr4, 31
  %warps3 = lshr i32 %11, 5
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  %xtraiter = and i32 %umax, 1
  %14 = icmp ult i32 %11, 64
  br i1 %14, label %warp.end.unr-lcssa, label %.new
.new:
  %unroll_iter = and i32 %umax, 134217726
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %.new ], [ %44, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %.new ], [ %41, %warp ]
  %warp1 = phi i32 [ 0, %.new ], [ %45, %warp ]
  %niter = phi i32 [ 0, %.new ], [ %niter.next.1, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %15 = load ptr, ptr %1, align 8
  %16 = load ptr, ptr %13, align 8
  %17 = load i32, ptr %0, align 4
  %18 = mul i32 %17, %4
  %19 = add i32 %18, %thread.sroa.0.0
  %20 = zext i32 %19 to i64
  %21 = getelementptr float, ptr %15, i64 %20
  %22 = getelementptr i8, ptr %21, i64 2048
  call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
  %23 = getelementptr i8, ptr %21, i64 2112
  call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %21, align 4
  fence seq_cst
  %24 = atomicrmw add ptr %16, i32 32 syncscope("device") monotonic, align 4
  %25 = add i32 %thread.sroa.0.0, 32
  %26 = icmp uge i32 %25, %4
  %27 = select i1 %26, i32 0, i32 %25
  %28 = zext i1 %26 to i32
  %29 = add i32 %thread.sroa.4.0, %28
  %.not = icmp ult i32 %29, %6
  %30 = select i1 %.not, i32 %29, i32 0
  %31 = or disjoint i32 %warp1, 1
  store volatile i32 %31, ptr %12, align 4
  %32 = mul i32 %17, %4
  %33 = add i32 %32, %27
  %34 = zext i32 %33 to i64
  %35 = getelementptr float, ptr %15, i64 %34
  %36 = getelementptr i8, ptr %35, i64 2048
  call void @llvm.prefetch.p0(ptr %36, i32 0, i32 3, i32 1)
  %37 = getelementptr i8, ptr %35, i64 2112
  call void @llvm.prefetch.p0(ptr %37, i32 0, i32 3, i32 1)
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %35, align 4
  fence seq_cst
  %38 = atomicrmw add ptr %16, i32 32 syncscope("device") monotonic, align 4
  %39 = add i32 %27, 32
  %40 = icmp uge i32 %39, %4
  %41 = select i1 %40, i32 0, i32 %39
  %42 = zext i1 %40 to i32
  %43 = add i32 %30, %42
  %.not.1 = icmp ult i32 %43, %6
  %44 = select i1 %.not.1, i32 %43, i32 0
  %45 = add nuw nsw i32 %warp1, 2
  %niter.next.1 = add i32 %niter, 2
  %niter.ncmp.1 = icmp eq i32 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %warp.end.unr-lcssa, label %warp
warp.end.unr-lcssa:
  %thread.sroa.0.0.unr = phi i32 [ 0, %2 ], [ %41, %warp ]
  %warp1.unr = phi i32 [ 0, %2 ], [ %45, %warp ]
  %lcmp.mod.not = icmp eq i32 %xtraiter, 0
  br i1 %lcmp.mod.not, label %warp.end, label %warp.epil
warp.epil:
  store volatile i32 %warp1.unr, ptr %12, align 4
  %46 = load ptr, ptr %1, align 8
  %47 = load ptr, ptr %13, align 8
  %48 = load i32, ptr %0, align 4
  %49 = mul i32 %48, %4
  %50 = add i32 %49, %thread.sroa.0.0.unr
  %51 = zext i32 %50 to i64
  %52 = getelementptr float, ptr %46, i64 %51
  %53 = getelementptr i8, ptr %52, i64 2048
  call void @llvm.prefetch.p0(ptr %53, i32 0, i32 3, i32 1)
  %54 = getelementptr i8, ptr %52, i64 2112
  call void @llvm.prefetch.p0(ptr %54, i32 0, i32 3, i32 1)
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %52, align 4
  fence seq_cst
  %55 = atomicrmw add ptr %47, i32 32 syncscope("device") monotonic, align 4
  br label %warp.end
warp.end:
  ret void
}

; The same with a copy instead of the flag.
;   struct Mailbox {
;     volatile int words[20];
;   };
;   __global__ void post(Mailbox *to, const Mailbox *from, float *a) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     a[i] = 1.0f;
;     to[i] = from[i];
;   }
%struct.Mailbox = type { [20 x i32] }
define void @_Z4postP7MailboxPKS_Pf.block(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %warps3 = lshr i32 %11, 5
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %14 = getelementptr inbounds i8, ptr %1, i64 16
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %35, %_Z4postP7MailboxPKS_Pf.exit ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %32, %_Z4postP7MailboxPKS_Pf.exit ]
  %warp1 = phi i32 [ 0, %2 ], [ %36, %_Z4postP7MailboxPKS_Pf.exit ]
  store volatile i32 %warp1, ptr %12, align 4
  %15 = load ptr, ptr %1, align 8
  %16 = load ptr, ptr %13, align 8
  %17 = load ptr, ptr %14, align 8
  %18 = load i32, ptr %0, align 4
  %19 = mul i32 %18, %4
  %20 = add i32 %19, %thread.sroa.0.0
  %21 = sext i32 %20 to i64
  %22 = getelementptr float, ptr %17, i64 %21
  %23 = getelementptr i8, ptr %22, i64 2048
  call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
  %24 = getelementptr i8, ptr %22, i64 2112
  call void @llvm.prefetch.p0(ptr %24, i32 0, i32 3, i32 1)
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %22, align 4
  %25 = getelementptr %struct.Mailbox, ptr %16, i64 %21
  %26 = getelementptr %struct.Mailbox, ptr %15, i64 %21
  br label %each.lane.i
each.lane.i:
  %indvars.iv = phi i64 [ %indvars.iv.next, %each.lane.i ], [ 0, %warp ]
  %27 = mul nuw nsw i64 %indvars.iv, 80
  %28 = getelementptr i8, ptr %26, i64 %27
  %29 = getelementptr i8, ptr %25, i64 %27
  call void @llvm.memcpy.p0.p0.i64(ptr %28, ptr %29, i64 80, i1 true)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %.not = icmp eq i64 %indvars.iv.next, 32
  br i1 %.not, label %_Z4postP7MailboxPKS_Pf.exit, label %each.lane.i
_Z4postP7MailboxPKS_Pf.exit:
  %30 = add i32 %thread.sroa.0.0, 32
  %31 = icmp uge i32 %30, %4
  %32 = select i1 %31, i32 0, i32 %30
  %33 = zext i1 %31 to i32
  %34 = add i32 %thread.sroa.4.0, %33
  %.not4 = icmp ult i32 %34, %6
  %35 = select i1 %.not4, i32 %34, i32 0
  %36 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %36, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}

; What a copy reads is read.
;   struct Record {
;     float values[20];
;   };
;   __global__ void shelve(Record *to, float *a) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     to[i] = *reinterpret_cast<const Record *>(a + 20 * i);
;     a[1000000 + i] = 1.0f;
;   }
%struct.Record = type { [20 x float] }
define void @_Z6shelveP6RecordPf.block(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %warps3 = lshr i32 %11, 5
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %34, %_Z6shelveP6RecordPf.exit ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %31, %_Z6shelveP6RecordPf.exit ]
  %warp1 = phi i32 [ 0, %2 ], [ %35, %_Z6shelveP6RecordPf.exit ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = load ptr, ptr %13, align 8
  %16 = load i32, ptr %0, align 4
  %17 = mul i32 %16, %4
  %18 = add i32 %17, %thread.sroa.0.0
  %19 = sext i32 %18 to i64
  %.idx = mul nsw i64 %19, 80
  %20 = getelementptr i8, ptr %15, i64 %.idx
  %21 = getelementptr %struct.Record, ptr %14, i64 %19
  br label %each.lane.i
each.lane.i:
  %indvars.iv = phi i64 [ %indvars.iv.next, %each.lane.i ], [ 0, %warp ]
  %22 = mul nuw nsw i64 %indvars.iv, 80
  %23 = getelementptr i8, ptr %21, i64 %22
  %24 = getelementptr i8, ptr %20, i64 %22
  call void @llvm.memcpy.p0.p0.i64(ptr %23, ptr %24, i64 80, i1 false)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %.not = icmp eq i64 %indvars.iv.next, 32
  br i1 %.not, label %_Z6shelveP6RecordPf.exit, label %each.lane.i
_Z6shelveP6RecordPf.exit:
  %25 = getelementptr float, ptr %15, i64 %19
  %26 = getelementptr i8, ptr %25, i64 4000000
  %27 = getelementptr i8, ptr %25, i64 4002048
  call void @llvm.prefetch.p0(ptr %27, i32 0, i32 3, i32 1)
  %28 = getelementptr i8, ptr %25, i64 4002112
  call void @llvm.prefetch.p0(ptr %28, i32 0, i32 3, i32 1)
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %26, align 4
  %29 = add i32 %thread.sroa.0.0, 32
  %30 = icmp uge i32 %29, %4
  %31 = select i1 %30, i32 0, i32 %29
  %32 = zext i1 %30 to i32
  %33 = add i32 %thread.sroa.4.0, %32
  %.not4 = icmp ult i32 %33, %6
  %34 = select i1 %.not4, i32 %33, i32 0
  %35 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %35, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}

; Four words of each thread, and code in several modules. Prefetches are only for lines that are read, or that are stored into
; the caches.
;   __global__ void transpose(float *out, const float *in, int size) {
;     __shared__ float tile[32][33];
;     int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
;     for (int row = 0; row < 32; row += 8)
;       tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * size + x];
;     __syncthreads();
;     x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
;     for (int row = 0; row < 32; row += 8)
;       out[(y + row) * size + x] = tile[threadIdx.x][threadIdx.y + row];
;   }

; 96 bytes are two vectors that overlap: the line they share would be fetched again just after it has left.
;   __global__ void swap(uchar3 *out, const uchar3 *in) {
;     const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
;     const uchar3 pixel = in[i];
;     out[i] = make_uchar3(pixel.z, pixel.y, pixel.x);
;   }
%struct.uchar3 = type { i8, i8, i8 }
define void @_Z4swapP6uchar3PKS_.block(ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %warps3 = lshr i32 %11, 5
  %12 = getelementptr inbounds i8, ptr %0, i64 120
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %44, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %41, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %45, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = load ptr, ptr %13, align 8
  %16 = load i32, ptr %0, align 4
  %17 = mul i32 %16, %4
  %18 = add i32 %17, %thread.sroa.0.0
  %19 = zext i32 %18 to i64
  %20 = getelementptr %struct.uchar3, ptr %15, i64 %19
  %21 = getelementptr i8, ptr %20, i64 256
  call void @llvm.prefetch.p0(ptr %21, i32 0, i32 3, i32 1)
  %22 = getelementptr i8, ptr %20, i64 320
  call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
  %23 = load <64 x i8>, ptr %20, align 1
  %24 = getelementptr i8, ptr %20, i64 32
  %25 = load <64 x i8>, ptr %24, align 1
  %26 = shufflevector <64 x i8> %23, <64 x i8> %25, <32 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 33, i32 36, i32 39, i32 42, i32 45, i32 48, i32 51, i32 54, i32 57, i32 60, i32 63, i32 98, i32 101, i32 104, i32 107, i32 110, i32 113, i32 116, i32 119, i32 122, i32 125>
  %27 = shufflevector <64 x i8> %23, <64 x i8> %25, <32 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 34, i32 37, i32 40, i32 43, i32 46, i32 49, i32 52, i32 55, i32 58, i32 61, i32 96, i32 99, i32 102, i32 105, i32 108, i32 111, i32 114, i32 117, i32 120, i32 123, i32 126>
  %28 = shufflevector <64 x i8> %23, <64 x i8> %25, <32 x i32> <i32 2, i32 5, i32 8, i32 11, i32 14, i32 17, i32 20, i32 23, i32 26, i32 29, i32 32, i32 35, i32 38, i32 41, i32 44, i32 47, i32 50, i32 53, i32 56, i32 59, i32 62, i32 97, i32 100, i32 103, i32 106, i32 109, i32 112, i32 115, i32 118, i32 121, i32 124, i32 127>
  %29 = getelementptr %struct.uchar3, ptr %14, i64 %19
  %30 = getelementptr i8, ptr %29, i64 2048
  call void @llvm.prefetch.p0(ptr %30, i32 0, i32 3, i32 1)
  %31 = getelementptr i8, ptr %29, i64 2112
  call void @llvm.prefetch.p0(ptr %31, i32 0, i32 3, i32 1)
  %32 = shufflevector <32 x i8> %27, <32 x i8> poison, <64 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %33 = shufflevector <32 x i8> %28, <32 x i8> %27, <64 x i32> <i32 0, i32 32, i32 poison, i32 1, i32 33, i32 poison, i32 2, i32 34, i32 poison, i32 3, i32 35, i32 poison, i32 4, i32 36, i32 poison, i32 5, i32 37, i32 poison, i32 6, i32 38, i32 poison, i32 7, i32 39, i32 poison, i32 8, i32 40, i32 poison, i32 9, i32 41, i32 poison, i32 10, i32 42, i32 poison, i32 11, i32 43, i32 poison, i32 12, i32 44, i32 poison, i32 13, i32 45, i32 poison, i32 14, i32 46, i32 poison, i32 15, i32 47, i32 poison, i32 16, i32 48, i32 poison, i32 17, i32 49, i32 poison, i32 18, i32 50, i32 poison, i32 19, i32 51, i32 poison, i32 20, i32 52, i32 poison, i32 21>
  %34 = shufflevector <32 x i8> %26, <32 x i8> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %35 = shufflevector <64 x i8> %33, <64 x i8> %34, <64 x i32> <i32 0, i32 1, i32 64, i32 3, i32 4, i32 65, i32 6, i32 7, i32 66, i32 9, i32 10, i32 67, i32 12, i32 13, i32 68, i32 15, i32 16, i32 69, i32 18, i32 19, i32 70, i32 21, i32 22, i32 71, i32 24, i32 25, i32 72, i32 27, i32 28, i32 73, i32 30, i32 31, i32 74, i32 33, i32 34, i32 75, i32 36, i32 37, i32 76, i32 39, i32 40, i32 77, i32 42, i32 43, i32 78, i32 45, i32 46, i32 79, i32 48, i32 49, i32 80, i32 51, i32 52, i32 81, i32 54, i32 55, i32 82, i32 57, i32 58, i32 83, i32 60, i32 61, i32 84, i32 63>
  store <64 x i8> %35, ptr %29, align 1
  %36 = getelementptr i8, ptr %29, i64 32
  %37 = shufflevector <32 x i8> %26, <32 x i8> %28, <64 x i32> <i32 10, i32 43, i32 poison, i32 11, i32 44, i32 poison, i32 12, i32 45, i32 poison, i32 13, i32 46, i32 poison, i32 14, i32 47, i32 poison, i32 15, i32 48, i32 poison, i32 16, i32 49, i32 poison, i32 17, i32 50, i32 poison, i32 18, i32 51, i32 poison, i32 19, i32 52, i32 poison, i32 20, i32 53, i32 poison, i32 21, i32 54, i32 poison, i32 22, i32 55, i32 poison, i32 23, i32 56, i32 poison, i32 24, i32 57, i32 poison, i32 25, i32 58, i32 poison, i32 26, i32 59, i32 poison, i32 27, i32 60, i32 poison, i32 28, i32 61, i32 poison, i32 29, i32 62, i32 poison, i32 30, i32 63, i32 poison, i32 31>
  %38 = shufflevector <64 x i8> %37, <64 x i8> %32, <64 x i32> <i32 0, i32 1, i32 75, i32 3, i32 4, i32 76, i32 6, i32 7, i32 77, i32 9, i32 10, i32 78, i32 12, i32 13, i32 79, i32 15, i32 16, i32 80, i32 18, i32 19, i32 81, i32 21, i32 22, i32 82, i32 24, i32 25, i32 83, i32 27, i32 28, i32 84, i32 30, i32 31, i32 85, i32 33, i32 34, i32 86, i32 36, i32 37, i32 87, i32 39, i32 40, i32 88, i32 42, i32 43, i32 89, i32 45, i32 46, i32 90, i32 48, i32 49, i32 91, i32 51, i32 52, i32 92, i32 54, i32 55, i32 93, i32 57, i32 58, i32 94, i32 60, i32 61, i32 95, i32 63>
  store <64 x i8> %38, ptr %36, align 1
  %39 = add i32 %thread.sroa.0.0, 32
  %40 = icmp uge i32 %39, %4
  %41 = select i1 %40, i32 0, i32 %39
  %42 = zext i1 %40 to i32
  %43 = add i32 %thread.sroa.4.0, %42
  %.not = icmp ult i32 %43, %6
  %44 = select i1 %.not, i32 %43, i32 0
  %45 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %45, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, <32 x float>)
declare i32 @llvm.umax.i32(i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @_Z5triadPfPKfS1_f.block, !"kernel", i32 1}
!1 = !{ptr @_Z7inPlacePff.block, !"kernel", i32 1}
!2 = !{ptr @_Z7publishPfPi.block, !"kernel", i32 1}
!3 = !{ptr @_Z4postP7MailboxPKS_Pf.block, !"kernel", i32 1}
!4 = !{ptr @_Z6shelveP6RecordPf.block, !"kernel", i32 1}
!5 = !{ptr @_Z4swapP6uchar3PKS_.block, !"kernel", i32 1}
