; Two warps are interleaved in a loop that waits for its own results, and there is a third copy for the last one, alone. Where
; there is one warp, or iterations keep the processor busy, there is one copy.
; Phis that nobody uses, which other passes would have removed, take no variable.
; RUN: split-file-19 %s %t
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/wait.ll -kernel _Z4waitPiPKi.block -lanes 32 -block rows -run-pass interleave-warps | FileCheck %s --check-prefix=WAIT
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/wait_2.ll -kernel _Z4waitPiPKi.block -lanes 32 -block rows+one-warp -run-pass interleave-warps | FileCheck %s --check-prefix=ONCE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/busy.ll -kernel _Z4busyPffi.block -lanes 32 -block rows -run-pass interleave-warps | FileCheck %s --check-prefix=BUSY
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/escape.ll -kernel _Z6escapePiffi.block -lanes 32 -block rows-of-32+eights -run-pass interleave-warps | FileCheck %s --check-prefix=ESCAPE

;--- wait.ll

; WAIT-LABEL: define {{.*}} @_Z4waitPiPKi.block(
; WAIT-COUNT-3: call <32 x i32> @llvm.masked.gather
; WAIT-NOT: call <32 x i32> @llvm.masked.gather
; ONCE-LABEL: define {{.*}} @_Z4waitPiPKi.block(
; ONCE: call <32 x i32> @llvm.masked.gather
; ONCE-NOT: call <32 x i32> @llvm.masked.gather
;   __global__ void wait(int *values, const int *next) {
;     int at = threadIdx.x, hops = values[threadIdx.x];
;     for (int i = 0; i < hops; ++i)
;       at = next[at];
;     values[threadIdx.x] = at;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4waitPiPKi.block(ptr %0, ptr %1) {
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
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %37, %_Z4waitPiPKi.exit ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %34, %_Z4waitPiPKi.exit ]
  %warp1 = phi i32 [ 0, %2 ], [ %38, %_Z4waitPiPKi.exit ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = load ptr, ptr %13, align 8
  %16 = zext i32 %thread.sroa.0.0 to i64
  %17 = getelementptr i32, ptr %14, i64 %16
  %18 = load <32 x i32>, ptr %17, align 4
  %19 = icmp sgt <32 x i32> %18, zeroinitializer
  %.splatinsert.i = insertelement <32 x i32> poison, i32 %thread.sroa.0.0, i64 0
  %.splat.i = shufflevector <32 x i32> %.splatinsert.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %20 = add <32 x i32> %.splat.i, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %21 = bitcast <32 x i1> %19 to i32
  %.not = icmp eq i32 %21, 0
  br i1 %.not, label %_Z4waitPiPKi.exit, label %.lr.ph.i.preheader
.lr.ph.i.preheader:
  br label %.lr.ph.i
.lr.ph.i:
  %.lcssa.next.0.i = phi <32 x i32> [ %29, %.lr.ph.i ], [ undef, %.lr.ph.i.preheader ]
  %.012.next.0.i = phi <32 x i32> [ %24, %.lr.ph.i ], [ %20, %.lr.ph.i.preheader ]
  %.03.next.0.i = phi i32 [ %25, %.lr.ph.i ], [ 0, %.lr.ph.i.preheader ]
  %.lr.ph.waiting.0.i = phi <32 x i1> [ %28, %.lr.ph.i ], [ %19, %.lr.ph.i.preheader ]
  %22 = sext <32 x i32> %.012.next.0.i to <32 x i64>
  %23 = getelementptr i32, ptr %15, <32 x i64> %22
  %24 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %23, i32 4, <32 x i1> %.lr.ph.waiting.0.i, <32 x i32> zeroinitializer)
  %25 = add i32 %.03.next.0.i, 1
  %.splatinsert5.i = insertelement <32 x i32> poison, i32 %25, i64 0
  %.splat6.i = shufflevector <32 x i32> %.splatinsert5.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %exitcond.not.i = icmp eq <32 x i32> %.splat6.i, %18
  %26 = and <32 x i1> %exitcond.not.i, %.lr.ph.waiting.0.i
  %27 = xor <32 x i1> %exitcond.not.i, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %28 = and <32 x i1> %.lr.ph.waiting.0.i, %27
  %29 = select <32 x i1> %26, <32 x i32> %24, <32 x i32> %.lcssa.next.0.i
  %30 = bitcast <32 x i1> %28 to i32
  %.not4 = icmp eq i32 %30, 0
  br i1 %.not4, label %left..lr.ph.i, label %.lr.ph.i
left..lr.ph.i:
  %.lcssa = phi <32 x i32> [ %29, %.lr.ph.i ]
  %31 = select <32 x i1> %19, <32 x i32> %.lcssa, <32 x i32> %20
  br label %_Z4waitPiPKi.exit
_Z4waitPiPKi.exit:
  %.01.lcssa.next.0.i = phi <32 x i32> [ %31, %left..lr.ph.i ], [ %20, %warp ]
  store <32 x i32> %.01.lcssa.next.0.i, ptr %17, align 4
  %32 = add i32 %thread.sroa.0.0, 32
  %33 = icmp uge i32 %32, %4
  %34 = select i1 %33, i32 0, i32 %32
  %35 = zext i1 %33 to i32
  %36 = add i32 %thread.sroa.4.0, %35
  %.not5 = icmp ult i32 %36, %6
  %37 = select i1 %.not5, i32 %36, i32 0
  %38 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %38, %umax
  br i1 %exitcond.not, label %warp.end, label %warp, !llvm.loop !9
warp.end:
  ret void
}
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x i32>)
declare i32 @llvm.umax.i32(i32, i32)
!nvvm.annotations = !{!99000}
!9 = distinct !{!9, !10}
!10 = !{!"raddle.loop.over.warps"}
!99000 = !{ptr @_Z4waitPiPKi.block, !"kernel", i32 1}

;--- wait_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z4waitPiPKi.block(ptr %0, ptr %1) {
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
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %37, %_Z4waitPiPKi.exit ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %34, %_Z4waitPiPKi.exit ]
  %warp1 = phi i32 [ 0, %2 ], [ %38, %_Z4waitPiPKi.exit ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = load ptr, ptr %13, align 8
  %16 = zext i32 %thread.sroa.0.0 to i64
  %17 = getelementptr i32, ptr %14, i64 %16
  %18 = load <32 x i32>, ptr %17, align 4
  %19 = icmp sgt <32 x i32> %18, zeroinitializer
  %.splatinsert.i = insertelement <32 x i32> poison, i32 %thread.sroa.0.0, i64 0
  %.splat.i = shufflevector <32 x i32> %.splatinsert.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %20 = add <32 x i32> %.splat.i, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %21 = bitcast <32 x i1> %19 to i32
  %.not = icmp eq i32 %21, 0
  br i1 %.not, label %_Z4waitPiPKi.exit, label %.lr.ph.i.preheader
.lr.ph.i.preheader:
  br label %.lr.ph.i
.lr.ph.i:
  %.lcssa.next.0.i = phi <32 x i32> [ %29, %.lr.ph.i ], [ undef, %.lr.ph.i.preheader ]
  %.012.next.0.i = phi <32 x i32> [ %24, %.lr.ph.i ], [ %20, %.lr.ph.i.preheader ]
  %.03.next.0.i = phi i32 [ %25, %.lr.ph.i ], [ 0, %.lr.ph.i.preheader ]
  %.lr.ph.waiting.0.i = phi <32 x i1> [ %28, %.lr.ph.i ], [ %19, %.lr.ph.i.preheader ]
  %22 = sext <32 x i32> %.012.next.0.i to <32 x i64>
  %23 = getelementptr i32, ptr %15, <32 x i64> %22
  %24 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %23, i32 4, <32 x i1> %.lr.ph.waiting.0.i, <32 x i32> zeroinitializer)
  %25 = add i32 %.03.next.0.i, 1
  %.splatinsert5.i = insertelement <32 x i32> poison, i32 %25, i64 0
  %.splat6.i = shufflevector <32 x i32> %.splatinsert5.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %exitcond.not.i = icmp eq <32 x i32> %.splat6.i, %18
  %26 = and <32 x i1> %exitcond.not.i, %.lr.ph.waiting.0.i
  %27 = xor <32 x i1> %exitcond.not.i, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %28 = and <32 x i1> %.lr.ph.waiting.0.i, %27
  %29 = select <32 x i1> %26, <32 x i32> %24, <32 x i32> %.lcssa.next.0.i
  %30 = bitcast <32 x i1> %28 to i32
  %.not4 = icmp eq i32 %30, 0
  br i1 %.not4, label %left..lr.ph.i, label %.lr.ph.i
left..lr.ph.i:
  %.lcssa = phi <32 x i32> [ %29, %.lr.ph.i ]
  %31 = select <32 x i1> %19, <32 x i32> %.lcssa, <32 x i32> %20
  br label %_Z4waitPiPKi.exit
_Z4waitPiPKi.exit:
  %.01.lcssa.next.0.i = phi <32 x i32> [ %31, %left..lr.ph.i ], [ %20, %warp ]
  store <32 x i32> %.01.lcssa.next.0.i, ptr %17, align 4
  %32 = add i32 %thread.sroa.0.0, 32
  %33 = icmp uge i32 %32, %4
  %34 = select i1 %33, i32 0, i32 %32
  %35 = zext i1 %33 to i32
  %36 = add i32 %thread.sroa.4.0, %35
  %.not5 = icmp ult i32 %36, %6
  %37 = select i1 %.not5, i32 %36, i32 0
  %38 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %38, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x i32>)
