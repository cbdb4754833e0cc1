; A loop that reads several vectors in each iteration, which all warps make equally often, stands around the loop over the
; warps. A loop that warps enter or leave one by one, that reads little, or that computes much, stays inside.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4rowsPjPK5uint4i -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4someiPjPK5uint4i -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4fewsPjPKji -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6floatsPfPK6float4i -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=NONE
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4rowsPjPK5uint4i(
; CHECK: {{[.]warps}}:
; CHECK: = phi i64
; CHECK: load <16 x i32>
;   __global__ void rows(unsigned *out, const uint4 *in, int tiles) {
;     unsigned sum = 0;
;     for (int tile = 0; tile < tiles; ++tile) {
;       const uint4 *row = in + tile * 512 + threadIdx.x, first = row[0], second = row[256];
;       sum += first.x ^ first.y ^ first.z ^ first.w;
;       sum += second.x ^ second.y ^ second.z ^ second.w;
;     }
;     out[threadIdx.x] = sum;
;   }
%struct.uint4 = type { i32, i32, i32, i32 }
define void @_Z4rowsPjPK5uint4i(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.07.next = alloca i32, align 4
  %.016.next = alloca <32 x i32>, align 128
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %.lcssa.next = alloca <32 x i32>, align 128
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %.01.lcssa.next = alloca <32 x i32>, align 128
  %3 = getelementptr inbounds i8, ptr %thread, i32 0
  %4 = load i32, ptr %3, align 4
  %invariant.gep = alloca ptr, align 8
  %5 = getelementptr inbounds i8, ptr %thread, i32 0
  %6 = load i32, ptr %5, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %7
7:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %8 = icmp sgt i32 %2, 0
  br i1 %8, label %.true, label %.false
.lr.ph:
  %9 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %9, ptr %.lr.ph.mask, align 4
  %10 = zext i32 %4 to i64
  %11 = getelementptr %struct.uint4, ptr %1, i64 %10
  store ptr %11, ptr %invariant.gep, align 8
  store i32 0, ptr %.07.next, align 4
  store <32 x i32> zeroinitializer, ptr %.016.next, align 128
  br label %12
12:
  %13 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %13, ptr %.mask1, align 4
  %.07 = load i32, ptr %.07.next, align 4
  %.016 = load <32 x i32>, ptr %.016.next, align 128
  %14 = shl i32 %.07, 9
  %15 = sext i32 %14 to i64
  %invariant.gep4 = load ptr, ptr %invariant.gep, align 8
  %16 = getelementptr %struct.uint4, ptr %invariant.gep4, i64 %15
  %17 = bitcast <32 x i1> %13 to i32
  %18 = icmp eq i32 %17, -1
  br i1 %18, label %usual, label %other
._crit_edge.loopexit:
  %19 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %19, ptr %._crit_edge.loopexit.mask, align 4
  %.lcssa = load <32 x i32>, ptr %.lcssa.next, align 128
  %20 = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %21 = select <32 x i1> %19, <32 x i32> %.lcssa, <32 x i32> %20
  store <32 x i32> %21, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
._crit_edge:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.mask, align 4
  %.01.lcssa = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %22 = zext i32 %6 to i64
  %23 = getelementptr i32, ptr %0, i64 %22
  store <32 x i32> %.01.lcssa, ptr %23, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  store <32 x i32> zeroinitializer, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
usual:
  %24 = load <16 x i32>, ptr %16, align 4
  %25 = getelementptr i8, ptr %16, i64 64
  %26 = load <16 x i32>, ptr %25, align 4
  %27 = getelementptr i8, ptr %16, i64 128
  %28 = load <16 x i32>, ptr %27, align 4
  %29 = getelementptr i8, ptr %16, i64 192
  %30 = load <16 x i32>, ptr %29, align 4
  %31 = getelementptr i8, ptr %16, i64 256
  %32 = load <16 x i32>, ptr %31, align 4
  %33 = getelementptr i8, ptr %16, i64 320
  %34 = load <16 x i32>, ptr %33, align 4
  %35 = getelementptr i8, ptr %16, i64 384
  %36 = load <16 x i32>, ptr %35, align 4
  %37 = getelementptr i8, ptr %16, i64 448
  %38 = load <16 x i32>, ptr %37, align 4
  %39 = shufflevector <16 x i32> %24, <16 x i32> %26, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %40 = shufflevector <16 x i32> %28, <16 x i32> %30, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %41 = shufflevector <16 x i32> %39, <16 x i32> %40, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %42 = shufflevector <16 x i32> %39, <16 x i32> %40, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %43 = shufflevector <16 x i32> %24, <16 x i32> %26, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %44 = shufflevector <16 x i32> %28, <16 x i32> %30, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %45 = shufflevector <16 x i32> %43, <16 x i32> %44, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %46 = shufflevector <16 x i32> %43, <16 x i32> %44, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %47 = shufflevector <16 x i32> %32, <16 x i32> %34, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %48 = shufflevector <16 x i32> %36, <16 x i32> %38, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %49 = shufflevector <16 x i32> %47, <16 x i32> %48, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %50 = shufflevector <16 x i32> %47, <16 x i32> %48, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %51 = shufflevector <16 x i32> %32, <16 x i32> %34, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %52 = shufflevector <16 x i32> %36, <16 x i32> %38, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %53 = shufflevector <16 x i32> %51, <16 x i32> %52, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %54 = shufflevector <16 x i32> %51, <16 x i32> %52, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %55 = shufflevector <16 x i32> %41, <16 x i32> %49, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %56 = shufflevector <16 x i32> %45, <16 x i32> %53, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %57 = shufflevector <16 x i32> %42, <16 x i32> %50, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %58 = shufflevector <16 x i32> %46, <16 x i32> %54, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end
other:
  %59 = getelementptr i8, ptr %16, <32 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112, i64 128, i64 144, i64 160, i64 176, i64 192, i64 208, i64 224, i64 240, i64 256, i64 272, i64 288, i64 304, i64 320, i64 336, i64 352, i64 368, i64 384, i64 400, i64 416, i64 432, i64 448, i64 464, i64 480, i64 496>
  %60 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %59, i32 16, <32 x i1> %13, <32 x i32> zeroinitializer)
  %61 = getelementptr i8, <32 x ptr> %59, i64 4
  %62 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %61, i32 4, <32 x i1> %13, <32 x i32> zeroinitializer)
  %63 = getelementptr i8, <32 x ptr> %59, i64 8
  %64 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %63, i32 8, <32 x i1> %13, <32 x i32> zeroinitializer)
  %65 = getelementptr i8, <32 x ptr> %59, i64 12
  %66 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %65, i32 4, <32 x i1> %13, <32 x i32> zeroinitializer)
  br label %versions.end
