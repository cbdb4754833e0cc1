; A function that is not inlined becomes one for the lanes that call it; what all of its callers agree on stays
; scalar.
; RUN: %kernelc -bitcode %s -kernel _Z6kernelPKfPfi -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; The table and the limit are the same for all lanes, the index is not.
; CHECK-DAG: define internal <32 x float> @_Z6lookupPKfii.warp(ptr %thread, i32 %mask, i32 %live, ptr %{{[^,]*}}, <32 x i32> %{{[^,]*}}, i32 %{{[^)]*}})
; What does not depend on the lane is given back once.
; CHECK-DAG: define internal float @_Z5scalePKfi.warp(ptr %thread, i32 %mask, i32 %live, ptr %{{[^,]*}}, i32 %{{[^)]*}})
; A structure of vectors.
; CHECK-DAG: define internal { <32 x float>, <32 x i32> } @_Z4pairfi.warp(ptr %thread, i32 %mask, i32 %live, <32 x float> %{{[^,]*}}, <32 x i32> %{{[^)]*}})
; CHECK-NOT: define {{.*}} @_Z6lookupPKfii(

;   __device__ __noinline__ float lookup(const float *table, int i, int limit) {
;     if (i >= limit)
;       return 0.0f;
;     return table[i * 7 % limit];
;   }

;   __device__ __noinline__ float scale(const float *table, int limit) { return table[limit] + table[limit / 2]; }

;   struct Pair {
;     float value;
;     int index;
;   };
;   __device__ __noinline__ Pair pair(float value, int index) { return {value * 2.0f, index + 1}; }

;   __global__ void kernel(const float *table, float *out, int n) {
;     const int i = blockIdx.x * blockDim.x + threadIdx.x;
;     float sum = scale(table, n);
;     for (int k = 0; k < i % 5; ++k)
;       sum += lookup(table, i * k, n);
;     const Pair found = pair(sum, i % 3);
;     out[i] = found.value * found.index;
;   }
%struct.Pair = type { float, i32 }
define float @_Z6lookupPKfii(ptr %thread, ptr %0, i32 %1, i32 %2) {
  %.not = icmp slt i32 %1, %2
  br i1 %.not, label %4, label %16
4:
  %5 = mul nsw i32 %1, 7
  %divisor.is.zero = icmp eq i32 %2, 0
  br i1 %divisor.is.zero, label %6, label %7
6:
  tail call void @raddle_division_by_zero(ptr %thread)
  br label %11
7:
  %8 = icmp eq i32 %2, -1
  %9 = select i1 %8, i32 1, i32 %2
  %10 = srem i32 %5, %9
  br label %11
11:
  %12 = phi i32 [ %5, %6 ], [ %10, %7 ]
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %0, i64 %13
  %15 = load float, ptr %14, align 4
  br label %16
16:
  %.0 = phi float [ %15, %11 ], [ 0.000000e+00, %3 ]
  ret float %.0
}
define float @_Z5scalePKfi(ptr %thread, ptr %0, i32 %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds float, ptr %0, i64 %3
  %5 = load float, ptr %4, align 4
  %6 = sdiv i32 %1, 2
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds float, ptr %0, i64 %7
  %9 = load float, ptr %8, align 4
  %10 = fadd float %5, %9
  ret float %10
}
define %struct.Pair @_Z4pairfi(ptr %thread, float %0, i32 %1) {
  %3 = fmul float %0, 2.000000e+00
  %4 = add nsw i32 %1, 1
  %.fca.0.insert = insertvalue %struct.Pair poison, float %3, 0
  %.fca.1.insert = insertvalue %struct.Pair %.fca.0.insert, i32 %4, 1
  ret %struct.Pair %.fca.1.insert
}
define void @_Z6kernelPKfPfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = mul i32 %7, %5
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %8, %9
  %11 = tail call float @_Z5scalePKfi(ptr %thread, ptr %0, i32 %2)
  %12 = srem i32 %10, 5
  %13 = icmp sgt i32 %12, 0
  br i1 %13, label %.lr.ph.preheader, label %._crit_edge
.lr.ph.preheader:
  br label %.lr.ph
._crit_edge.loopexit:
  %.lcssa = phi float [ %24, %.lr.ph ]
  br label %._crit_edge
._crit_edge:
  %.0.lcssa = phi float [ %11, %3 ], [ %.lcssa, %._crit_edge.loopexit ]
  %14 = srem i32 %10, 3
  %15 = tail call %struct.Pair @_Z4pairfi(ptr %thread, float %.0.lcssa, i32 %14)
  %16 = extractvalue %struct.Pair %15, 0
  %17 = extractvalue %struct.Pair %15, 1
  %18 = sitofp i32 %17 to float
  %19 = fmul float %16, %18
  %20 = sext i32 %10 to i64
  %21 = getelementptr inbounds float, ptr %1, i64 %20
  store float %19, ptr %21, align 4
  ret void
.lr.ph:
  %.015 = phi float [ %24, %.lr.ph ], [ %11, %.lr.ph.preheader ]
  %.01314 = phi i32 [ %25, %.lr.ph ], [ 0, %.lr.ph.preheader ]
  %22 = mul nsw i32 %.01314, %10
  %23 = tail call float @_Z6lookupPKfii(ptr %thread, ptr %0, i32 %22, i32 %2)
  %24 = fadd float %.015, %23
  %25 = add nuw nsw i32 %.01314, 1
  %exitcond.not = icmp eq i32 %25, %12
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %.lr.ph
}
declare void @raddle_division_by_zero(ptr) local_unnamed_addr
declare ptr @raddle.thread.16() local_unnamed_addr
declare i32 @raddle.thread.0() local_unnamed_addr
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z6kernelPKfPfi, !"kernel", i32 1}