declare i32 @llvm.umax.i32(i32, i32)
!nvvm.annotations = !{!99000}
!99000 = !{ptr @_Z4waitPiPKi.block, !"kernel", i32 1}

;--- busy.ll

; BUSY-LABEL: define {{.*}} @_Z4busyPffi.block(
; BUSY-COUNT-8: call <32 x float> @llvm.fma.v32f32
; BUSY-NOT: call <32 x float> @llvm.fma.v32f32
;   __global__ void busy(float *values, float c, int rounds) {
;     float x[8];
;     for (int j = 0; j < 8; ++j)
;       x[j] = values[threadIdx.x + blockDim.x * j];
;     for (int i = 0; i < rounds && x[0] < 100; ++i)
;       for (int j = 0; j < 8; ++j)
;         x[j] = x[j] * x[j] + c;
;     for (int j = 0; j < 8; ++j)
;       values[threadIdx.x + blockDim.x * j] = x[j];
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4busyPffi.block(ptr %0, ptr %1) {
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
  %14 = getelementptr inbounds i8, ptr %1, i64 12
  %15 = shl i32 %4, 1
  %16 = mul i32 %4, 3
  %17 = shl i32 %4, 2
  %18 = mul i32 %4, 5
  %19 = mul i32 %4, 6
  %20 = mul i32 %4, 7
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %96, %_Z4busyPffi.exit ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %93, %_Z4busyPffi.exit ]
  %warp1 = phi i32 [ 0, %2 ], [ %97, %_Z4busyPffi.exit ]
  store volatile i32 %warp1, ptr %12, align 4
  %21 = load ptr, ptr %1, align 8
  %22 = load i32, ptr %14, align 4
  %23 = zext i32 %thread.sroa.0.0 to i64
  %24 = getelementptr float, ptr %21, i64 %23
  %25 = load <32 x float>, ptr %24, align 4
  %26 = add i32 %thread.sroa.0.0, %4
  %27 = zext i32 %26 to i64
  %28 = getelementptr float, ptr %21, i64 %27
  %29 = load <32 x float>, ptr %28, align 4
  %30 = add i32 %thread.sroa.0.0, %15
  %31 = zext i32 %30 to i64
  %32 = getelementptr float, ptr %21, i64 %31
  %33 = load <32 x float>, ptr %32, align 4
  %34 = add i32 %thread.sroa.0.0, %16
  %35 = zext i32 %34 to i64
  %36 = getelementptr float, ptr %21, i64 %35
  %37 = load <32 x float>, ptr %36, align 4
  %38 = add i32 %thread.sroa.0.0, %17
  %39 = zext i32 %38 to i64
  %40 = getelementptr float, ptr %21, i64 %39
  %41 = load <32 x float>, ptr %40, align 4
  %42 = add i32 %thread.sroa.0.0, %18
  %43 = zext i32 %42 to i64
  %44 = getelementptr float, ptr %21, i64 %43
  %45 = load <32 x float>, ptr %44, align 4
  %46 = add i32 %thread.sroa.0.0, %19
  %47 = zext i32 %46 to i64
  %48 = getelementptr float, ptr %21, i64 %47
  %49 = load <32 x float>, ptr %48, align 4
  %50 = add i32 %thread.sroa.0.0, %20
  %51 = zext i32 %50 to i64
  %52 = getelementptr float, ptr %21, i64 %51
  %53 = load <32 x float>, ptr %52, align 4
  %54 = icmp sgt i32 %22, 0
  %55 = fcmp olt <32 x float> %25, <float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02>
  %56 = select i1 %54, <32 x i1> %55, <32 x i1> zeroinitializer
  %57 = bitcast <32 x i1> %56 to i32
  %.not = icmp eq i32 %57, 0
  br i1 %.not, label %_Z4busyPffi.exit, label %.preheader4.i.preheader
.preheader4.i.preheader:
  %58 = load float, ptr %13, align 4
  %.splatinsert.i = insertelement <32 x float> poison, float %58, i64 0
  %.splat.i = shufflevector <32 x float> %.splatinsert.i, <32 x float> poison, <32 x i32> zeroinitializer
  br label %.preheader4.i
.preheader4.i:
  %.lcssa.next.0.i = phi <32 x float> [ %81, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa27.next.0.i = phi <32 x float> [ %80, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa28.next.0.i = phi <32 x float> [ %79, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa29.next.0.i = phi <32 x float> [ %78, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa30.next.0.i = phi <32 x float> [ %77, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa31.next.0.i = phi <32 x float> [ %76, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa32.next.0.i = phi <32 x float> [ %75, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.lcssa33.next.0.i = phi <32 x float> [ %74, %.preheader4.i ], [ undef, %.preheader4.i.preheader ]
  %.038.next.0.i = phi i32 [ %67, %.preheader4.i ], [ 0, %.preheader4.i.preheader ]
  %.sroa.0.0.next.0.i = phi <32 x float> [ %59, %.preheader4.i ], [ %25, %.preheader4.i.preheader ]
  %.sroa.8.0.next.0.i = phi <32 x float> [ %60, %.preheader4.i ], [ %29, %.preheader4.i.preheader ]
  %.sroa.12.0.next.0.i = phi <32 x float> [ %61, %.preheader4.i ], [ %33, %.preheader4.i.preheader ]
  %.sroa.16.0.next.0.i = phi <32 x float> [ %62, %.preheader4.i ], [ %37, %.preheader4.i.preheader ]
  %.sroa.20.0.next.0.i = phi <32 x float> [ %63, %.preheader4.i ], [ %41, %.preheader4.i.preheader ]
  %.sroa.24.0.next.0.i = phi <32 x float> [ %64, %.preheader4.i ], [ %45, %.preheader4.i.preheader ]
  %.sroa.28.0.next.0.i = phi <32 x float> [ %65, %.preheader4.i ], [ %49, %.preheader4.i.preheader ]
  %.sroa.32.0.next.0.i = phi <32 x float> [ %66, %.preheader4.i ], [ %53, %.preheader4.i.preheader ]
  %.preheader4.waiting.0.i = phi <32 x i1> [ %71, %.preheader4.i ], [ %56, %.preheader4.i.preheader ]
  %59 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.0.0.next.0.i, <32 x float> %.sroa.0.0.next.0.i, <32 x float> %.splat.i)
  %60 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.8.0.next.0.i, <32 x float> %.sroa.8.0.next.0.i, <32 x float> %.splat.i)
  %61 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.12.0.next.0.i, <32 x float> %.sroa.12.0.next.0.i, <32 x float> %.splat.i)
  %62 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.16.0.next.0.i, <32 x float> %.sroa.16.0.next.0.i, <32 x float> %.splat.i)
  %63 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.20.0.next.0.i, <32 x float> %.sroa.20.0.next.0.i, <32 x float> %.splat.i)
  %64 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.24.0.next.0.i, <32 x float> %.sroa.24.0.next.0.i, <32 x float> %.splat.i)
  %65 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.28.0.next.0.i, <32 x float> %.sroa.28.0.next.0.i, <32 x float> %.splat.i)
  %66 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.sroa.32.0.next.0.i, <32 x float> %.sroa.32.0.next.0.i, <32 x float> %.splat.i)
  %67 = add i32 %.038.next.0.i, 1
  %68 = icmp slt i32 %67, %22
  %69 = fcmp olt <32 x float> %59, <float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02, float 1.000000e+02>
  %70 = select i1 %68, <32 x i1> %69, <32 x i1> zeroinitializer
  %71 = and <32 x i1> %.preheader4.waiting.0.i, %70
  %72 = xor <32 x i1> %70, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %73 = and <32 x i1> %.preheader4.waiting.0.i, %72
  %74 = select <32 x i1> %73, <32 x float> %59, <32 x float> %.lcssa33.next.0.i
  %75 = select <32 x i1> %73, <32 x float> %60, <32 x float> %.lcssa32.next.0.i
  %76 = select <32 x i1> %73, <32 x float> %61, <32 x float> %.lcssa31.next.0.i
  %77 = select <32 x i1> %73, <32 x float> %62, <32 x float> %.lcssa30.next.0.i
  %78 = select <32 x i1> %73, <32 x float> %63, <32 x float> %.lcssa29.next.0.i
  %79 = select <32 x i1> %73, <32 x float> %64, <32 x float> %.lcssa28.next.0.i
  %80 = select <32 x i1> %73, <32 x float> %65, <32 x float> %.lcssa27.next.0.i
  %81 = select <32 x i1> %73, <32 x float> %66, <32 x float> %.lcssa.next.0.i
  %82 = bitcast <32 x i1> %71 to i32
  %.not4 = icmp eq i32 %82, 0
  br i1 %.not4, label %left..preheader4.i, label %.preheader4.i
left..preheader4.i:
  %.lcssa19 = phi <32 x float> [ %74, %.preheader4.i ]
  %.lcssa18 = phi <32 x float> [ %75, %.preheader4.i ]
  %.lcssa17 = phi <32 x float> [ %76, %.preheader4.i ]
  %.lcssa16 = phi <32 x float> [ %77, %.preheader4.i ]
  %.lcssa15 = phi <32 x float> [ %78, %.preheader4.i ]
  %.lcssa14 = phi <32 x float> [ %79, %.preheader4.i ]
  %.lcssa13 = phi <32 x float> [ %80, %.preheader4.i ]
  %.lcssa = phi <32 x float> [ %81, %.preheader4.i ]
  %83 = select <32 x i1> %56, <32 x float> %.lcssa, <32 x float> %53
  %84 = select <32 x i1> %56, <32 x float> %.lcssa13, <32 x float> %49
  %85 = select <32 x i1> %56, <32 x float> %.lcssa14, <32 x float> %45
  %86 = select <32 x i1> %56, <32 x float> %.lcssa15, <32 x float> %41
  %87 = select <32 x i1> %56, <32 x float> %.lcssa16, <32 x float> %37
  %88 = select <32 x i1> %56, <32 x float> %.lcssa17, <32 x float> %33
  %89 = select <32 x i1> %56, <32 x float> %.lcssa18, <32 x float> %29
  %90 = select <32 x i1> %56, <32 x float> %.lcssa19, <32 x float> %25
  br label %_Z4busyPffi.exit
_Z4busyPffi.exit:
  %.sroa.16.1.next.0.i = phi <32 x float> [ %87, %left..preheader4.i ], [ %37, %warp ]
  %.sroa.20.1.next.0.i = phi <32 x float> [ %86, %left..preheader4.i ], [ %41, %warp ]
  %.sroa.24.1.next.0.i = phi <32 x float> [ %85, %left..preheader4.i ], [ %45, %warp ]
  %.sroa.28.1.next.0.i = phi <32 x float> [ %84, %left..preheader4.i ], [ %49, %warp ]
  %.sroa.32.1.next.0.i = phi <32 x float> [ %83, %left..preheader4.i ], [ %53, %warp ]
  %.sroa.12.1.next.0.i = phi <32 x float> [ %88, %left..preheader4.i ], [ %33, %warp ]
  %.sroa.8.1.next.0.i = phi <32 x float> [ %89, %left..preheader4.i ], [ %29, %warp ]
  %.sroa.0.1.next.0.i = phi <32 x float> [ %90, %left..preheader4.i ], [ %25, %warp ]
  store <32 x float> %.sroa.0.1.next.0.i, ptr %24, align 4
  store <32 x float> %.sroa.8.1.next.0.i, ptr %28, align 4
  store <32 x float> %.sroa.12.1.next.0.i, ptr %32, align 4
  store <32 x float> %.sroa.16.1.next.0.i, ptr %36, align 4
  store <32 x float> %.sroa.20.1.next.0.i, ptr %40, align 4
  store <32 x float> %.sroa.24.1.next.0.i, ptr %44, align 4
  store <32 x float> %.sroa.28.1.next.0.i, ptr %48, align 4
  store <32 x float> %.sroa.32.1.next.0.i, ptr %52, align 4
  %91 = add i32 %thread.sroa.0.0, 32
  %92 = icmp uge i32 %91, %4
  %93 = select i1 %92, i32 0, i32 %91
  %94 = zext i1 %92 to i32
  %95 = add i32 %thread.sroa.4.0, %94
  %.not5 = icmp ult i32 %95, %6
  %96 = select i1 %.not5, i32 %95, i32 0
  %97 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %97, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}
declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, <32 x float>)
declare i32 @llvm.umax.i32(i32, i32)
!nvvm.annotations = !{!99000}
!99000 = !{ptr @_Z4busyPffi.block, !"kernel", i32 1}

;--- escape.ll

; ESCAPE: define {{.*}} @_Z6escapePiffi.block(
; ESCAPE: ret void
;   __global__ void escape(int *steps, float dx, float dy, int most) {
;     int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, step = 0;
;     if (column >= 1000 || row >= 1000)
;       return;
;     float cx = column * dx, cy = row * dy, x = 0, y = 0;
;     while (step < most && x * x + y * y < 4) {
;       float next = x * x - y * y + cx;
;       y = 2 * x * y + cy;
;       x = next;
;       ++step;
;     }
;     steps[row * 1000 + column] = step;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6escapePiffi.block(ptr %0, ptr %1) {
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
  %14 = getelementptr inbounds i8, ptr %1, i64 12
  %15 = getelementptr inbounds i8, ptr %1, i64 16
  %16 = getelementptr i8, ptr %0, i64 4
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.2.0 = phi i32 [ 0, %2 ], [ %99, %_Z6escapePiffi.exit ]
  %warp1 = phi i32 [ 0, %2 ], [ %100, %_Z6escapePiffi.exit ]
  store volatile i32 %warp1, ptr %12, align 4
  %17 = load ptr, ptr %1, align 8
  %18 = load float, ptr %13, align 4
  %19 = load float, ptr %14, align 4
  %20 = load i32, ptr %15, align 4
  %21 = load i32, ptr %0, align 4
  %22 = shl i32 %21, 5
  %23 = load i32, ptr %16, align 4
  %24 = mul i32 %23, %6
  %25 = add i32 %24, %thread.sroa.2.0
  %.splatinsert.i = insertelement <32 x i32> poison, i32 %22, i64 0
  %.splat.i = shufflevector <32 x i32> %.splatinsert.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %26 = or disjoint <32 x i32> %.splat.i, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %27 = icmp sgt <32 x i32> %26, <i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999, i32 999>
  %28 = icmp sgt i32 %25, 999
  %.splatinsert6.i = insertelement <32 x i1> poison, i1 %28, i64 0
  %.splat7.i = shufflevector <32 x i1> %.splatinsert6.i, <32 x i1> poison, <32 x i32> zeroinitializer
  %or.cond.i = select <32 x i1> %27, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <32 x i1> %.splat7.i
  %29 = xor <32 x i1> %or.cond.i, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %30 = bitcast <32 x i1> %29 to i32
  %.not = icmp eq i32 %30, 0
  br i1 %.not, label %_Z6escapePiffi.exit, label %31
31:
  %32 = sitofp <32 x i32> %26 to <32 x float>
  %33 = sitofp i32 %25 to float
  %34 = icmp sgt i32 %20, 0
  br i1 %34, label %.true.i, label %.critedge.i
.lr.ph.group.i:
  %.lcssa.next.0.i = phi <32 x i32> [ %.lcssa.next.1.i, %.lr.ph.next.i ], [ undef, %.lr.ph.group.i.preheader ]
  %.critedge.loopexit.loopexit11.waiting.0.i = phi <32 x i1> [ %.critedge.loopexit.loopexit11.waiting.1.i, %.lr.ph.next.i ], [ zeroinitializer, %.lr.ph.group.i.preheader ]
  %groups.done.next.0.i = phi i32 [ %59, %.lr.ph.next.i ], [ 0, %.lr.ph.group.i.preheader ]
  %.034.group.next.0.i = phi i32 [ %53, %.lr.ph.next.i ], [ 0, %.lr.ph.group.i.preheader ]
  %.025.group.next.0.i = phi <32 x float> [ %49, %.lr.ph.next.i ], [ zeroinitializer, %.lr.ph.group.i.preheader ]
  %.06.group.next.0.i = phi <32 x float> [ %52, %.lr.ph.next.i ], [ zeroinitializer, %.lr.ph.group.i.preheader ]
  %.lr.ph.group.waiting.0.i = phi <32 x i1> [ %55, %.lr.ph.next.i ], [ %29, %.lr.ph.group.i.preheader ]
  %35 = fmul <32 x float> %.06.group.next.0.i, %.06.group.next.0.i
  %36 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.025.group.next.0.i, <32 x float> %.025.group.next.0.i, <32 x float> %35)
  %37 = fcmp olt <32 x float> %36, <float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00>
  %38 = fneg <32 x float> %35
  %39 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.025.group.next.0.i, <32 x float> %.025.group.next.0.i, <32 x float> %38)
  %40 = call <32 x float> @llvm.fma.v32f32(<32 x float> %32, <32 x float> %.pre26, <32 x float> %39)
  %41 = fmul <32 x float> %.025.group.next.0.i, <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>
  %42 = fmul <32 x float> %41, %.06.group.next.0.i
  %43 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.pre28, <32 x float> %.pre30, <32 x float> %42)
  %44 = fmul <32 x float> %43, %43
  %45 = call <32 x float> @llvm.fma.v32f32(<32 x float> %40, <32 x float> %40, <32 x float> %44)
  %.fr = freeze <32 x float> %45
  %46 = fcmp olt <32 x float> %.fr, <float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00>
  %47 = fneg <32 x float> %44
  %48 = call <32 x float> @llvm.fma.v32f32(<32 x float> %40, <32 x float> %40, <32 x float> %47)
  %49 = call <32 x float> @llvm.fma.v32f32(<32 x float> %32, <32 x float> %.pre26, <32 x float> %48)
  %50 = fmul <32 x float> %40, <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>
  %51 = fmul <32 x float> %43, %50
  %52 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.pre28, <32 x float> %.pre30, <32 x float> %51)
  %53 = add nuw nsw i32 %.034.group.next.0.i, 2
  %54 = and <32 x i1> %46, %37
  %55 = and <32 x i1> %54, %.lr.ph.group.waiting.0.i
  %56 = xor <32 x i1> %54, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %57 = and <32 x i1> %56, %.lr.ph.group.waiting.0.i
  %58 = bitcast <32 x i1> %57 to i32
  %.not5 = icmp eq i32 %58, 0
  br i1 %.not5, label %.lr.ph.next.i, label %.lr.ph.group.some.leave.i