versions.end:
  %67 = phi <32 x i32> [ %55, %usual ], [ %60, %other ]
  %68 = phi <32 x i32> [ %56, %usual ], [ %62, %other ]
  %69 = phi <32 x i32> [ %57, %usual ], [ %64, %other ]
  %70 = phi <32 x i32> [ %58, %usual ], [ %66, %other ]
  %71 = getelementptr i8, ptr %16, i64 4
  %72 = getelementptr i8, ptr %16, i64 8
  %73 = getelementptr i8, ptr %16, i64 12
  %74 = getelementptr i8, ptr %16, i64 4096
  %75 = bitcast <32 x i1> %13 to i32
  %76 = icmp eq i32 %75, -1
  br i1 %76, label %usual5, label %other6
usual5:
  %77 = load <16 x i32>, ptr %74, align 4
  %78 = getelementptr i8, ptr %74, i64 64
  %79 = load <16 x i32>, ptr %78, align 4
  %80 = getelementptr i8, ptr %74, i64 128
  %81 = load <16 x i32>, ptr %80, align 4
  %82 = getelementptr i8, ptr %74, i64 192
  %83 = load <16 x i32>, ptr %82, align 4
  %84 = getelementptr i8, ptr %74, i64 256
  %85 = load <16 x i32>, ptr %84, align 4
  %86 = getelementptr i8, ptr %74, i64 320
  %87 = load <16 x i32>, ptr %86, align 4
  %88 = getelementptr i8, ptr %74, i64 384
  %89 = load <16 x i32>, ptr %88, align 4
  %90 = getelementptr i8, ptr %74, i64 448
  %91 = load <16 x i32>, ptr %90, align 4
  %92 = shufflevector <16 x i32> %77, <16 x i32> %79, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %93 = shufflevector <16 x i32> %81, <16 x i32> %83, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %94 = shufflevector <16 x i32> %92, <16 x i32> %93, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %95 = shufflevector <16 x i32> %92, <16 x i32> %93, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %96 = shufflevector <16 x i32> %77, <16 x i32> %79, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %97 = shufflevector <16 x i32> %81, <16 x i32> %83, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %98 = shufflevector <16 x i32> %96, <16 x i32> %97, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %99 = shufflevector <16 x i32> %96, <16 x i32> %97, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %100 = shufflevector <16 x i32> %85, <16 x i32> %87, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %101 = shufflevector <16 x i32> %89, <16 x i32> %91, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %102 = shufflevector <16 x i32> %100, <16 x i32> %101, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %103 = shufflevector <16 x i32> %100, <16 x i32> %101, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %104 = shufflevector <16 x i32> %85, <16 x i32> %87, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %105 = shufflevector <16 x i32> %89, <16 x i32> %91, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %106 = shufflevector <16 x i32> %104, <16 x i32> %105, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %107 = shufflevector <16 x i32> %104, <16 x i32> %105, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %108 = shufflevector <16 x i32> %94, <16 x i32> %102, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %109 = shufflevector <16 x i32> %98, <16 x i32> %106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %110 = shufflevector <16 x i32> %95, <16 x i32> %103, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %111 = shufflevector <16 x i32> %99, <16 x i32> %107, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end7
