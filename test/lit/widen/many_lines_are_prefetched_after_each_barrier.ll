; Where a warp reads more lines than can be under way at a time, Zen 5 prefetches those of a later block throughout this one.
; RUN: %kernelc -bitcode %s -processor znver5 -kernel _Z4tilePiPKi -lanes 32 -block rows+four-warps -run-pass insert-prefetches | FileCheck %s --check-prefix=SPREAD
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z4tilePiPKi -lanes 32 -block rows+four-warps -run-pass insert-prefetches | FileCheck %s --check-prefix=BESIDE
; RUN: %kernelc -bitcode %s -processor znver5 -kernel _Z4tilePiPKi -lanes 32 -block rows+eight-warps -run-pass insert-prefetches | FileCheck %s --check-prefix=BESIDE
target triple = "x86_64-pc-linux-gnu"

; SPREAD-LABEL: define {{.*}} @_Z4tilePiPKi(
; SPREAD-NOT: prefetch
; SPREAD: call void @raddle_syncthreads
; SPREAD-COUNT-8: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; SPREAD-NOT: prefetch
; Each side has a second barrier; the third is only on one.
; SPREAD: br i1
; SPREAD: call void @raddle_syncthreads
; SPREAD-COUNT-8: call void @llvm.prefetch
; SPREAD-NOT: prefetch
; SPREAD: call void @raddle_syncthreads
; SPREAD-NOT: prefetch
; SPREAD: call void @raddle_syncthreads
; SPREAD-COUNT-8: call void @llvm.prefetch
; SPREAD: ret void
; BESIDE-LABEL: define {{.*}} @_Z4tilePiPKi(
; BESIDE: call void @llvm.prefetch
; BESIDE: call void @raddle_syncthreads
;   __global__ void tile(int *out, const int *in) {
;     __shared__ int shared[128 * 16];
;     int items[16];
;   #pragma unroll
;     for (int i = 0; i < 16; ++i)
;       items[i] = in[blockIdx.x * 128 * 16 + 128 * i + threadIdx.x];
;   #pragma unroll
;     for (int i = 0; i < 16; ++i)
;       shared[128 * i + threadIdx.x] = items[i];
;     __syncthreads();
;     int sum = shared[threadIdx.x ^ 1];
;     if (blockIdx.x == 0) {
;       __syncthreads();
;       shared[threadIdx.x] = sum + 1;
;       __syncthreads();
;     } else {
;       __syncthreads();
;       shared[threadIdx.x] = sum * 3;
;     }
;     out[blockIdx.x * 128 + threadIdx.x] = shared[threadIdx.x + 128];
;   }
define void @_Z4tilePiPKi(ptr %thread, ptr %0, ptr %1) {
.preheader:
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call ptr @raddle.thread.16()
  %7 = load i32, ptr %6, align 4
  %8 = shl i32 %7, 11
  %9 = tail call i32 @raddle.thread.0()
  %10 = or disjoint i32 %9, %8
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds i32, ptr %1, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = add nuw nsw i32 %9, 128
  %15 = or disjoint i32 %14, %8
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds i32, ptr %1, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = add nuw nsw i32 %9, 256
  %20 = or disjoint i32 %19, %8
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds i32, ptr %1, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = add nuw nsw i32 %9, 384
  %25 = or disjoint i32 %24, %8
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds i32, ptr %1, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = add nuw nsw i32 %9, 512
  %30 = or disjoint i32 %29, %8
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds i32, ptr %1, i64 %31
  %33 = load i32, ptr %32, align 4
  %34 = add nuw nsw i32 %9, 640
  %35 = or disjoint i32 %34, %8
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds i32, ptr %1, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = add nuw nsw i32 %9, 768
  %40 = or disjoint i32 %39, %8
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds i32, ptr %1, i64 %41
  %43 = load i32, ptr %42, align 4
  %44 = add nuw nsw i32 %9, 896
  %45 = or disjoint i32 %44, %8
  %46 = zext i32 %45 to i64
  %47 = getelementptr inbounds i32, ptr %1, i64 %46
  %48 = load i32, ptr %47, align 4
  %49 = or disjoint i32 %9, 1024
  %50 = or disjoint i32 %49, %8
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds i32, ptr %1, i64 %51
  %53 = load i32, ptr %52, align 4
  %54 = add nuw nsw i32 %9, 1152
  %55 = add i32 %54, %8
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds i32, ptr %1, i64 %56
  %58 = load i32, ptr %57, align 4
  %59 = add nuw nsw i32 %9, 1280
  %60 = add i32 %59, %8
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds i32, ptr %1, i64 %61
  %63 = load i32, ptr %62, align 4
  %64 = add nuw nsw i32 %9, 1408
  %65 = add i32 %64, %8
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds i32, ptr %1, i64 %66
  %68 = load i32, ptr %67, align 4
  %69 = add nuw nsw i32 %9, 1536
  %70 = add i32 %69, %8
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds i32, ptr %1, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = add nuw nsw i32 %9, 1664
  %75 = add i32 %74, %8
  %76 = zext i32 %75 to i64
  %77 = getelementptr inbounds i32, ptr %1, i64 %76
  %78 = load i32, ptr %77, align 4
  %79 = add nuw nsw i32 %9, 1792
  %80 = add i32 %79, %8
  %81 = zext i32 %80 to i64
  %82 = getelementptr inbounds i32, ptr %1, i64 %81
  %83 = load i32, ptr %82, align 4
  %84 = add nuw nsw i32 %9, 1920
  %85 = add i32 %84, %8
  %86 = zext i32 %85 to i64
  %87 = getelementptr inbounds i32, ptr %1, i64 %86
  %88 = load i32, ptr %87, align 4
  %89 = zext nneg i32 %9 to i64
  %90 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %89
  store i32 %13, ptr %90, align 4
  %91 = zext nneg i32 %14 to i64
  %92 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %91
  store i32 %18, ptr %92, align 4
  %93 = zext nneg i32 %19 to i64
  %94 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %93
  store i32 %23, ptr %94, align 4
  %95 = zext nneg i32 %24 to i64
  %96 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %95
  store i32 %28, ptr %96, align 4
  %97 = zext nneg i32 %29 to i64
  %98 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %97
  store i32 %33, ptr %98, align 4
  %99 = zext nneg i32 %34 to i64
  %100 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %99
  store i32 %38, ptr %100, align 4
  %101 = zext nneg i32 %39 to i64
  %102 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %101
  store i32 %43, ptr %102, align 4
  %103 = zext nneg i32 %44 to i64
  %104 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %103
  store i32 %48, ptr %104, align 4
  %105 = zext nneg i32 %49 to i64
  %106 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %105
  store i32 %53, ptr %106, align 4
  %107 = zext nneg i32 %54 to i64
  %108 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %107
  store i32 %58, ptr %108, align 4
  %109 = zext nneg i32 %59 to i64
  %110 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %109
  store i32 %63, ptr %110, align 4
  %111 = zext nneg i32 %64 to i64
  %112 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %111
  store i32 %68, ptr %112, align 4
  %113 = zext nneg i32 %69 to i64
  %114 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %113
  store i32 %73, ptr %114, align 4
  %115 = zext nneg i32 %74 to i64
  %116 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %115
  store i32 %78, ptr %116, align 4
  %117 = zext nneg i32 %79 to i64
  %118 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %117
  store i32 %83, ptr %118, align 4
  %119 = zext nneg i32 %84 to i64
  %120 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %119
  store i32 %88, ptr %120, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  %121 = xor i32 %9, 1
  %122 = zext nneg i32 %121 to i64
  %123 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %122
  %124 = load i32, ptr %123, align 4
  %125 = icmp eq i32 %7, 0
  br i1 %125, label %126, label %128
126:
  notail call void @raddle_syncthreads(ptr %thread)
  %127 = add nsw i32 %124, 1
  store i32 %127, ptr %90, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  br label %130
128:
  notail call void @raddle_syncthreads(ptr %thread)
  %129 = mul nsw i32 %124, 3
  store i32 %129, ptr %90, align 4
  br label %130
130:
  %131 = load i32, ptr %92, align 4
  %132 = shl i32 %7, 7
  %133 = add i32 %132, %9
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds i32, ptr %0, i64 %134
  store i32 %131, ptr %135, align 4
  ret void
}
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4tilePiPKi, !"kernel", i32 1}
