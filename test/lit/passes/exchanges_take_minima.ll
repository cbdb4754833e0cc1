; The stages of a sorting network compare, and negate the result in some lanes. Where lanes that sort downwards
; hold complements, each exchange is a minimum and a maximum.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6roundsPii.block -lanes 32 -block rows -run-pass exchanges-to-min-max | FileCheck %s --check-prefix=ROUNDS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5roundPi.block -lanes 32 -block rows -run-pass exchanges-to-min-max | FileCheck %s --check-prefix=ROUND
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8far_awayPiii.block -lanes 32 -block rows -run-pass exchanges-to-min-max | FileCheck %s --check-prefix=FAR
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7overlapPiii.block -lanes 32 -block rows -run-pass exchanges-to-min-max | FileCheck %s --check-prefix=OVERLAP
target triple = "x86_64-pc-linux-gnu"

;   __device__ void exchange_at(int *keys, int first, int stride, bool ascending) {
;     int a = keys[first], b = keys[first + stride];
;     bool swap = (a > b) == ascending;
;     keys[first] = swap ? b : a;
;     keys[first + stride] = swap ? a : b;
;   }

;   __device__ void exchange(int *keys, int stride, bool ascending) {
;     int lane = threadIdx.x % 32;
;     exchange_at(keys, 2 * lane - (lane & (stride - 1)), stride, ascending);
;   }