other6:
  %112 = getelementptr i8, ptr %74, <32 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112, i64 128, i64 144, i64 160, i64 176, i64 192, i64 208, i64 224, i64 240, i64 256, i64 272, i64 288, i64 304, i64 320, i64 336, i64 352, i64 368, i64 384, i64 400, i64 416, i64 432, i64 448, i64 464, i64 480, i64 496>
  %113 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %112, i32 16, <32 x i1> %13, <32 x i32> zeroinitializer)
  %114 = getelementptr i8, <32 x ptr> %112, i64 4
  %115 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %114, i32 4, <32 x i1> %13, <32 x i32> zeroinitializer)
  %116 = getelementptr i8, <32 x ptr> %112, i64 8
  %117 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %116, i32 8, <32 x i1> %13, <32 x i32> zeroinitializer)
  %118 = getelementptr i8, <32 x ptr> %112, i64 12
  %119 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %118, i32 4, <32 x i1> %13, <32 x i32> zeroinitializer)
  br label %versions.end7
versions.end7:
  %120 = phi <32 x i32> [ %108, %usual5 ], [ %113, %other6 ]
  %121 = phi <32 x i32> [ %109, %usual5 ], [ %115, %other6 ]
  %122 = phi <32 x i32> [ %110, %usual5 ], [ %117, %other6 ]
  %123 = phi <32 x i32> [ %111, %usual5 ], [ %119, %other6 ]
  %124 = getelementptr i8, ptr %16, i64 4100
  %125 = getelementptr i8, ptr %16, i64 4104
  %126 = getelementptr i8, ptr %16, i64 4108
  %127 = xor <32 x i32> %68, %67
  %128 = xor <32 x i32> %127, %69
  %129 = xor <32 x i32> %128, %70
  %130 = add <32 x i32> %129, %.016
  %131 = xor <32 x i32> %121, %120
  %132 = xor <32 x i32> %131, %122
  %133 = xor <32 x i32> %132, %123
  %134 = add <32 x i32> %130, %133
  %135 = add i32 %.07, 1
  %exitcond.not = icmp eq i32 %135, %2
  br i1 %exitcond.not, label %.true9, label %.false10
.true9:
  store <32 x i32> %134, ptr %.lcssa.next, align 128
  br label %._crit_edge.loopexit
.false10:
  store i32 %135, ptr %.07.next, align 4
  store <32 x i32> %134, ptr %.016.next, align 128
  br label %12
}

; NONE-LABEL: define {{.*}} @_Z
; NONE-NOT: {{[.]warps}}:
; NONE: ret void
;   __global__ void some(int warps, unsigned *out, const uint4 *in, int tiles) {
;     unsigned sum = 0;
;     if (threadIdx.x / 32 < warps)
;       for (int tile = 0; tile < tiles; ++tile) {
;         const uint4 *row = in + tile * 512 + threadIdx.x, first = row[0], second = row[256];
;         sum += first.x ^ first.y ^ first.z ^ first.w;
;         sum += second.x ^ second.y ^ second.z ^ second.w;
;       }
;     out[threadIdx.x] = sum;
;   }
define void @_Z4someiPjPK5uint4i(ptr %thread, i32 %0, ptr %1, ptr %2, i32 %3) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.07.next = alloca i32, align 4
  %.016.next = alloca <32 x i32>, align 128
  %.loopexit.loopexit.mask = alloca <32 x i1>, align 4
  %.lcssa.next = alloca <32 x i32>, align 128
  %.loopexit.mask = alloca <32 x i1>, align 4
  %.1.next = alloca <32 x i32>, align 128
  %4 = getelementptr inbounds i8, ptr %thread, i32 0
  %5 = load i32, ptr %4, align 4
  %6 = alloca i32, align 4
  %invariant.gep = alloca ptr, align 8
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %7
7:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  store i32 %5, ptr %6, align 4
  %.zext = lshr i32 %5, 5
  %8 = icmp ult i32 %.zext, %0
  %9 = icmp sgt i32 %3, 0
  %or.cond = select i1 %8, i1 %9, i1 false
  br i1 %or.cond, label %.true, label %.false
.lr.ph:
  %10 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %10, ptr %.lr.ph.mask, align 4
  %11 = load i32, ptr %6, align 4
  %12 = zext i32 %11 to i64
  %13 = getelementptr %struct.uint4, ptr %2, i64 %12
  store ptr %13, ptr %invariant.gep, align 8
  store i32 0, ptr %.07.next, align 4
  store <32 x i32> zeroinitializer, ptr %.016.next, align 128
  br label %14
14:
  %15 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %15, ptr %.mask1, align 4
  %.07 = load i32, ptr %.07.next, align 4
  %.016 = load <32 x i32>, ptr %.016.next, align 128
  %16 = shl i32 %.07, 9
  %17 = sext i32 %16 to i64
  %invariant.gep6 = load ptr, ptr %invariant.gep, align 8
  %18 = getelementptr %struct.uint4, ptr %invariant.gep6, i64 %17
  %19 = bitcast <32 x i1> %15 to i32
  %20 = icmp eq i32 %19, -1
  br i1 %20, label %usual, label %other