.lr.ph.next.i:
  %.lcssa.next.1.i = phi <32 x i32> [ %93, %.lr.ph.group.some.leave.i ], [ %.lcssa.next.0.i, %.lr.ph.group.i ]
  %.critedge.loopexit.loopexit11.waiting.1.i = phi <32 x i1> [ %92, %.lr.ph.group.some.leave.i ], [ %.critedge.loopexit.loopexit11.waiting.0.i, %.lr.ph.group.i ]
  %59 = add nuw nsw i32 %groups.done.next.0.i, 1
  %60 = icmp eq i32 %59, %groups.i4
  br i1 %60, label %.lr.ph.next.true.i, label %.lr.ph.group.i
.critedge.loopexit.loopexit11.i.loopexit:
  %.lcssa33 = phi i32 [ %53, %.lr.ph.group.some.leave.i ]
  %.lcssa = phi <32 x i32> [ %93, %.lr.ph.group.some.leave.i ]
  br label %.critedge.loopexit.loopexit11.i
.critedge.loopexit.loopexit11.i:
  %61 = phi i32 [ %89, %.lr.ph.next.true.i ], [ %.lcssa33, %.critedge.loopexit.loopexit11.i.loopexit ]
  %.lcssa16.next.0.i = phi <32 x float> [ %96, %.lr.ph.next.true.i ], [ undef, %.critedge.loopexit.loopexit11.i.loopexit ]
  %.lcssa18.next.0.i = phi <32 x float> [ %95, %.lr.ph.next.true.i ], [ undef, %.critedge.loopexit.loopexit11.i.loopexit ]
  %.lr.ph.rest.loopexit.waiting.0.i = phi <32 x i1> [ %.lcssa32, %.lr.ph.next.true.i ], [ zeroinitializer, %.critedge.loopexit.loopexit11.i.loopexit ]
  %.lcssa.next.2.i = phi <32 x i32> [ %.lcssa.next.1.i.lcssa, %.lr.ph.next.true.i ], [ %.lcssa, %.critedge.loopexit.loopexit11.i.loopexit ]
  %62 = bitcast <32 x i1> %.lr.ph.rest.loopexit.waiting.0.i to i32
  %.not7 = icmp eq i32 %62, 0
  br i1 %.not7, label %.critedge.loopexit.i, label %.lr.ph.rest.loopexit.i
