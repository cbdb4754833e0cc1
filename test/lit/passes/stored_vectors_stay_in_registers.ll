; What a stage of an exchange network loads is put together from what the stage before it has stored, in vectors of another length: here 32
; elements, there 16, or the other way round. What is overwritten is not stored.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4downv.block -lanes 32 -block rows -run-pass forward-stores | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z2upv.block -lanes 32 -block rows -run-pass forward-stores | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6othersPii.block -lanes 32 -block rows -run-pass forward-stores | FileCheck %s --check-prefix=OTHERS
target triple = "x86_64-pc-linux-gnu"

;   __shared__ int values[4096];

; CHECK-LABEL: define {{.*}}.block(
; CHECK: load <
; CHECK: store <
; CHECK-NOT: load <
; CHECK: ret void
;   __device__ void round(int stride) {
;     int t = threadIdx.x % 512;
;     int first = 2 * t - t % stride;
;     int a = values[first], b = values[first + stride];
;     values[first] = a + b;
;     values[first + stride] = a - b;
;   }
;   __global__ void down() {
;     round(32);
;     round(16);
;   }
define void @_Z4downv.block(ptr %0, ptr %1) {
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
  %13 = getelementptr i8, ptr %0, i64 40
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %48, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %45, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %49, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %13, align 8
  %15 = shl i32 %thread.sroa.0.0, 1
  %16 = and i32 %15, 1022
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr [4096 x i32], ptr %14, i64 0, i64 %17
  %19 = load <32 x i32>, ptr %18, align 4
  %20 = add nuw nsw i32 %16, 32
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr [4096 x i32], ptr %14, i64 0, i64 %21
  %23 = load <32 x i32>, ptr %22, align 4
  %24 = add <32 x i32> %23, %19
  store <32 x i32> %24, ptr %18, align 4
  %25 = sub <32 x i32> %19, %23
  store <32 x i32> %25, ptr %22, align 4
  %26 = load <16 x i32>, ptr %18, align 4
  %27 = getelementptr i8, ptr %18, i64 128
  %28 = load <16 x i32>, ptr %27, align 4
  %29 = shufflevector <16 x i32> %26, <16 x i32> %28, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %30 = add nuw nsw i32 %16, 16
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr [4096 x i32], ptr %14, i64 0, i64 %31
  %33 = load <16 x i32>, ptr %32, align 4
  %34 = getelementptr i8, ptr %32, i64 128
  %35 = load <16 x i32>, ptr %34, align 4
  %36 = shufflevector <16 x i32> %33, <16 x i32> %35, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %37 = add <32 x i32> %36, %29
  %38 = shufflevector <32 x i32> %37, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %39 = shufflevector <32 x i32> %37, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %38, ptr %18, align 4
  store <16 x i32> %39, ptr %27, align 4
  %40 = sub <32 x i32> %29, %36
  %41 = shufflevector <32 x i32> %40, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %42 = shufflevector <32 x i32> %40, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %41, ptr %32, align 4
  store <16 x i32> %42, ptr %34, align 4
  %43 = add i32 %thread.sroa.0.0, 32
  %44 = icmp uge i32 %43, %4
  %45 = select i1 %44, i32 0, i32 %43
  %46 = zext i1 %44 to i32
  %47 = add i32 %46, %thread.sroa.4.0
  %.not = icmp ult i32 %47, %6
  %48 = select i1 %.not, i32 %47, i32 0
  %49 = add nuw nsw i32 %warp1, 1
  %exitcond = icmp ne i32 %49, %umax
  br i1 %exitcond, label %warp, label %warp.end
warp.end:
  ret void
}

;   __global__ void up() {
;     round(16);
;     round(32);
;   }
define void @_Z2upv.block(ptr %0, ptr %1) {
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
  %13 = getelementptr i8, ptr %0, i64 40
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %48, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %45, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %49, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %13, align 8
  %15 = shl i32 %thread.sroa.0.0, 1
  %16 = and i32 %15, 1022
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr [4096 x i32], ptr %14, i64 0, i64 %17
  %19 = load <16 x i32>, ptr %18, align 4
  %20 = getelementptr i8, ptr %18, i64 128
  %21 = load <16 x i32>, ptr %20, align 4
  %22 = shufflevector <16 x i32> %19, <16 x i32> %21, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %23 = add nuw nsw i32 %16, 16
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr [4096 x i32], ptr %14, i64 0, i64 %24
  %26 = load <16 x i32>, ptr %25, align 4
  %27 = getelementptr i8, ptr %25, i64 128
  %28 = load <16 x i32>, ptr %27, align 4
  %29 = shufflevector <16 x i32> %26, <16 x i32> %28, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %30 = add <32 x i32> %29, %22
  %31 = shufflevector <32 x i32> %30, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %32 = shufflevector <32 x i32> %30, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %31, ptr %18, align 4
  store <16 x i32> %32, ptr %20, align 4
  %33 = sub <32 x i32> %22, %29
  %34 = shufflevector <32 x i32> %33, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %35 = shufflevector <32 x i32> %33, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %34, ptr %25, align 4
  store <16 x i32> %35, ptr %27, align 4
  %36 = load <32 x i32>, ptr %18, align 4
  %37 = add nuw nsw i32 %16, 32
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr [4096 x i32], ptr %14, i64 0, i64 %38
  %40 = load <32 x i32>, ptr %39, align 4
  %41 = add <32 x i32> %40, %36
  store <32 x i32> %41, ptr %18, align 4
  %42 = sub <32 x i32> %36, %40
  store <32 x i32> %42, ptr %39, align 4
  %43 = add i32 %thread.sroa.0.0, 32
  %44 = icmp uge i32 %43, %4
  %45 = select i1 %44, i32 0, i32 %43
  %46 = zext i1 %44 to i32
  %47 = add i32 %46, %thread.sroa.4.0
  %.not = icmp ult i32 %47, %6
  %48 = select i1 %.not, i32 %47, i32 0
  %49 = add nuw nsw i32 %warp1, 1
  %exitcond = icmp ne i32 %49, %umax
  br i1 %exitcond, label %warp, label %warp.end
warp.end:
  ret void
}

; The pass cannot know what lies there.
; OTHERS-LABEL: define {{.*}}.block(
; OTHERS-COUNT-3: load <32 x i32>
; OTHERS: ret void
;   __global__ void others(int *out, int far) {
;     values[threadIdx.x] = 1;
;     values[threadIdx.x + 32] = 2;
;     values[threadIdx.x + far] += 3;
;     out[threadIdx.x] = values[threadIdx.x] + values[threadIdx.x + 32];
;   }
define void @_Z6othersPii.block(ptr %0, ptr %1) {
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
  %14 = load i32, ptr %13, align 4
  call void @llvm.lifetime.start.p0(i64 1536, ptr %threads.i)
  %warps.i3 = lshr i32 %11, 5
  %15 = zext nneg i32 %warps.i3 to i64
  %umax = call i64 @llvm.umax.i64(i64 %15, i64 1)
  br label %describe.warp.i
entry.split.warp.i:
  %index.i = phi i64 [ %23, %entry.split.warp.i ], [ 0, %entry.split.warp.i.preheader ]
  %thread5.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index.i
  %16 = trunc i64 %index.i to i32
  store volatile i32 %16, ptr %59, align 4
  %17 = load i32, ptr %thread5.i, align 4
  %18 = load ptr, ptr %60, align 8
  %19 = zext i32 %17 to i64
  %20 = getelementptr [4096 x i32], ptr %18, i64 0, i64 %19
  store <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>, ptr %20, align 4
  %21 = add nuw nsw i64 %19, 32
  %22 = getelementptr [4096 x i32], ptr %18, i64 0, i64 %21
  store <32 x i32> <i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2>, ptr %22, align 4
  %23 = add nuw nsw i64 %index.i, 1
  %exitcond5 = icmp ne i64 %23, %umax
  br i1 %exitcond5, label %entry.split.warp.i, label %entry.split.split.warp.i.preheader
entry.split.split.warp.i.preheader:
  %.lcssa = phi ptr [ %18, %entry.split.warp.i ]
  %24 = getelementptr inbounds i8, ptr %0, i64 120
  br label %entry.split.split.warp.i
entry.split.split.warp.i:
  %index6.i = phi i64 [ %39, %versions.end3.i ], [ 0, %entry.split.split.warp.i.preheader ]
  %thread7.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index6.i
  %25 = trunc i64 %index6.i to i32
  store volatile i32 %25, ptr %24, align 4
  %26 = load i32, ptr %thread7.i, align 4
  %27 = add i32 %26, %14
  %28 = icmp ult i32 %27, -31
  br i1 %28, label %usual1.i, label %other2.i
usual1.i:
  %29 = zext i32 %27 to i64
  %30 = getelementptr [4096 x i32], ptr %.lcssa, i64 0, i64 %29
  %31 = load <32 x i32>, ptr %30, align 4
  %32 = add <32 x i32> %31, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  store <32 x i32> %32, ptr %30, align 4
  br label %versions.end3.i
other2.i:
  %.splatinsert.i = insertelement <32 x i32> poison, i32 %27, i64 0
  %.splat.i = shufflevector <32 x i32> %.splatinsert.i, <32 x i32> poison, <32 x i32> zeroinitializer
  %33 = add <32 x i32> %.splat.i, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %34 = zext <32 x i32> %33 to <32 x i64>
  %35 = getelementptr [4096 x i32], ptr %.lcssa, i64 0, <32 x i64> %34
  %36 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %35, i32 4, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <32 x i32> poison)
  %37 = add <32 x i32> %36, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %38 = getelementptr [4096 x i32], ptr %.lcssa, i64 0, <32 x i64> %34
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %37, <32 x ptr> %38, i32 4, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>)
  br label %versions.end3.i
versions.end3.i:
  %39 = add nuw nsw i64 %index6.i, 1
  %exitcond6 = icmp ne i64 %39, %umax
  br i1 %exitcond6, label %entry.split.split.warp.i, label %versions.end3.split.warp.i.preheader
versions.end3.split.warp.i.preheader:
  br label %versions.end3.split.warp.i
versions.end3.split.warp.i:
  %index8.i = phi i64 [ %50, %versions.end3.split.warp.i ], [ 0, %versions.end3.split.warp.i.preheader ]
  %thread9.i = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %index8.i
  %40 = trunc i64 %index8.i to i32
  store volatile i32 %40, ptr %24, align 4
  %41 = load i32, ptr %thread9.i, align 4
  %42 = zext i32 %41 to i64
  %43 = getelementptr [4096 x i32], ptr %.lcssa, i64 0, i64 %42
  %44 = add nuw nsw i64 %42, 32
  %45 = getelementptr [4096 x i32], ptr %.lcssa, i64 0, i64 %44
  %46 = load <32 x i32>, ptr %43, align 4
  %47 = load <32 x i32>, ptr %45, align 4
  %48 = add <32 x i32> %47, %46
  %49 = getelementptr i32, ptr %12, i64 %42
  store <32 x i32> %48, ptr %49, align 4
  %50 = add nuw nsw i64 %index8.i, 1
  %exitcond7 = icmp ne i64 %50, %umax
  br i1 %exitcond7, label %versions.end3.split.warp.i, label %_Z6othersPii.exit
describe.warp.i:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %57, %describe.warp.i ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %54, %describe.warp.i ]
  %describe.warp4.i = phi i64 [ 0, %2 ], [ %58, %describe.warp.i ]
  %51 = getelementptr inbounds [48 x i8], ptr %threads.i, i64 %describe.warp4.i
  store i32 %thread.sroa.0.0, ptr %51, align 4
  %52 = add i32 %thread.sroa.0.0, 32
  %53 = icmp uge i32 %52, %4
  %54 = select i1 %53, i32 0, i32 %52
  %55 = zext i1 %53 to i32
  %56 = add i32 %55, %thread.sroa.4.0
  %.not = icmp ult i32 %56, %6
  %57 = select i1 %.not, i32 %56, i32 0
  %58 = add nuw nsw i64 %describe.warp4.i, 1
  %exitcond = icmp ne i64 %58, %umax
  br i1 %exitcond, label %describe.warp.i, label %entry.split.warp.i.preheader
entry.split.warp.i.preheader:
  %59 = getelementptr inbounds i8, ptr %0, i64 120
  %60 = getelementptr i8, ptr %0, i64 40
  br label %entry.split.warp.i
_Z6othersPii.exit:
  call void @llvm.lifetime.end.p0(i64 1536, ptr %threads.i)
  ret void
}
declare i32 @llvm.umax.i32(i32, i32)
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x i32>)
declare void @llvm.masked.scatter.v32i32.v32p0(<32 x i32>, <32 x ptr>, i32 immarg, <32 x i1>)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare i64 @llvm.umax.i64(i64, i64)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z4downv.block, !"kernel", i32 1}
!1 = !{ptr @_Z2upv.block, !"kernel", i32 1}
!2 = !{ptr @_Z6othersPii.block, !"kernel", i32 1}