.loopexit.loopexit:
  %21 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %21, ptr %.loopexit.loopexit.mask, align 4
  %.lcssa = load <32 x i32>, ptr %.lcssa.next, align 128
  %22 = load <32 x i32>, ptr %.1.next, align 128
  %23 = select <32 x i1> %21, <32 x i32> %.lcssa, <32 x i32> %22
  store <32 x i32> %23, ptr %.1.next, align 128
  br label %.loopexit
.loopexit:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.loopexit.mask, align 4
  %.1 = load <32 x i32>, ptr %.1.next, align 128
  %24 = load i32, ptr %6, align 4
  %25 = zext i32 %24 to i64
  %26 = getelementptr i32, ptr %1, i64 %25
  store <32 x i32> %.1, ptr %26, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  store <32 x i32> zeroinitializer, ptr %.1.next, align 128
  br label %.loopexit
usual:
  %27 = load <16 x i32>, ptr %18, align 4
  %28 = getelementptr i8, ptr %18, i64 64
  %29 = load <16 x i32>, ptr %28, align 4
  %30 = getelementptr i8, ptr %18, i64 128
  %31 = load <16 x i32>, ptr %30, align 4
  %32 = getelementptr i8, ptr %18, i64 192
  %33 = load <16 x i32>, ptr %32, align 4
  %34 = getelementptr i8, ptr %18, i64 256
  %35 = load <16 x i32>, ptr %34, align 4
  %36 = getelementptr i8, ptr %18, i64 320
  %37 = load <16 x i32>, ptr %36, align 4
  %38 = getelementptr i8, ptr %18, i64 384
  %39 = load <16 x i32>, ptr %38, align 4
  %40 = getelementptr i8, ptr %18, i64 448
  %41 = load <16 x i32>, ptr %40, align 4
  %42 = shufflevector <16 x i32> %27, <16 x i32> %29, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %43 = shufflevector <16 x i32> %31, <16 x i32> %33, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %44 = shufflevector <16 x i32> %42, <16 x i32> %43, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %45 = shufflevector <16 x i32> %42, <16 x i32> %43, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %46 = shufflevector <16 x i32> %27, <16 x i32> %29, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %47 = shufflevector <16 x i32> %31, <16 x i32> %33, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %48 = shufflevector <16 x i32> %46, <16 x i32> %47, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %49 = shufflevector <16 x i32> %46, <16 x i32> %47, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %50 = shufflevector <16 x i32> %35, <16 x i32> %37, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %51 = shufflevector <16 x i32> %39, <16 x i32> %41, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %52 = shufflevector <16 x i32> %50, <16 x i32> %51, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %53 = shufflevector <16 x i32> %50, <16 x i32> %51, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %54 = shufflevector <16 x i32> %35, <16 x i32> %37, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %55 = shufflevector <16 x i32> %39, <16 x i32> %41, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %56 = shufflevector <16 x i32> %54, <16 x i32> %55, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %57 = shufflevector <16 x i32> %54, <16 x i32> %55, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %58 = shufflevector <16 x i32> %44, <16 x i32> %52, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %59 = shufflevector <16 x i32> %48, <16 x i32> %56, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %60 = shufflevector <16 x i32> %45, <16 x i32> %53, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %61 = shufflevector <16 x i32> %49, <16 x i32> %57, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end
other:
  %62 = getelementptr i8, ptr %18, <32 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112, i64 128, i64 144, i64 160, i64 176, i64 192, i64 208, i64 224, i64 240, i64 256, i64 272, i64 288, i64 304, i64 320, i64 336, i64 352, i64 368, i64 384, i64 400, i64 416, i64 432, i64 448, i64 464, i64 480, i64 496>
  %63 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %62, i32 16, <32 x i1> %15, <32 x i32> zeroinitializer)
  %64 = getelementptr i8, <32 x ptr> %62, i64 4
  %65 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %64, i32 4, <32 x i1> %15, <32 x i32> zeroinitializer)
  %66 = getelementptr i8, <32 x ptr> %62, i64 8
  %67 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %66, i32 8, <32 x i1> %15, <32 x i32> zeroinitializer)
  %68 = getelementptr i8, <32 x ptr> %62, i64 12
  %69 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %68, i32 4, <32 x i1> %15, <32 x i32> zeroinitializer)
  br label %versions.end
versions.end:
  %70 = phi <32 x i32> [ %58, %usual ], [ %63, %other ]
  %71 = phi <32 x i32> [ %59, %usual ], [ %65, %other ]
  %72 = phi <32 x i32> [ %60, %usual ], [ %67, %other ]
  %73 = phi <32 x i32> [ %61, %usual ], [ %69, %other ]
  %74 = getelementptr i8, ptr %18, i64 4
  %75 = getelementptr i8, ptr %18, i64 8
  %76 = getelementptr i8, ptr %18, i64 12
  %77 = getelementptr i8, ptr %18, i64 4096
  %78 = bitcast <32 x i1> %15 to i32
  %79 = icmp eq i32 %78, -1
  br i1 %79, label %usual7, label %other8