; All lanes of a warp sort in the same direction: complemented once before and once after.
; ROUNDS-LABEL: define {{.*}} @_Z6roundsPii
; ROUNDS: sext i1
; ROUNDS-COUNT-2: xor <32 x i32>
; ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
; ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
; ROUNDS-NOT: xor
; ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
; ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
; ROUNDS-NOT: xor
; ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
; ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
; ROUNDS-COUNT-4: xor <16 x i32>
; ROUNDS-NOT: select <32 x i1>
; ROUNDS: ret void
;   __global__ void rounds(int *keys, int length) {
;     keys += 64 * (threadIdx.x / 32);
;     bool ascending = (threadIdx.x / 32 & length) == 0;
;     exchange(keys, 8, ascending);
;     exchange(keys, 4, ascending);
;     exchange(keys, 2, ascending);
;   }
define void @_Z6roundsPii.block(ptr %0, ptr %1) {
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
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %80, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %77, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %81, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = load i32, ptr %13, align 4
  %16 = lshr i32 %thread.sroa.0.0, 5
  %17 = shl i32 %16, 6
  %18 = sext i32 %17 to i64
  %19 = getelementptr i32, ptr %14, i64 %18
  %20 = and i32 %15, %16
  %21 = icmp eq i32 %20, 0
  %22 = load <16 x i32>, ptr %19, align 4
  %23 = getelementptr i8, ptr %19, i64 64
  %24 = load <16 x i32>, ptr %23, align 4
  %25 = getelementptr i8, ptr %19, i64 128
  %26 = load <16 x i32>, ptr %25, align 4
  %27 = getelementptr i8, ptr %19, i64 192
  %28 = load <16 x i32>, ptr %27, align 4
  %29 = shufflevector <16 x i32> %22, <16 x i32> %24, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %30 = shufflevector <16 x i32> %22, <16 x i32> %24, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %31 = shufflevector <16 x i32> %26, <16 x i32> %28, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %32 = shufflevector <16 x i32> %26, <16 x i32> %28, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %33 = shufflevector <16 x i32> %29, <16 x i32> %31, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %34 = shufflevector <16 x i32> %30, <16 x i32> %32, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %35 = icmp sle <32 x i32> %33, %34
  %.splatinsert.i = insertelement <32 x i1> poison, i1 %21, i64 0
  %.splat.i = shufflevector <32 x i1> %.splatinsert.i, <32 x i1> poison, <32 x i32> zeroinitializer
  %36 = xor <32 x i1> %35, %.splat.i
  %37 = select <32 x i1> %36, <32 x i32> %34, <32 x i32> %33
  %38 = select <32 x i1> %36, <32 x i32> %33, <32 x i32> %34
  %39 = shufflevector <32 x i32> %37, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %40 = shufflevector <32 x i32> %37, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %41 = shufflevector <32 x i32> %38, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %42 = shufflevector <32 x i32> %38, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %43 = shufflevector <16 x i32> %39, <16 x i32> %41, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %44 = shufflevector <16 x i32> %39, <16 x i32> %41, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %45 = shufflevector <16 x i32> %40, <16 x i32> %42, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %46 = shufflevector <16 x i32> %40, <16 x i32> %42, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %47 = shufflevector <16 x i32> %43, <16 x i32> %45, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %48 = shufflevector <16 x i32> %44, <16 x i32> %46, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %49 = icmp sle <32 x i32> %47, %48
  %50 = xor <32 x i1> %49, %.splat.i
  %51 = select <32 x i1> %50, <32 x i32> %48, <32 x i32> %47
  %52 = select <32 x i1> %50, <32 x i32> %47, <32 x i32> %48
  %53 = shufflevector <32 x i32> %51, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %54 = shufflevector <32 x i32> %51, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %55 = shufflevector <32 x i32> %52, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %56 = shufflevector <32 x i32> %52, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %57 = shufflevector <16 x i32> %53, <16 x i32> %55, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %58 = shufflevector <16 x i32> %53, <16 x i32> %55, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %59 = shufflevector <16 x i32> %54, <16 x i32> %56, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %60 = shufflevector <16 x i32> %54, <16 x i32> %56, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %61 = shufflevector <16 x i32> %57, <16 x i32> %59, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %62 = shufflevector <16 x i32> %58, <16 x i32> %60, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %63 = icmp sle <32 x i32> %61, %62
  %64 = xor <32 x i1> %63, %.splat.i
  %65 = select <32 x i1> %64, <32 x i32> %62, <32 x i32> %61
  %66 = select <32 x i1> %64, <32 x i32> %61, <32 x i32> %62
  %67 = shufflevector <32 x i32> %65, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %68 = shufflevector <32 x i32> %65, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %69 = shufflevector <32 x i32> %66, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %70 = shufflevector <32 x i32> %66, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %71 = shufflevector <16 x i32> %67, <16 x i32> %69, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 2, i32 3, i32 18, i32 19, i32 4, i32 5, i32 20, i32 21, i32 6, i32 7, i32 22, i32 23>
  store <16 x i32> %71, ptr %19, align 4
  %72 = shufflevector <16 x i32> %67, <16 x i32> %69, <16 x i32> <i32 8, i32 9, i32 24, i32 25, i32 10, i32 11, i32 26, i32 27, i32 12, i32 13, i32 28, i32 29, i32 14, i32 15, i32 30, i32 31>
  store <16 x i32> %72, ptr %23, align 4
  %73 = shufflevector <16 x i32> %68, <16 x i32> %70, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 2, i32 3, i32 18, i32 19, i32 4, i32 5, i32 20, i32 21, i32 6, i32 7, i32 22, i32 23>
  store <16 x i32> %73, ptr %25, align 4
  %74 = shufflevector <16 x i32> %68, <16 x i32> %70, <16 x i32> <i32 8, i32 9, i32 24, i32 25, i32 10, i32 11, i32 26, i32 27, i32 12, i32 13, i32 28, i32 29, i32 14, i32 15, i32 30, i32 31>
  store <16 x i32> %74, ptr %27, align 4
  %75 = add i32 %thread.sroa.0.0, 32
  %76 = icmp uge i32 %75, %4
  %77 = select i1 %76, i32 0, i32 %75
  %78 = zext i1 %76 to i32
  %79 = add i32 %thread.sroa.4.0, %78
  %.not = icmp ult i32 %79, %6
  %80 = select i1 %.not, i32 %79, i32 0
  %81 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %81, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}