.lr.ph.rest.loopexit.i:
  %63 = select <32 x i1> %.lr.ph.rest.loopexit.waiting.0.i, <32 x float> %.lcssa16.next.0.i, <32 x float> undef
  %64 = select <32 x i1> %.lr.ph.rest.loopexit.waiting.0.i, <32 x float> %.lcssa18.next.0.i, <32 x float> undef
  br label %.lr.ph.rest.i
.lr.ph.rest.i:
  %.splat50.i.pre-phi = phi <32 x float> [ %.pre30, %.lr.ph.rest.loopexit.i ], [ %.pre30, %.true.i ]
  %.splatinsert49.i.pre-phi = phi <32 x float> [ %.pre29, %.lr.ph.rest.loopexit.i ], [ %.pre29, %.true.i ]
  %.splat48.i.pre-phi = phi <32 x float> [ %.pre28, %.lr.ph.rest.loopexit.i ], [ %.pre28, %.true.i ]
  %.splatinsert47.i.pre-phi = phi <32 x float> [ %.pre27, %.lr.ph.rest.loopexit.i ], [ %.pre27, %.true.i ]
  %.splat45.i.pre-phi = phi <32 x float> [ %.pre26, %.lr.ph.rest.loopexit.i ], [ %.pre26, %.true.i ]
  %.splatinsert44.i.pre-phi = phi <32 x float> [ %.pre, %.lr.ph.rest.loopexit.i ], [ %.pre, %.true.i ]
  %.034.so.far.next.0.i = phi i32 [ %61, %.lr.ph.rest.loopexit.i ], [ 0, %.true.i ]
  %.025.so.far.next.0.i = phi <32 x float> [ %64, %.lr.ph.rest.loopexit.i ], [ zeroinitializer, %.true.i ]
  %.06.so.far.next.0.i = phi <32 x float> [ %63, %.lr.ph.rest.loopexit.i ], [ zeroinitializer, %.true.i ]
  %.lr.ph.rest.waiting.0.i = phi <32 x i1> [ %.lr.ph.rest.loopexit.waiting.0.i, %.lr.ph.rest.loopexit.i ], [ %29, %.true.i ]
  %.03.lcssa.ph.next.0.i = phi <32 x i32> [ %.lcssa.next.2.i, %.lr.ph.rest.loopexit.i ], [ undef, %.true.i ]
  br label %.lr.ph.i
