; Whole lines that a block stores after all by which others could tell are stored past the caches: accesses to the block's own
; memory do not count. Lines that it stores before stay in order, and so do those of a loop that also publishes.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5afterPfPVi.block -lanes 32 -block rows -facts stored-words=2 -run-pass non-temporal-stores | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6beforePfPVi.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5againPfPVii.block -lanes 32 -block rows -run-pass non-temporal-stores | FileCheck %s --check-prefix=NONE
target triple = "x86_64-pc-linux-gnu"

; CHECK: store volatile i32
; CHECK: store <32 x float> %{{.*}}, align 64, !nontemporal
;   __global__ void after(float *a, volatile int *flags) {
;     __shared__ volatile float tile[1024];
;     if (threadIdx.x == 0) {
;       __threadfence();
;       flags[blockIdx.x] = 1;
;     }
;     tile[threadIdx.x] = threadIdx.x;
;     __syncthreads();
;     a[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x ^ 32];
;   }
define void @_Z5afterPfPVi.block(ptr %0, ptr %1) {
  %threads.i = alloca [32 x [48 x i8]], align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %14 = load ptr, ptr %13, align 8
  call void @llvm.lifetime.start.p0(i64 1536, ptr %threads.i)
  %warps.i3 = lshr i32 %11, 5
  %15 = call i32 @llvm.umax.i32(i32 %warps.i3, i32 1)
  %umax = zext nneg i32 %15 to i64
  %xtraiter = and i64 %umax, 3
  %16 = icmp ult i32 %11, 128
  br i1 %16, label %entry.split.warp.i.preheader.unr-lcssa, label %.new
.new:
  %unroll_iter = and i64 %umax, 134217724
  br label %describe.warp.i
entry.split.warp.i:
  %index.i = phi i64 [ %33, %skip..i ], [ 0, %entry.split.warp.i.preheader ]
  %thread6.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index.i
  %17 = trunc i64 %index.i to i32
  store volatile i32 %17, ptr %92, align 4
  %18 = load i32, ptr %thread6.i, align 4
  %19 = load ptr, ptr %93, align 8
  %.splatinsert.i = insertelement <32 x i32> poison, i32 %18, i64 0
  %.splat.i = shufflevector <32 x i32> %.splatinsert.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %20 = add <32 x i32> %.splat.i, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %21 = icmp eq <32 x i32> %20, zeroinitializer
  %22 = bitcast <32 x i1> %21 to i32
  %.not4 = icmp eq i32 %22, 0
  br i1 %.not4, label %skip..i, label %23
23:
  fence seq_cst
  %24 = load i32, ptr %0, align 4
  %25 = zext i32 %24 to i64
  %26 = getelementptr i32, ptr %14, i64 %25
  %27 = add i32 %24, 2
  %28 = zext i32 %27 to i64
  %29 = getelementptr i32, ptr %14, i64 %28
  call void @llvm.prefetch.p0(ptr %29, i32 0, i32 3, i32 1)
  store volatile i32 1, ptr %26, align 4
  br label %skip..i
skip..i:
  %30 = uitofp <32 x i32> %20 to <32 x float>
  %31 = zext i32 %18 to i64
  %32 = getelementptr [1024 x float], ptr %19, i64 0, i64 %31
  call void asm sideeffect "", "~{memory}"()
  store <32 x float> %30, ptr %32, align 4
  call void asm sideeffect "", "~{memory}"()
  %33 = add nuw nsw i64 %index.i, 1
  %exitcond6.not = icmp eq i64 %33, %umax
  br i1 %exitcond6.not, label %skip..split.warp.i, label %entry.split.warp.i
skip..split.warp.i:
  %index7.i = phi i64 [ %51, %skip..split.warp.i ], [ 0, %skip..i ]
  %thread8.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index7.i
  %34 = trunc i64 %index7.i to i32
  store volatile i32 %34, ptr %92, align 4
  %35 = load i32, ptr %thread8.i, align 4
  %36 = xor i32 %35, 32
  %37 = zext i32 %36 to i64
  %38 = getelementptr [1024 x float], ptr %19, i64 0, i64 %37
  call void asm sideeffect "", "~{memory}"()
  %39 = load <32 x float>, ptr %38, align 4
  call void asm sideeffect "", "~{memory}"()
  %40 = load i32, ptr %0, align 4
  %41 = mul i32 %40, %4
  %42 = add i32 %41, %35
  %43 = zext i32 %42 to i64
  %44 = getelementptr float, ptr %12, i64 %43
  %45 = add i32 %40, 2
  %46 = mul i32 %45, %4
  %47 = add i32 %46, %35
  %48 = zext i32 %47 to i64
  %49 = getelementptr float, ptr %12, i64 %48
  call void @llvm.prefetch.p0(ptr %49, i32 0, i32 3, i32 1)
  %50 = getelementptr i8, ptr %49, i64 64
  call void @llvm.prefetch.p0(ptr %50, i32 0, i32 3, i32 1)
  store <32 x float> %39, ptr %44, align 4
  %51 = add nuw nsw i64 %index7.i, 1
  %exitcond7.not = icmp eq i64 %51, %umax
  br i1 %exitcond7.not, label %_Z5afterPfPVi.exit, label %skip..split.warp.i
describe.warp.i:
  %thread.sroa.4.0 = phi i32 [ 0, %.new ], [ %82, %describe.warp.i ]
  %thread.sroa.0.0 = phi i32 [ 0, %.new ], [ %79, %describe.warp.i ]
  %describe.warp5.i = phi i64 [ 0, %.new ], [ %83, %describe.warp.i ]
  %niter = phi i64 [ 0, %.new ], [ %niter.next.3, %describe.warp.i ]
  %52 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp5.i
  store i32 %thread.sroa.0.0, ptr %52, align 4
  %53 = add i32 %thread.sroa.0.0, 32
  %54 = icmp uge i32 %53, %4
  %55 = select i1 %54, i32 0, i32 %53
  %56 = zext i1 %54 to i32
  %57 = add i32 %thread.sroa.4.0, %56
  %.not = icmp ult i32 %57, %6
  %58 = select i1 %.not, i32 %57, i32 0
  %59 = or disjoint i64 %describe.warp5.i, 1
  %60 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %59
  store i32 %55, ptr %60, align 4
  %61 = add i32 %55, 32
  %62 = icmp uge i32 %61, %4
  %63 = select i1 %62, i32 0, i32 %61
  %64 = zext i1 %62 to i32
  %65 = add i32 %58, %64
  %.not.1 = icmp ult i32 %65, %6
  %66 = select i1 %.not.1, i32 %65, i32 0
  %67 = or disjoint i64 %describe.warp5.i, 2
  %68 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %67
  store i32 %63, ptr %68, align 4
  %69 = add i32 %63, 32
  %70 = icmp uge i32 %69, %4
  %71 = select i1 %70, i32 0, i32 %69
  %72 = zext i1 %70 to i32
  %73 = add i32 %66, %72
  %.not.2 = icmp ult i32 %73, %6
  %74 = select i1 %.not.2, i32 %73, i32 0
  %75 = or disjoint i64 %describe.warp5.i, 3
  %76 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %75
  store i32 %71, ptr %76, align 4
  %77 = add i32 %71, 32
  %78 = icmp uge i32 %77, %4
  %79 = select i1 %78, i32 0, i32 %77
  %80 = zext i1 %78 to i32
  %81 = add i32 %74, %80
  %.not.3 = icmp ult i32 %81, %6
  %82 = select i1 %.not.3, i32 %81, i32 0
  %83 = add nuw nsw i64 %describe.warp5.i, 4
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %entry.split.warp.i.preheader.unr-lcssa, label %describe.warp.i
entry.split.warp.i.preheader.unr-lcssa:
  %thread.sroa.4.0.unr = phi i32 [ 0, %2 ], [ %82, %describe.warp.i ]
  %thread.sroa.0.0.unr = phi i32 [ 0, %2 ], [ %79, %describe.warp.i ]
  %describe.warp5.i.unr = phi i64 [ 0, %2 ], [ %83, %describe.warp.i ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %entry.split.warp.i.preheader, label %describe.warp.i.epil
describe.warp.i.epil:
  %thread.sroa.4.0.epil = phi i32 [ %90, %describe.warp.i.epil ], [ %thread.sroa.4.0.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %thread.sroa.0.0.epil = phi i32 [ %87, %describe.warp.i.epil ], [ %thread.sroa.0.0.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %describe.warp5.i.epil = phi i64 [ %91, %describe.warp.i.epil ], [ %describe.warp5.i.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %epil.iter = phi i64 [ %epil.iter.next, %describe.warp.i.epil ], [ 0, %entry.split.warp.i.preheader.unr-lcssa ]
  %84 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp5.i.epil
  store i32 %thread.sroa.0.0.epil, ptr %84, align 4
  %85 = add i32 %thread.sroa.0.0.epil, 32
  %86 = icmp uge i32 %85, %4
  %87 = select i1 %86, i32 0, i32 %85
  %88 = zext i1 %86 to i32
  %89 = add i32 %thread.sroa.4.0.epil, %88
  %.not.epil = icmp ult i32 %89, %6
  %90 = select i1 %.not.epil, i32 %89, i32 0
  %91 = add nuw nsw i64 %describe.warp5.i.epil, 1
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %entry.split.warp.i.preheader, label %describe.warp.i.epil
entry.split.warp.i.preheader:
  %92 = getelementptr inbounds i8, ptr %0, i64 120
  %93 = getelementptr i8, ptr %0, i64 40
  br label %entry.split.warp.i
_Z5afterPfPVi.exit:
  call void @llvm.lifetime.end.p0(i64 1536, ptr %threads.i)
  ret void
}

; NONE: define
; NONE-NOT: nontemporal
; NONE: ret void
;   __global__ void before(float *a, volatile int *flags) {
;     a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
;     __syncthreads();
;     if (threadIdx.x == 0)
;       flags[blockIdx.x] = 1;
;   }
define void @_Z6beforePfPVi.block(ptr %0, ptr %1) {
  %threads.i = alloca [32 x [48 x i8]], align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %14 = load ptr, ptr %13, align 8
  call void @llvm.lifetime.start.p0(i64 1536, ptr %threads.i)
  %warps.i3 = lshr i32 %11, 5
  %15 = call i32 @llvm.umax.i32(i32 %warps.i3, i32 1)
  %umax = zext nneg i32 %15 to i64
  %xtraiter = and i64 %umax, 3
  %16 = icmp ult i32 %11, 128
  br i1 %16, label %entry.split.warp.i.preheader.unr-lcssa, label %.new
.new:
  %unroll_iter = and i64 %umax, 134217724
  br label %describe.warp.i
entry.split.warp.i:
  %index.i = phi i64 [ %30, %entry.split.warp.i ], [ 0, %entry.split.warp.i.preheader ]
  %thread5.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index.i
  %17 = trunc i64 %index.i to i32
  store volatile i32 %17, ptr %80, align 4
  %18 = load i32, ptr %thread5.i, align 4
  %19 = load i32, ptr %0, align 4
  %20 = mul i32 %19, %4
  %21 = add i32 %20, %18
  %22 = zext i32 %21 to i64
  %23 = getelementptr float, ptr %12, i64 %22
  %24 = add i32 %19, 2
  %25 = mul i32 %24, %4
  %26 = add i32 %25, %18
  %27 = zext i32 %26 to i64
  %28 = getelementptr float, ptr %12, i64 %27
  call void @llvm.prefetch.p0(ptr %28, i32 0, i32 3, i32 1)
  %29 = getelementptr i8, ptr %28, i64 64
  call void @llvm.prefetch.p0(ptr %29, i32 0, i32 3, i32 1)
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %23, align 4
  %30 = add nuw nsw i64 %index.i, 1
  %exitcond7.not = icmp eq i64 %30, %umax
  br i1 %exitcond7.not, label %entry.split.split.warp.i.preheader, label %entry.split.warp.i
entry.split.split.warp.i.preheader:
  %31 = zext i32 %19 to i64
  %32 = getelementptr i32, ptr %14, i64 %31
  %33 = zext i32 %24 to i64
  %34 = getelementptr i32, ptr %14, i64 %33
  br label %entry.split.split.warp.i
entry.split.split.warp.i:
  %index6.i = phi i64 [ %81, %entry.split.split.next.warp.i ], [ 0, %entry.split.split.warp.i.preheader ]
  %thread7.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index6.i
  %35 = trunc i64 %index6.i to i32
  store volatile i32 %35, ptr %80, align 4
  %36 = load i32, ptr %thread7.i, align 4
  %.splatinsert.i = insertelement <32 x i32> poison, i32 %36, i64 0
  %.splat.i = shufflevector <32 x i32> %.splatinsert.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %37 = icmp eq <32 x i32> %.splat.i, <i32 0, i32 -1, i32 -2, i32 -3, i32 -4, i32 -5, i32 -6, i32 -7, i32 -8, i32 -9, i32 -10, i32 -11, i32 -12, i32 -13, i32 -14, i32 -15, i32 -16, i32 -17, i32 -18, i32 -19, i32 -20, i32 -21, i32 -22, i32 -23, i32 -24, i32 -25, i32 -26, i32 -27, i32 -28, i32 -29, i32 -30, i32 -31>
  %38 = bitcast <32 x i1> %37 to i32
  %.not4 = icmp eq i32 %38, 0
  br i1 %.not4, label %entry.split.split.next.warp.i, label %39
39:
  call void @llvm.prefetch.p0(ptr %34, i32 0, i32 3, i32 1)
  store volatile i32 1, ptr %32, align 4
  br label %entry.split.split.next.warp.i
describe.warp.i:
  %thread.sroa.4.0 = phi i32 [ 0, %.new ], [ %70, %describe.warp.i ]
  %thread.sroa.0.0 = phi i32 [ 0, %.new ], [ %67, %describe.warp.i ]
  %describe.warp4.i = phi i64 [ 0, %.new ], [ %71, %describe.warp.i ]
  %niter = phi i64 [ 0, %.new ], [ %niter.next.3, %describe.warp.i ]
  %40 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp4.i
  store i32 %thread.sroa.0.0, ptr %40, align 4
  %41 = add i32 %thread.sroa.0.0, 32
  %42 = icmp uge i32 %41, %4
  %43 = select i1 %42, i32 0, i32 %41
  %44 = zext i1 %42 to i32
  %45 = add i32 %thread.sroa.4.0, %44
  %.not = icmp ult i32 %45, %6
  %46 = select i1 %.not, i32 %45, i32 0
  %47 = or disjoint i64 %describe.warp4.i, 1
  %48 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %47
  store i32 %43, ptr %48, align 4
  %49 = add i32 %43, 32
  %50 = icmp uge i32 %49, %4
  %51 = select i1 %50, i32 0, i32 %49
  %52 = zext i1 %50 to i32
  %53 = add i32 %46, %52
  %.not.1 = icmp ult i32 %53, %6
  %54 = select i1 %.not.1, i32 %53, i32 0
  %55 = or disjoint i64 %describe.warp4.i, 2
  %56 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %55
  store i32 %51, ptr %56, align 4
  %57 = add i32 %51, 32
  %58 = icmp uge i32 %57, %4
  %59 = select i1 %58, i32 0, i32 %57
  %60 = zext i1 %58 to i32
  %61 = add i32 %54, %60
  %.not.2 = icmp ult i32 %61, %6
  %62 = select i1 %.not.2, i32 %61, i32 0
  %63 = or disjoint i64 %describe.warp4.i, 3
  %64 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %63
  store i32 %59, ptr %64, align 4
  %65 = add i32 %59, 32
  %66 = icmp uge i32 %65, %4
  %67 = select i1 %66, i32 0, i32 %65
  %68 = zext i1 %66 to i32
  %69 = add i32 %62, %68
  %.not.3 = icmp ult i32 %69, %6
  %70 = select i1 %.not.3, i32 %69, i32 0
  %71 = add nuw nsw i64 %describe.warp4.i, 4
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %entry.split.warp.i.preheader.unr-lcssa, label %describe.warp.i
entry.split.warp.i.preheader.unr-lcssa:
  %thread.sroa.4.0.unr = phi i32 [ 0, %2 ], [ %70, %describe.warp.i ]
  %thread.sroa.0.0.unr = phi i32 [ 0, %2 ], [ %67, %describe.warp.i ]
  %describe.warp4.i.unr = phi i64 [ 0, %2 ], [ %71, %describe.warp.i ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %entry.split.warp.i.preheader, label %describe.warp.i.epil
describe.warp.i.epil:
  %thread.sroa.4.0.epil = phi i32 [ %78, %describe.warp.i.epil ], [ %thread.sroa.4.0.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %thread.sroa.0.0.epil = phi i32 [ %75, %describe.warp.i.epil ], [ %thread.sroa.0.0.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %describe.warp4.i.epil = phi i64 [ %79, %describe.warp.i.epil ], [ %describe.warp4.i.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %epil.iter = phi i64 [ %epil.iter.next, %describe.warp.i.epil ], [ 0, %entry.split.warp.i.preheader.unr-lcssa ]
  %72 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp4.i.epil
  store i32 %thread.sroa.0.0.epil, ptr %72, align 4
  %73 = add i32 %thread.sroa.0.0.epil, 32
  %74 = icmp uge i32 %73, %4
  %75 = select i1 %74, i32 0, i32 %73
  %76 = zext i1 %74 to i32
  %77 = add i32 %thread.sroa.4.0.epil, %76
  %.not.epil = icmp ult i32 %77, %6
  %78 = select i1 %.not.epil, i32 %77, i32 0
  %79 = add nuw nsw i64 %describe.warp4.i.epil, 1
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %entry.split.warp.i.preheader, label %describe.warp.i.epil
entry.split.warp.i.preheader:
  %80 = getelementptr inbounds i8, ptr %0, i64 120
  br label %entry.split.warp.i
entry.split.split.next.warp.i:
  %81 = add nuw nsw i64 %index6.i, 1
  %exitcond8.not = icmp eq i64 %81, %umax
  br i1 %exitcond8.not, label %_Z6beforePfPVi.exit, label %entry.split.split.warp.i
_Z6beforePfPVi.exit:
  call void @llvm.lifetime.end.p0(i64 1536, ptr %threads.i)
  ret void
}

;   __global__ void again(float *a, volatile int *flags, int tiles) {
;     for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
;       if (threadIdx.x == 0)
;         flags[tile] = 1;
;       __syncthreads();
;       a[tile * blockDim.x + threadIdx.x] = 1;
;     }
;   }
define void @_Z5againPfPVii.block(ptr %0, ptr %1) {
  %threads.i = alloca [32 x [48 x i8]], align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %4
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %7, %9
  %11 = add i32 %10, 31
  %12 = load ptr, ptr %1, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %1, i64 16
  %16 = load i32, ptr %15, align 4
  call void @llvm.lifetime.start.p0(i64 1536, ptr %threads.i)
  %warps.i3 = lshr i32 %11, 5
  %17 = call i32 @llvm.umax.i32(i32 %warps.i3, i32 1)
  %umax = zext nneg i32 %17 to i64
  %xtraiter = and i64 %umax, 3
  %18 = icmp ult i32 %11, 128
  br i1 %18, label %entry.split.warp.i.preheader.unr-lcssa, label %.new
.new:
  %unroll_iter = and i64 %umax, 134217724
  br label %describe.warp.i
entry.split.warp.i:
  %index.i = phi i64 [ %20, %entry.split.warp.i ], [ 0, %entry.split.warp.i.preheader ]
  %19 = trunc i64 %index.i to i32
  store volatile i32 %19, ptr %79, align 4
  %20 = add nuw nsw i64 %index.i, 1
  %exitcond7.not = icmp eq i64 %20, %umax
  br i1 %exitcond7.not, label %entry.split.all.warps.i, label %entry.split.warp.i
.true7.warps.i:
  %.01.next.0.i = phi i32 [ %83, %lanes.meet.split.all.warps.i ], [ %80, %.true7.warps.i.preheader ]
  %21 = sext i32 %.01.next.0.i to i64
  %22 = getelementptr i32, ptr %14, i64 %21
  br label %.true7.warp.i
.true7.warp.i:
  %index13.i = phi i64 [ 0, %.true7.warps.i ], [ %31, %lanes.meet.i ]
  %thread14.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index13.i
  %23 = trunc i64 %index13.i to i32
  store volatile i32 %23, ptr %79, align 4
  %24 = load i32, ptr %thread14.i, align 4
  %.splatinsert17.i = insertelement <32 x i32> poison, i32 %24, i64 0
  %.splat18.i = shufflevector <32 x i32> %.splatinsert17.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %25 = icmp eq <32 x i32> %.splat18.i, <i32 0, i32 -1, i32 -2, i32 -3, i32 -4, i32 -5, i32 -6, i32 -7, i32 -8, i32 -9, i32 -10, i32 -11, i32 -12, i32 -13, i32 -14, i32 -15, i32 -16, i32 -17, i32 -18, i32 -19, i32 -20, i32 -21, i32 -22, i32 -23, i32 -24, i32 -25, i32 -26, i32 -27, i32 -28, i32 -29, i32 -30, i32 -31>
  %26 = bitcast <32 x i1> %25 to i32
  %.not4 = icmp eq i32 %26, 0
  br i1 %.not4, label %lanes.meet.i, label %27
27:
  store volatile i32 1, ptr %22, align 4
  br label %lanes.meet.i
.true.warp.i:
  %index11.i = phi i64 [ %29, %.true.warp.i ], [ 0, %entry.split.all.warps.i ]
  %28 = trunc i64 %index11.i to i32
  store volatile i32 %28, ptr %79, align 4
  %29 = add nuw nsw i64 %index11.i, 1
  %exitcond8.not = icmp eq i64 %29, %umax
  br i1 %exitcond8.not, label %.true7.warps.i.preheader, label %.true.warp.i
.true7.warps.i.preheader:
  %30 = getelementptr i8, ptr %0, i64 24
  br label %.true7.warps.i
lanes.meet.i:
  %31 = add nuw nsw i64 %index13.i, 1
  %exitcond9.not = icmp eq i64 %31, %umax
  br i1 %exitcond9.not, label %lanes.meet.split.warp.i.preheader, label %.true7.warp.i
lanes.meet.split.warp.i.preheader:
  %32 = mul i32 %.01.next.0.i, %4
  br label %lanes.meet.split.warp.i
lanes.meet.split.warp.i:
  %index15.i = phi i64 [ %38, %lanes.meet.split.warp.i ], [ 0, %lanes.meet.split.warp.i.preheader ]
  %thread16.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index15.i
  %33 = trunc i64 %index15.i to i32
  store volatile i32 %33, ptr %79, align 4
  %34 = load i32, ptr %thread16.i, align 4
  %35 = add i32 %34, %32
  %36 = zext i32 %35 to i64
  %37 = getelementptr float, ptr %12, i64 %36
  store <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, ptr %37, align 4
  %38 = add nuw nsw i64 %index15.i, 1
  %exitcond10.not = icmp eq i64 %38, %umax
  br i1 %exitcond10.not, label %lanes.meet.split.all.warps.i, label %lanes.meet.split.warp.i
describe.warp.i:
  %thread.sroa.4.0 = phi i32 [ 0, %.new ], [ %69, %describe.warp.i ]
  %thread.sroa.0.0 = phi i32 [ 0, %.new ], [ %66, %describe.warp.i ]
  %describe.warp9.i = phi i64 [ 0, %.new ], [ %70, %describe.warp.i ]
  %niter = phi i64 [ 0, %.new ], [ %niter.next.3, %describe.warp.i ]
  %39 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp9.i
  store i32 %thread.sroa.0.0, ptr %39, align 4
  %40 = add i32 %thread.sroa.0.0, 32
  %41 = icmp uge i32 %40, %4
  %42 = select i1 %41, i32 0, i32 %40
  %43 = zext i1 %41 to i32
  %44 = add i32 %thread.sroa.4.0, %43
  %.not = icmp ult i32 %44, %6
  %45 = select i1 %.not, i32 %44, i32 0
  %46 = or disjoint i64 %describe.warp9.i, 1
  %47 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %46
  store i32 %42, ptr %47, align 4
  %48 = add i32 %42, 32
  %49 = icmp uge i32 %48, %4
  %50 = select i1 %49, i32 0, i32 %48
  %51 = zext i1 %49 to i32
  %52 = add i32 %45, %51
  %.not.1 = icmp ult i32 %52, %6
  %53 = select i1 %.not.1, i32 %52, i32 0
  %54 = or disjoint i64 %describe.warp9.i, 2
  %55 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %54
  store i32 %50, ptr %55, align 4
  %56 = add i32 %50, 32
  %57 = icmp uge i32 %56, %4
  %58 = select i1 %57, i32 0, i32 %56
  %59 = zext i1 %57 to i32
  %60 = add i32 %53, %59
  %.not.2 = icmp ult i32 %60, %6
  %61 = select i1 %.not.2, i32 %60, i32 0
  %62 = or disjoint i64 %describe.warp9.i, 3
  %63 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %62
  store i32 %58, ptr %63, align 4
  %64 = add i32 %58, 32
  %65 = icmp uge i32 %64, %4
  %66 = select i1 %65, i32 0, i32 %64
  %67 = zext i1 %65 to i32
  %68 = add i32 %61, %67
  %.not.3 = icmp ult i32 %68, %6
  %69 = select i1 %.not.3, i32 %68, i32 0
  %70 = add nuw nsw i64 %describe.warp9.i, 4
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %entry.split.warp.i.preheader.unr-lcssa, label %describe.warp.i
entry.split.warp.i.preheader.unr-lcssa:
  %thread.sroa.4.0.unr = phi i32 [ 0, %2 ], [ %69, %describe.warp.i ]
  %thread.sroa.0.0.unr = phi i32 [ 0, %2 ], [ %66, %describe.warp.i ]
  %describe.warp9.i.unr = phi i64 [ 0, %2 ], [ %70, %describe.warp.i ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %entry.split.warp.i.preheader, label %describe.warp.i.epil
describe.warp.i.epil:
  %thread.sroa.4.0.epil = phi i32 [ %77, %describe.warp.i.epil ], [ %thread.sroa.4.0.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %thread.sroa.0.0.epil = phi i32 [ %74, %describe.warp.i.epil ], [ %thread.sroa.0.0.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %describe.warp9.i.epil = phi i64 [ %78, %describe.warp.i.epil ], [ %describe.warp9.i.unr, %entry.split.warp.i.preheader.unr-lcssa ]
  %epil.iter = phi i64 [ %epil.iter.next, %describe.warp.i.epil ], [ 0, %entry.split.warp.i.preheader.unr-lcssa ]
  %71 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp9.i.epil
  store i32 %thread.sroa.0.0.epil, ptr %71, align 4
  %72 = add i32 %thread.sroa.0.0.epil, 32
  %73 = icmp uge i32 %72, %4
  %74 = select i1 %73, i32 0, i32 %72
  %75 = zext i1 %73 to i32
  %76 = add i32 %thread.sroa.4.0.epil, %75
  %.not.epil = icmp ult i32 %76, %6
  %77 = select i1 %.not.epil, i32 %76, i32 0
  %78 = add nuw nsw i64 %describe.warp9.i.epil, 1
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %entry.split.warp.i.preheader, label %describe.warp.i.epil
entry.split.warp.i.preheader:
  %79 = getelementptr inbounds i8, ptr %0, i64 120
  br label %entry.split.warp.i
entry.split.all.warps.i:
  %80 = load i32, ptr %0, align 4
  %81 = icmp slt i32 %80, %16
  br i1 %81, label %.true.warp.i, label %_Z5againPfPVii.exit
lanes.meet.split.all.warps.i:
  %82 = load i32, ptr %30, align 4
  %83 = add i32 %82, %.01.next.0.i
  %84 = icmp slt i32 %83, %16
  br i1 %84, label %.true7.warps.i, label %_Z5againPfPVii.exit
_Z5againPfPVii.exit:
  call void @llvm.lifetime.end.p0(i64 1536, ptr %threads.i)
  ret void
}
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare i32 @llvm.umax.i32(i32, i32)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z5afterPfPVi.block, !"kernel", i32 1}
!1 = !{ptr @_Z6beforePfPVi.block, !"kernel", i32 1}
!2 = !{ptr @_Z5againPfPVii.block, !"kernel", i32 1}