; Once only it is not worth it.
; ROUND-LABEL: define {{.*}} @_Z5roundPi
; ROUND: icmp sgt <32 x i32>
; ROUND: select <32 x i1>
; ROUND: ret void
;   __global__ void round(int *keys) {
;     keys += 64 * (threadIdx.x / 32);
;     exchange(keys, 8, (threadIdx.x / 8 & 1) == 0);
;   }
define void @_Z5roundPi.block(ptr %0, ptr %1) {
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
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %47, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %44, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %48, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %13 = load ptr, ptr %1, align 8
  %14 = shl i32 %thread.sroa.0.0, 1
  %15 = and i32 %14, 1984
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr i32, ptr %13, i64 %16
  %18 = load <16 x i32>, ptr %17, align 4
  %19 = getelementptr i8, ptr %17, i64 64
  %20 = load <16 x i32>, ptr %19, align 4
  %21 = getelementptr i8, ptr %17, i64 128
  %22 = load <16 x i32>, ptr %21, align 4
  %23 = getelementptr i8, ptr %17, i64 192
  %24 = load <16 x i32>, ptr %23, align 4
  %25 = shufflevector <16 x i32> %18, <16 x i32> %20, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %26 = shufflevector <16 x i32> %18, <16 x i32> %20, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %27 = shufflevector <16 x i32> %22, <16 x i32> %24, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %28 = shufflevector <16 x i32> %22, <16 x i32> %24, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %29 = shufflevector <16 x i32> %25, <16 x i32> %27, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %30 = shufflevector <16 x i32> %26, <16 x i32> %28, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %31 = icmp sgt <32 x i32> %29, %30
  %.not.i = xor <32 x i1> %31, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  %32 = select <32 x i1> %.not.i, <32 x i32> %29, <32 x i32> %30
  %33 = select <32 x i1> %.not.i, <32 x i32> %30, <32 x i32> %29
  %34 = shufflevector <32 x i32> %32, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %35 = shufflevector <32 x i32> %32, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %36 = shufflevector <32 x i32> %33, <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %37 = shufflevector <32 x i32> %33, <32 x i32> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %38 = shufflevector <16 x i32> %34, <16 x i32> %36, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x i32> %38, ptr %17, align 4
  %39 = shufflevector <16 x i32> %34, <16 x i32> %36, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %39, ptr %19, align 4
  %40 = shufflevector <16 x i32> %35, <16 x i32> %37, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x i32> %40, ptr %21, align 4
  %41 = shufflevector <16 x i32> %35, <16 x i32> %37, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %41, ptr %23, align 4
  %42 = add i32 %thread.sroa.0.0, 32
  %43 = icmp uge i32 %42, %4
  %44 = select i1 %43, i32 0, i32 %42
  %45 = zext i1 %43 to i32
  %46 = add i32 %thread.sroa.4.0, %45
  %.not = icmp ult i32 %46, %6
  %47 = select i1 %.not, i32 %46, i32 0
  %48 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %48, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}

; Results that are only stored change places where all lanes sort downwards. The places are the same or apart, because
; they are a multiple of 32 elements away from each other.
; FAR-LABEL: define {{.*}} @_Z8far_awayPiii
; FAR-NOT: icmp sgt <32 x i32>
; FAR-COUNT-2: select i1 %{{.*}}, ptr
; FAR: ret void
;   __global__ void far_away(int *keys, int length, int n) {
;     exchange_at(keys, threadIdx.x, 32 * n, (threadIdx.x / 32 & length) == 0);
;   }
define void @_Z8far_awayPiii.block(ptr %0, ptr %1) {
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
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %37, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %34, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %38, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %15 = load ptr, ptr %1, align 8
  %16 = load i32, ptr %13, align 4
  %17 = load i32, ptr %14, align 4
  %18 = shl i32 %17, 5
  %.zext.i = lshr i32 %thread.sroa.0.0, 5
  %19 = and i32 %16, %.zext.i
  %20 = zext i32 %thread.sroa.0.0 to i64
  %21 = getelementptr i32, ptr %15, i64 %20
  %22 = load <32 x i32>, ptr %21, align 4
  %23 = add i32 %18, %thread.sroa.0.0
  %24 = sext i32 %23 to i64
  %25 = getelementptr i32, ptr %15, i64 %24
  %26 = load <32 x i32>, ptr %25, align 4
  %27 = icmp sgt <32 x i32> %22, %26
  %28 = icmp ne i32 %19, 0
  %.splatinsert.i = insertelement <32 x i1> poison, i1 %28, i64 0
  %.splat.i = shufflevector <32 x i1> %.splatinsert.i, <32 x i1> poison, <32 x i32> zeroinitializer
  %29 = xor <32 x i1> %.splat.i, %27
  %30 = select <32 x i1> %29, <32 x i32> %26, <32 x i32> %22
  store <32 x i32> %30, ptr %21, align 4
  %31 = select <32 x i1> %29, <32 x i32> %22, <32 x i32> %26
  store <32 x i32> %31, ptr %25, align 4
  %32 = add i32 %thread.sroa.0.0, 32
  %33 = icmp uge i32 %32, %4
  %34 = select i1 %33, i32 0, i32 %32
  %35 = zext i1 %33 to i32
  %36 = add i32 %thread.sroa.4.0, %35
  %.not = icmp ult i32 %36, %6
  %37 = select i1 %.not, i32 %36, i32 0
  %38 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %38, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}