.lr.ph.i:
  %.025.next.0.i = phi <32 x float> [ %.025.so.far.next.0.i, %.lr.ph.rest.i ], [ %76, %73 ]
  %.06.next.0.i = phi <32 x float> [ %.06.so.far.next.0.i, %.lr.ph.rest.i ], [ %79, %73 ]
  %.lr.ph.waiting.0.i = phi <32 x i1> [ %.lr.ph.rest.waiting.0.i, %.lr.ph.rest.i ], [ %68, %73 ]
  %.034.next.0.i = phi i32 [ %.034.so.far.next.0.i, %.lr.ph.rest.i ], [ %80, %73 ]
  %.03.lcssa.ph.ph.next.0.i = phi <32 x i32> [ undef, %.lr.ph.rest.i ], [ %71, %73 ]
  %65 = fmul <32 x float> %.06.next.0.i, %.06.next.0.i
  %66 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.025.next.0.i, <32 x float> %.025.next.0.i, <32 x float> %65)
  %67 = fcmp olt <32 x float> %66, <float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00, float 4.000000e+00>
  %68 = and <32 x i1> %67, %.lr.ph.waiting.0.i
  %69 = xor <32 x i1> %67, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %70 = and <32 x i1> %69, %.lr.ph.waiting.0.i
  %.splatinsert40.i = insertelement <32 x i32> poison, i32 %.034.next.0.i, i64 0
  %.splat41.i = shufflevector <32 x i32> %.splatinsert40.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %71 = select <32 x i1> %70, <32 x i32> %.splat41.i, <32 x i32> %.03.lcssa.ph.ph.next.0.i
  %72 = bitcast <32 x i1> %68 to i32
  %.not8 = icmp eq i32 %72, 0
  br i1 %.not8, label %.critedge.loopexit.loopexit.i.loopexit, label %73