usual7:
  %80 = load <16 x i32>, ptr %77, align 4
  %81 = getelementptr i8, ptr %77, i64 64
  %82 = load <16 x i32>, ptr %81, align 4
  %83 = getelementptr i8, ptr %77, i64 128
  %84 = load <16 x i32>, ptr %83, align 4
  %85 = getelementptr i8, ptr %77, i64 192
  %86 = load <16 x i32>, ptr %85, align 4
  %87 = getelementptr i8, ptr %77, i64 256
  %88 = load <16 x i32>, ptr %87, align 4
  %89 = getelementptr i8, ptr %77, i64 320
  %90 = load <16 x i32>, ptr %89, align 4
  %91 = getelementptr i8, ptr %77, i64 384
  %92 = load <16 x i32>, ptr %91, align 4
  %93 = getelementptr i8, ptr %77, i64 448
  %94 = load <16 x i32>, ptr %93, align 4
  %95 = shufflevector <16 x i32> %80, <16 x i32> %82, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %96 = shufflevector <16 x i32> %84, <16 x i32> %86, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %97 = shufflevector <16 x i32> %95, <16 x i32> %96, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %98 = shufflevector <16 x i32> %95, <16 x i32> %96, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %99 = shufflevector <16 x i32> %80, <16 x i32> %82, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %100 = shufflevector <16 x i32> %84, <16 x i32> %86, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %101 = shufflevector <16 x i32> %99, <16 x i32> %100, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %102 = shufflevector <16 x i32> %99, <16 x i32> %100, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %103 = shufflevector <16 x i32> %88, <16 x i32> %90, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %104 = shufflevector <16 x i32> %92, <16 x i32> %94, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %105 = shufflevector <16 x i32> %103, <16 x i32> %104, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %106 = shufflevector <16 x i32> %103, <16 x i32> %104, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %107 = shufflevector <16 x i32> %88, <16 x i32> %90, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %108 = shufflevector <16 x i32> %92, <16 x i32> %94, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %109 = shufflevector <16 x i32> %107, <16 x i32> %108, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %110 = shufflevector <16 x i32> %107, <16 x i32> %108, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %111 = shufflevector <16 x i32> %97, <16 x i32> %105, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %112 = shufflevector <16 x i32> %101, <16 x i32> %109, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %113 = shufflevector <16 x i32> %98, <16 x i32> %106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %114 = shufflevector <16 x i32> %102, <16 x i32> %110, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end9
other8:
  %115 = getelementptr i8, ptr %77, <32 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112, i64 128, i64 144, i64 160, i64 176, i64 192, i64 208, i64 224, i64 240, i64 256, i64 272, i64 288, i64 304, i64 320, i64 336, i64 352, i64 368, i64 384, i64 400, i64 416, i64 432, i64 448, i64 464, i64 480, i64 496>
  %116 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %115, i32 16, <32 x i1> %15, <32 x i32> zeroinitializer)
  %117 = getelementptr i8, <32 x ptr> %115, i64 4
  %118 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %117, i32 4, <32 x i1> %15, <32 x i32> zeroinitializer)
  %119 = getelementptr i8, <32 x ptr> %115, i64 8
  %120 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %119, i32 8, <32 x i1> %15, <32 x i32> zeroinitializer)
  %121 = getelementptr i8, <32 x ptr> %115, i64 12
  %122 = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %121, i32 4, <32 x i1> %15, <32 x i32> zeroinitializer)
  br label %versions.end9
versions.end9:
  %123 = phi <32 x i32> [ %111, %usual7 ], [ %116, %other8 ]
  %124 = phi <32 x i32> [ %112, %usual7 ], [ %118, %other8 ]
  %125 = phi <32 x i32> [ %113, %usual7 ], [ %120, %other8 ]
  %126 = phi <32 x i32> [ %114, %usual7 ], [ %122, %other8 ]
  %127 = getelementptr i8, ptr %18, i64 4100
  %128 = getelementptr i8, ptr %18, i64 4104
  %129 = getelementptr i8, ptr %18, i64 4108
  %130 = xor <32 x i32> %71, %70
  %131 = xor <32 x i32> %130, %72
  %132 = xor <32 x i32> %131, %73
  %133 = add <32 x i32> %132, %.016
  %134 = xor <32 x i32> %124, %123
  %135 = xor <32 x i32> %134, %125
  %136 = xor <32 x i32> %135, %126
  %137 = add <32 x i32> %133, %136
  %138 = add i32 %.07, 1
  %exitcond.not = icmp eq i32 %138, %3
  br i1 %exitcond.not, label %.true11, label %.false12
.true11:
  store <32 x i32> %137, ptr %.lcssa.next, align 128
  br label %.loopexit.loopexit
.false12:
  store i32 %138, ptr %.07.next, align 4
  store <32 x i32> %137, ptr %.016.next, align 128
  br label %14
}