; OVERLAP-LABEL: define {{.*}} @_Z7overlapPiii
; OVERLAP: icmp sgt <32 x i32>
; OVERLAP: ret void
;   __global__ void overlap(int *keys, int length, int n) {
;     exchange_at(keys, threadIdx.x, 16 * n, (threadIdx.x / 32 & length) == 0);
;   }
define void @_Z7overlapPiii.block(ptr %0, ptr %1) {
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
  %umax = call i32 @llvm.umax.i32(i32 %warps3, i32 1)
  br label %warp
warp:
  %thread.sroa.4.0 = phi i32 [ 0, %2 ], [ %37, %warp ]
  %thread.sroa.0.0 = phi i32 [ 0, %2 ], [ %34, %warp ]
  %warp1 = phi i32 [ 0, %2 ], [ %38, %warp ]
  store volatile i32 %warp1, ptr %12, align 4
  %15 = load ptr, ptr %1, align 8
  %16 = load i32, ptr %13, align 4
  %17 = load i32, ptr %14, align 4
  %.zext.i = lshr i32 %thread.sroa.0.0, 5
  %18 = and i32 %16, %.zext.i
  %19 = zext i32 %thread.sroa.0.0 to i64
  %20 = getelementptr i32, ptr %15, i64 %19
  %21 = load <32 x i32>, ptr %20, align 4
  %22 = sext i32 %17 to i64
  %23 = sext i32 %thread.sroa.0.0 to i64
  %.idx = shl nsw i64 %22, 6
  %24 = getelementptr i8, ptr %15, i64 %.idx
  %25 = getelementptr i32, ptr %24, i64 %23
  %26 = load <32 x i32>, ptr %25, align 4
  %27 = icmp sgt <32 x i32> %21, %26
  %28 = icmp ne i32 %18, 0
  %.splatinsert.i = insertelement <32 x i1> poison, i1 %28, i64 0
  %.splat.i = shufflevector <32 x i1> %.splatinsert.i, <32 x i1> poison, <32 x i32> zeroinitializer
  %29 = xor <32 x i1> %.splat.i, %27
  %30 = select <32 x i1> %29, <32 x i32> %26, <32 x i32> %21
  store <32 x i32> %30, ptr %20, align 4
  %31 = select <32 x i1> %29, <32 x i32> %21, <32 x i32> %26
  store <32 x i32> %31, ptr %25, align 4
  %32 = add i32 %thread.sroa.0.0, 32
  %33 = icmp uge i32 %32, %4
  %34 = select i1 %33, i32 0, i32 %32
  %35 = zext i1 %33 to i32
  %36 = add i32 %thread.sroa.4.0, %35
  %.not = icmp ult i32 %36, %6
  %37 = select i1 %.not, i32 %36, i32 0
  %38 = add nuw nsw i32 %warp1, 1
  %exitcond.not = icmp eq i32 %38, %umax
  br i1 %exitcond.not, label %warp.end, label %warp
warp.end:
  ret void
}
declare i32 @llvm.umax.i32(i32, i32)
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z6roundsPii.block, !"kernel", i32 1}
!1 = !{ptr @_Z5roundPi.block, !"kernel", i32 1}
!2 = !{ptr @_Z8far_awayPiii.block, !"kernel", i32 1}
!3 = !{ptr @_Z7overlapPiii.block, !"kernel", i32 1}