73:
  %74 = fneg <32 x float> %65
  %75 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.025.next.0.i, <32 x float> %.025.next.0.i, <32 x float> %74)
  %76 = call <32 x float> @llvm.fma.v32f32(<32 x float> %32, <32 x float> %.splat45.i.pre-phi, <32 x float> %75)
  %77 = fmul <32 x float> %.025.next.0.i, <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>
  %78 = fmul <32 x float> %77, %.06.next.0.i
  %79 = call <32 x float> @llvm.fma.v32f32(<32 x float> %.splat48.i.pre-phi, <32 x float> %.splat50.i.pre-phi, <32 x float> %78)
  %80 = add i32 %.034.next.0.i, 1
  %exitcond.not.i = icmp eq i32 %80, %20
  br i1 %exitcond.not.i, label %.true53.i, label %.lr.ph.i
.critedge.loopexit.loopexit.i.loopexit:
  %.lcssa39 = phi <32 x i32> [ %71, %.lr.ph.i ]
  br label %.critedge.loopexit.loopexit.i
.critedge.loopexit.loopexit.i:
  %.03.lcssa.ph.ph.next.1.i = phi <32 x i32> [ %97, %.true53.i ], [ %.lcssa39, %.critedge.loopexit.loopexit.i.loopexit ]
  %81 = select <32 x i1> %.lr.ph.rest.waiting.0.i, <32 x i32> %.03.lcssa.ph.ph.next.1.i, <32 x i32> %.03.lcssa.ph.next.0.i
  br label %.critedge.loopexit.i