;   __global__ void fews(unsigned *out, const unsigned *in, int tiles) {
;     unsigned sum = 0;
;     for (int tile = 0; tile < tiles; ++tile)
;       sum += in[tile * 256 + threadIdx.x];
;     out[threadIdx.x] = sum;
;   }
define void @_Z4fewsPjPKji(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.03.next = alloca i32, align 4
  %.012.next = alloca <32 x i32>, align 128
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %.lcssa.next = alloca <32 x i32>, align 128
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %.01.lcssa.next = alloca <32 x i32>, align 128
  %3 = getelementptr inbounds i8, ptr %thread, i32 0
  %4 = load i32, ptr %3, align 4
  %5 = alloca i32, align 4
  %6 = getelementptr inbounds i8, ptr %thread, i32 0
  %7 = load i32, ptr %6, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %8
8:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %9 = icmp sgt i32 %2, 0
  br i1 %9, label %.true, label %.false
.lr.ph:
  %10 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %10, ptr %.lr.ph.mask, align 4
  store i32 %4, ptr %5, align 4
  store i32 0, ptr %.03.next, align 4
  store <32 x i32> zeroinitializer, ptr %.012.next, align 128
  br label %11
11:
  %12 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %12, ptr %.mask1, align 4
  %.03 = load i32, ptr %.03.next, align 4
  %.012 = load <32 x i32>, ptr %.012.next, align 128
  %13 = shl i32 %.03, 8
  %14 = load i32, ptr %5, align 4
  %15 = add i32 %13, %14
  %16 = zext i32 %15 to i64
  %17 = getelementptr i32, ptr %1, i64 %16
  %18 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %17, i32 4, <32 x i1> %12, <32 x i32> zeroinitializer)
  %19 = add <32 x i32> %18, %.012
  %20 = add i32 %.03, 1
  %exitcond.not = icmp eq i32 %20, %2
  br i1 %exitcond.not, label %.true5, label %.false6
._crit_edge.loopexit:
  %21 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %21, ptr %._crit_edge.loopexit.mask, align 4
  %.lcssa = load <32 x i32>, ptr %.lcssa.next, align 128
  %22 = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %23 = select <32 x i1> %21, <32 x i32> %.lcssa, <32 x i32> %22
  store <32 x i32> %23, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
._crit_edge:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.mask, align 4
  %.01.lcssa = load <32 x i32>, ptr %.01.lcssa.next, align 128
  %24 = zext i32 %7 to i64
  %25 = getelementptr i32, ptr %0, i64 %24
  store <32 x i32> %.01.lcssa, ptr %25, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  store <32 x i32> zeroinitializer, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
.true5:
  store <32 x i32> %19, ptr %.lcssa.next, align 128
  br label %._crit_edge.loopexit
.false6:
  store i32 %20, ptr %.03.next, align 4
  store <32 x i32> %19, ptr %.012.next, align 128
  br label %11
}

