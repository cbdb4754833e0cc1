; The end that a full tile and a guarded one have in common is there twice: without masks for the full tile.
; RUN: %kernelc -bitcode %s -kernel _Z5scalePfPKfi -lanes 32 -block rows -run-pass separate-full-warp-paths | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z5scalePfPKfi(
; CHECK: .full:
; CHECK-NOT: {{^[^ ;].*:}}
; CHECK: load float
; CHECK: store float
; CHECK-NEXT: br label
;   __global__ void scale(float *out, const float *in, int n) {
;     const int first = blockIdx.x * 512, left = n - first;
;     if (left >= 512) {
;       for (int item = 0; item < 2; ++item)
;         out[first + item * 256 + threadIdx.x] = in[first + item * 256 + threadIdx.x] * 3;
;     } else {
;       for (int item = 0; item < 2; ++item)
;         if (int(item * 256 + threadIdx.x) < left)
;           out[first + item * 256 + threadIdx.x] = in[first + item * 256 + threadIdx.x] * 3;
;     }
;   }
define void @_Z5scalePfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call ptr @raddle.thread.16()
  %5 = load i32, ptr %4, align 4
  %6 = shl i32 %5, 9
  %7 = sub nsw i32 %2, %6
  %8 = icmp sgt i32 %7, 511
  %9 = tail call i32 @raddle.thread.0()
  %10 = add i32 %6, %9
  br i1 %8, label %.preheader, label %.preheader2
.preheader2:
  %11 = icmp slt i32 %9, %7
  br i1 %11, label %17, label %23
.preheader:
  %12 = zext i32 %10 to i64
  %13 = getelementptr inbounds float, ptr %1, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = fmul float %14, 3.000000e+00
  %16 = getelementptr inbounds float, ptr %0, i64 %12
  store float %15, ptr %16, align 4
  br label %.loopexit.sink.split
17:
  %18 = zext i32 %10 to i64
  %19 = getelementptr inbounds float, ptr %1, i64 %18
  %20 = load float, ptr %19, align 4
  %21 = fmul float %20, 3.000000e+00
  %22 = getelementptr inbounds float, ptr %0, i64 %18
  store float %21, ptr %22, align 4
  br label %23
23:
  %24 = add nuw nsw i32 %9, 256
  %25 = icmp slt i32 %24, %7
  br i1 %25, label %.loopexit.sink.split, label %.loopexit
.loopexit.sink.split:
  %26 = add i32 %10, 256
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds float, ptr %1, i64 %27
  %29 = load float, ptr %28, align 4
  %30 = fmul float %29, 3.000000e+00
  %31 = getelementptr inbounds float, ptr %0, i64 %27
  store float %30, ptr %31, align 4
  br label %.loopexit
.loopexit:
  ret void
}
declare ptr @raddle.thread.16()
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z5scalePfPKfi, !"kernel", i32 1}