.critedge.loopexit.i:
  %.03.lcssa.ph.next.1.i = phi <32 x i32> [ %81, %.critedge.loopexit.loopexit.i ], [ %.lcssa.next.2.i, %.critedge.loopexit.loopexit11.i ]
  %82 = select <32 x i1> %or.cond.i, <32 x i32> undef, <32 x i32> %.03.lcssa.ph.next.1.i
  br label %.critedge.i
.critedge.i:
  %.03.lcssa.next.0.i = phi <32 x i32> [ %82, %.critedge.loopexit.i ], [ zeroinitializer, %31 ]
  %83 = sext i32 %25 to i64
  %84 = sext i32 %22 to i64
  %.idx = mul nsw i64 %83, 4000
  %85 = getelementptr i8, ptr %17, i64 %.idx
  %86 = getelementptr i32, ptr %85, i64 %84
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %.03.lcssa.next.0.i, ptr %86, i32 4, <32 x i1> %29)
  br label %_Z6escapePiffi.exit
.true.i:
  %87 = add nsw i32 %20, -1
  %groups.i4 = lshr i32 %87, 1
  %88 = icmp ult i32 %20, 33
  %.pre = insertelement <32 x float> poison, float %18, i64 0
  %.pre26 = shufflevector <32 x float> %.pre, <32 x float> poison, <32 x i32> zeroinitializer
  %.pre27 = insertelement <32 x float> poison, float %33, i64 0
  %.pre28 = shufflevector <32 x float> %.pre27, <32 x float> poison, <32 x i32> zeroinitializer
  %.pre29 = insertelement <32 x float> poison, float %19, i64 0
  %.pre30 = shufflevector <32 x float> %.pre29, <32 x float> poison, <32 x i32> zeroinitializer
  br i1 %88, label %.lr.ph.rest.i, label %.lr.ph.group.i.preheader
.lr.ph.group.i.preheader:
  %89 = shl nuw i32 %groups.i4, 1
  br label %.lr.ph.group.i
.lr.ph.group.some.leave.i:
  %90 = or disjoint i32 %.034.group.next.0.i, 1
  %.splatinsert24.i = insertelement <32 x i32> poison, i32 %90, i64 0
  %.splat25.i = shufflevector <32 x i32> %.splatinsert24.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %.splatinsert26.i = insertelement <32 x i32> poison, i32 %.034.group.next.0.i, i64 0
  %.splat27.i = shufflevector <32 x i32> %.splatinsert26.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %91 = select <32 x i1> %37, <32 x i32> %.splat25.i, <32 x i32> %.splat27.i
  %92 = or <32 x i1> %57, %.critedge.loopexit.loopexit11.waiting.0.i
  %93 = select <32 x i1> %57, <32 x i32> %91, <32 x i32> %.lcssa.next.0.i
  %94 = bitcast <32 x i1> %55 to i32
  %.not6 = icmp eq i32 %94, 0
  br i1 %.not6, label %.critedge.loopexit.loopexit11.i.loopexit, label %.lr.ph.next.i
.lr.ph.next.true.i:
  %.lcssa.next.1.i.lcssa = phi <32 x i32> [ %.lcssa.next.1.i, %.lr.ph.next.i ]
  %.lcssa38 = phi <32 x float> [ %49, %.lr.ph.next.i ]
  %.lcssa36 = phi <32 x float> [ %52, %.lr.ph.next.i ]
  %.lcssa32 = phi <32 x i1> [ %55, %.lr.ph.next.i ]
  %95 = select <32 x i1> %.lcssa32, <32 x float> %.lcssa38, <32 x float> undef
  %96 = select <32 x i1> %.lcssa32, <32 x float> %.lcssa36, <32 x float> undef
  br label %.critedge.loopexit.loopexit11.i
.true53.i:
  %.lcssa42 = phi <32 x i1> [ %68, %73 ]
  %.lcssa40 = phi <32 x i32> [ %71, %73 ]
  %.splatinsert55.i = insertelement <32 x i32> poison, i32 %20, i64 0
  %.splat56.i = shufflevector <32 x i32> %.splatinsert55.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %97 = select <32 x i1> %.lcssa42, <32 x i32> %.splat56.i, <32 x i32> %.lcssa40
  br label %.critedge.loopexit.loopexit.i
_Z6escapePiffi.exit:
  %98 = add i32 %thread.sroa.2.0, 1
  %.not9 = icmp ult i32 %98, %6
  %99 = select i1 %.not9, i32 %98, i32 0
  %100 = add nuw nsw i32 %warp1, 1
  %exitcond = icmp ne i32 %100, %umax
  br i1 %exitcond, label %warp, label %warp.end, !llvm.loop !9
warp.end:
  ret void
}
declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, <32 x float>)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32 immarg, <32 x i1>)
declare i32 @llvm.umax.i32(i32, i32)
!nvvm.annotations = !{!99000}
!9 = distinct !{!9, !10}
!10 = !{!"raddle.loop.over.warps"}
!99000 = !{ptr @_Z6escapePiffi.block, !"kernel", i32 1}