; Sums of floats keep their order, so that each element takes a shuffle.
;   __global__ void floats(float *out, const float4 *in, int tiles) {
;     float sum = 0;
;     for (int tile = 0; tile < tiles; ++tile) {
;       const float4 *row = in + tile * 512 + threadIdx.x, first = row[0], second = row[256];
;       sum += first.x;
;       sum += first.y;
;       sum += first.z;
;       sum += first.w * second.x * second.y / second.z - second.w;
;     }
;     out[threadIdx.x] = sum;
;   }
%struct.float4 = type { float, float, float, float }
define void @_Z6floatsPfPK6float4i(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.lr.ph.mask = alloca <32 x i1>, align 4
  %.lr.ph.waiting = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.07.next = alloca i32, align 4
  %.016.next = alloca <32 x float>, align 128
  %._crit_edge.loopexit.mask = alloca <32 x i1>, align 4
  %.lcssa.next = alloca <32 x float>, align 128
  %._crit_edge.mask = alloca <32 x i1>, align 4
  %.01.lcssa.next = alloca <32 x float>, align 128
  %3 = getelementptr inbounds i8, ptr %thread, i32 0
  %4 = load i32, ptr %3, align 4
  %invariant.gep = alloca ptr, align 8
  %5 = getelementptr inbounds i8, ptr %thread, i32 0
  %6 = load i32, ptr %5, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.mask, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %7
7:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %8 = icmp sgt i32 %2, 0
  br i1 %8, label %.true, label %.false
.lr.ph:
  %9 = load <32 x i1>, ptr %.lr.ph.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.lr.ph.waiting, align 4
  store <32 x i1> %9, ptr %.lr.ph.mask, align 4
  %10 = zext i32 %4 to i64
  %11 = getelementptr %struct.float4, ptr %1, i64 %10
  store ptr %11, ptr %invariant.gep, align 8
  store i32 0, ptr %.07.next, align 4
  store <32 x float> zeroinitializer, ptr %.016.next, align 128
  br label %12
12:
  %13 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %13, ptr %.mask1, align 4
  %.07 = load i32, ptr %.07.next, align 4
  %.016 = load <32 x float>, ptr %.016.next, align 128
  %14 = shl i32 %.07, 9
  %15 = sext i32 %14 to i64
  %invariant.gep4 = load ptr, ptr %invariant.gep, align 8
  %16 = getelementptr %struct.float4, ptr %invariant.gep4, i64 %15
  %17 = bitcast <32 x i1> %13 to i32
  %18 = icmp eq i32 %17, -1
  br i1 %18, label %usual, label %other
._crit_edge.loopexit:
  %19 = load <32 x i1>, ptr %.lr.ph.mask, align 4
  store <32 x i1> %19, ptr %._crit_edge.loopexit.mask, align 4
  %.lcssa = load <32 x float>, ptr %.lcssa.next, align 128
  %20 = load <32 x float>, ptr %.01.lcssa.next, align 128
  %21 = select <32 x i1> %19, <32 x float> %.lcssa, <32 x float> %20
  store <32 x float> %21, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
._crit_edge:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %._crit_edge.mask, align 4
  %.01.lcssa = load <32 x float>, ptr %.01.lcssa.next, align 128
  %22 = zext i32 %6 to i64
  %23 = getelementptr float, ptr %0, i64 %22
  store <32 x float> %.01.lcssa, ptr %23, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.lr.ph.waiting, align 4
  br label %.lr.ph
.false:
  store <32 x float> zeroinitializer, ptr %.01.lcssa.next, align 128
  br label %._crit_edge
usual:
  %24 = load <16 x float>, ptr %16, align 4
  %25 = getelementptr i8, ptr %16, i64 64
  %26 = load <16 x float>, ptr %25, align 4
  %27 = getelementptr i8, ptr %16, i64 128
  %28 = load <16 x float>, ptr %27, align 4
  %29 = getelementptr i8, ptr %16, i64 192
  %30 = load <16 x float>, ptr %29, align 4
  %31 = getelementptr i8, ptr %16, i64 256
  %32 = load <16 x float>, ptr %31, align 4
  %33 = getelementptr i8, ptr %16, i64 320
  %34 = load <16 x float>, ptr %33, align 4
  %35 = getelementptr i8, ptr %16, i64 384
  %36 = load <16 x float>, ptr %35, align 4
  %37 = getelementptr i8, ptr %16, i64 448
  %38 = load <16 x float>, ptr %37, align 4
  %39 = shufflevector <16 x float> %24, <16 x float> %26, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %40 = shufflevector <16 x float> %28, <16 x float> %30, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %41 = shufflevector <16 x float> %39, <16 x float> %40, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %42 = shufflevector <16 x float> %39, <16 x float> %40, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %43 = shufflevector <16 x float> %24, <16 x float> %26, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %44 = shufflevector <16 x float> %28, <16 x float> %30, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %45 = shufflevector <16 x float> %43, <16 x float> %44, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %46 = shufflevector <16 x float> %43, <16 x float> %44, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %47 = shufflevector <16 x float> %32, <16 x float> %34, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %48 = shufflevector <16 x float> %36, <16 x float> %38, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %49 = shufflevector <16 x float> %47, <16 x float> %48, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %50 = shufflevector <16 x float> %47, <16 x float> %48, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %51 = shufflevector <16 x float> %32, <16 x float> %34, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %52 = shufflevector <16 x float> %36, <16 x float> %38, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %53 = shufflevector <16 x float> %51, <16 x float> %52, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %54 = shufflevector <16 x float> %51, <16 x float> %52, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %55 = shufflevector <16 x float> %41, <16 x float> %49, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %56 = shufflevector <16 x float> %45, <16 x float> %53, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %57 = shufflevector <16 x float> %42, <16 x float> %50, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %58 = shufflevector <16 x float> %46, <16 x float> %54, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end
other:
  %59 = getelementptr i8, ptr %16, <32 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112, i64 128, i64 144, i64 160, i64 176, i64 192, i64 208, i64 224, i64 240, i64 256, i64 272, i64 288, i64 304, i64 320, i64 336, i64 352, i64 368, i64 384, i64 400, i64 416, i64 432, i64 448, i64 464, i64 480, i64 496>
  %60 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %59, i32 16, <32 x i1> %13, <32 x float> zeroinitializer)
  %61 = getelementptr i8, <32 x ptr> %59, i64 4
  %62 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %61, i32 4, <32 x i1> %13, <32 x float> zeroinitializer)
  %63 = getelementptr i8, <32 x ptr> %59, i64 8
  %64 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %63, i32 8, <32 x i1> %13, <32 x float> zeroinitializer)
  %65 = getelementptr i8, <32 x ptr> %59, i64 12
  %66 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %65, i32 4, <32 x i1> %13, <32 x float> zeroinitializer)
  br label %versions.end
versions.end:
  %67 = phi <32 x float> [ %55, %usual ], [ %60, %other ]
  %68 = phi <32 x float> [ %56, %usual ], [ %62, %other ]
  %69 = phi <32 x float> [ %57, %usual ], [ %64, %other ]
  %70 = phi <32 x float> [ %58, %usual ], [ %66, %other ]
  %71 = getelementptr i8, ptr %16, i64 4
  %72 = getelementptr i8, ptr %16, i64 8
  %73 = getelementptr i8, ptr %16, i64 12
  %74 = getelementptr i8, ptr %16, i64 4096
  %75 = bitcast <32 x i1> %13 to i32
  %76 = icmp eq i32 %75, -1
  br i1 %76, label %usual5, label %other6
