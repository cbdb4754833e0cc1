; A gather or scatter costs the same for no lane at all as for 32, so what holds one is skipped where no lane waits: here
; the warps of a block that have no part in the borders. Contiguous accesses are made with an empty mask.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7bordersPKfPf -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=BORDERS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5innerPKfPf -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=INNER
target triple = "x86_64-pc-linux-gnu"

; BORDERS: define {{.*}}_Z7bordersPKfPf
; BORDERS: br i1 {{.*}}, label %{{.*}}, label %skip.
; BORDERS: call {{.*}}@llvm.masked.gather
; BORDERS: call {{.*}}@llvm.masked.scatter
;   __global__ void borders(const float *in, float *out) {
;     __shared__ float row[258];
;     const int t = threadIdx.x;
;     row[t + 1] = in[t + 1];
;     if (t == 0)
;       row[0] = in[0];
;     if (t == 255)
;       row[257] = in[257];
;     __syncthreads();
;     out[t] = row[t] + row[t + 2];
;   }
define void @_Z7bordersPKfPf(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = add nuw nsw i32 %7, 1
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %0, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = getelementptr inbounds [258 x float], ptr %6, i64 0, i64 %9
  store float %11, ptr %12, align 4
  br label %NodeBlock
NodeBlock:
  %Pivot = icmp slt i32 %7, 255
  br i1 %Pivot, label %LeafBlock, label %LeafBlock3
LeafBlock3:
  %SwitchLeaf4 = icmp eq i32 %7, 255
  br i1 %SwitchLeaf4, label %13, label %17
LeafBlock:
  %SwitchLeaf = icmp eq i32 %7, 0
  br i1 %SwitchLeaf, label %.sink.split, label %17
13:
  %14 = getelementptr inbounds i8, ptr %6, i64 1028
  %15 = getelementptr inbounds i8, ptr %0, i64 1028
  br label %.sink.split
.sink.split:
  %.sink2 = phi ptr [ %15, %13 ], [ %0, %LeafBlock ]
  %.sink1 = phi ptr [ %14, %13 ], [ %6, %LeafBlock ]
  %16 = load float, ptr %.sink2, align 4
  store float %16, ptr %.sink1, align 4
  br label %17
17:
  notail call void @raddle_syncthreads(ptr %thread)
  %18 = zext nneg i32 %7 to i64
  %19 = getelementptr inbounds [258 x float], ptr %6, i64 0, i64 %18
  %20 = load float, ptr %19, align 4
  %21 = add nuw nsw i32 %7, 2
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds [258 x float], ptr %6, i64 0, i64 %22
  %24 = load float, ptr %23, align 4
  %25 = fadd float %20, %24
  %26 = getelementptr inbounds float, ptr %1, i64 %18
  store float %25, ptr %26, align 4
  ret void
}

; INNER: define {{.*}}_Z5innerPKfPf
; INNER-NOT: label %skip
; INNER: call {{.*}}@llvm.masked.store
; INNER-NOT: label %skip
; INNER: ret void
;   __global__ void inner(const float *in, float *out) {
;     const int t = threadIdx.x;
;     if (in[t] < 0)
;       out[t] = 1;
;   }
define void @_Z5innerPKfPf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %0, i64 %4
  %6 = load float, ptr %5, align 4
  %7 = fcmp olt float %6, 0.000000e+00
  br i1 %7, label %8, label %10
8:
  %9 = getelementptr inbounds float, ptr %1, i64 %4
  store float 1.000000e+00, ptr %9, align 4
  br label %10
10:
  ret void
}
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z7bordersPKfPf, !"kernel", i32 1}
!1 = !{ptr @_Z5innerPKfPf, !"kernel", i32 1}