usual5:
  %77 = load <16 x float>, ptr %74, align 4
  %78 = getelementptr i8, ptr %74, i64 64
  %79 = load <16 x float>, ptr %78, align 4
  %80 = getelementptr i8, ptr %74, i64 128
  %81 = load <16 x float>, ptr %80, align 4
  %82 = getelementptr i8, ptr %74, i64 192
  %83 = load <16 x float>, ptr %82, align 4
  %84 = getelementptr i8, ptr %74, i64 256
  %85 = load <16 x float>, ptr %84, align 4
  %86 = getelementptr i8, ptr %74, i64 320
  %87 = load <16 x float>, ptr %86, align 4
  %88 = getelementptr i8, ptr %74, i64 384
  %89 = load <16 x float>, ptr %88, align 4
  %90 = getelementptr i8, ptr %74, i64 448
  %91 = load <16 x float>, ptr %90, align 4
  %92 = shufflevector <16 x float> %77, <16 x float> %79, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %93 = shufflevector <16 x float> %81, <16 x float> %83, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %94 = shufflevector <16 x float> %92, <16 x float> %93, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %95 = shufflevector <16 x float> %92, <16 x float> %93, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %96 = shufflevector <16 x float> %77, <16 x float> %79, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %97 = shufflevector <16 x float> %81, <16 x float> %83, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %98 = shufflevector <16 x float> %96, <16 x float> %97, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %99 = shufflevector <16 x float> %96, <16 x float> %97, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %100 = shufflevector <16 x float> %85, <16 x float> %87, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %101 = shufflevector <16 x float> %89, <16 x float> %91, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %102 = shufflevector <16 x float> %100, <16 x float> %101, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %103 = shufflevector <16 x float> %100, <16 x float> %101, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %104 = shufflevector <16 x float> %85, <16 x float> %87, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %105 = shufflevector <16 x float> %89, <16 x float> %91, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %106 = shufflevector <16 x float> %104, <16 x float> %105, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %107 = shufflevector <16 x float> %104, <16 x float> %105, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %108 = shufflevector <16 x float> %94, <16 x float> %102, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %109 = shufflevector <16 x float> %98, <16 x float> %106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %110 = shufflevector <16 x float> %95, <16 x float> %103, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %111 = shufflevector <16 x float> %99, <16 x float> %107, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  br label %versions.end7
other6:
  %112 = getelementptr i8, ptr %74, <32 x i64> <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112, i64 128, i64 144, i64 160, i64 176, i64 192, i64 208, i64 224, i64 240, i64 256, i64 272, i64 288, i64 304, i64 320, i64 336, i64 352, i64 368, i64 384, i64 400, i64 416, i64 432, i64 448, i64 464, i64 480, i64 496>
  %113 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %112, i32 16, <32 x i1> %13, <32 x float> zeroinitializer)
  %114 = getelementptr i8, <32 x ptr> %112, i64 4
  %115 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %114, i32 4, <32 x i1> %13, <32 x float> zeroinitializer)
  %116 = getelementptr i8, <32 x ptr> %112, i64 8
  %117 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %116, i32 8, <32 x i1> %13, <32 x float> zeroinitializer)
  %118 = getelementptr i8, <32 x ptr> %112, i64 12
  %119 = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> %118, i32 4, <32 x i1> %13, <32 x float> zeroinitializer)
  br label %versions.end7
versions.end7:
  %120 = phi <32 x float> [ %108, %usual5 ], [ %113, %other6 ]
  %121 = phi <32 x float> [ %109, %usual5 ], [ %115, %other6 ]
  %122 = phi <32 x float> [ %110, %usual5 ], [ %117, %other6 ]
  %123 = phi <32 x float> [ %111, %usual5 ], [ %119, %other6 ]
  %124 = getelementptr i8, ptr %16, i64 4100
  %125 = getelementptr i8, ptr %16, i64 4104
  %126 = getelementptr i8, ptr %16, i64 4108
  %127 = fadd <32 x float> %.016, %67
  %128 = fadd <32 x float> %127, %68
  %129 = fadd <32 x float> %128, %69
  %130 = fmul <32 x float> %70, %120
  %131 = fmul <32 x float> %130, %121
  %132 = fdiv <32 x float> %131, %122
  %133 = fsub <32 x float> %132, %123
  %134 = fadd <32 x float> %129, %133
  %135 = add i32 %.07, 1
  %exitcond.not = icmp eq i32 %135, %2
  br i1 %exitcond.not, label %.true9, label %.false10
.true9:
  store <32 x float> %134, ptr %.lcssa.next, align 128
  br label %._crit_edge.loopexit
.false10:
  store i32 %135, ptr %.07.next, align 4
  store <32 x float> %134, ptr %.016.next, align 128
  br label %12
}
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x i32>)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32 immarg, <32 x i1>, <32 x i32>)
declare <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr>, i32 immarg, <32 x i1>, <32 x float>)
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z4rowsPjPK5uint4i, !"kernel", i32 1}
!1 = !{ptr @_Z4someiPjPK5uint4i, !"kernel", i32 1}
!2 = !{ptr @_Z4fewsPjPKji, !"kernel", i32 1}
!3 = !{ptr @_Z6floatsPfPK6float4i, !"kernel", i32 1}
