; Loops that add up leave special cases to a second run; where a NaN could get lost, there is none.
; RUN: split-file-19 %s %t
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/sums.ll -kernel _Z4sumsPfPKfif -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=SUMS
; RUN: env RADDLE_ISA=avx512 %kernelc -processor znver4 -bitcode %t/sums_2.ll -kernel _Z4sumsPfPKfif -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=ZEN
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/sums.ll -kernel _Z4sumsPfPKfif -lanes 1 -run-pass skip-special-cases | FileCheck %s --check-prefix=ONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/largest.ll -kernel _Z7largestPfPKfi -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=ONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/until.ll -kernel _Z5untilPfPKff -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=ONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/stored.ll -kernel _Z6storedPfPKfi -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=ONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/last.ll -kernel _Z4lastPfPKfi -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=ONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/few.ll -kernel _Z3fewPfPKf -lanes 32 -run-pass skip-special-cases | FileCheck %s --check-prefix=ONE

;--- sums.ll

; The estimate for four times the argument, into which the addend's product goes.
; SUMS: %[[ADDEND:.*]] = fmul float %3, 4.000000e+00
; SUMS: %[[NAN:.*]] = fcmp uno float
; SUMS-NEXT: br i1 %[[NAN]], label %special.again, label %special.join, !prof
; SUMS: call float @raddle.root.estimate.f32(
; SUMS: select
; SUMS: special.join:
; SUMS: %[[FOURFOLD:.*]] = call float @llvm.fma.f32(float {{.*}}, float 4.000000e+00, float %[[ADDEND]])
; SUMS-NEXT: call float @raddle.root.estimate.f32(float %[[FOURFOLD]])
; SUMS-NOT: select
; SUMS: br i1
; Zen halves the estimate by its exponent, and leaves the products' units to others.
; ZEN: special.join:
; ZEN: %[[ESTIMATE:[^ ]+]] = {{.*}}call float @raddle.root.estimate.f32(
; ZEN: bitcast float %[[ESTIMATE]] to i32
; ZEN: add i32 %{{.*}}, -8388608
; ZEN-NOT: select
; ZEN: br i1
; ONE-NOT: fcmp uno
; ONE-NOT: unless.nan
; ONE: call float @raddle.root.estimate.f32(
; ONE: select
; ONE-NOT: call float @raddle.root.estimate.f32(
;   __global__ void sums(float *out, const float *in, int count, float addend) {
;     float sum = 0;
;     for (int i = 0; i < count; ++i) {
;       float d = in[i] - in[threadIdx.x];
;       sum += d * rsqrtf(d + addend);
;     }
;     out[threadIdx.x] = sum;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4sumsPfPKfif(ptr %thread, ptr %0, ptr %1, i32 %2, float %3) nounwind memory(argmem: readwrite) {
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %.lr.ph, label %._crit_edge
.lr.ph:
  %6 = tail call i32 @raddle.thread.0()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds float, ptr %1, i64 %7
  %9 = load float, ptr %8, align 4
  br label %13
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %4 ], [ %34, %13 ]
  %10 = tail call i32 @raddle.thread.0()
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  store float %.01.lcssa, ptr %12, align 4
  ret void
13:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %35, %13 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %34, %13 ]
  %14 = zext nneg i32 %.03 to i64
  %15 = getelementptr inbounds float, ptr %1, i64 %14
  %16 = load float, ptr %15, align 4
  %17 = fsub float %16, %9
  %18 = fadd float %17, %3
  %19 = tail call float @raddle.root.estimate.f32(float %18)
  %20 = fneg float %19
  %21 = fmul float %18, %20
  %22 = tail call float @llvm.fma.f32(float %21, float %19, float 3.000000e+00)
  %23 = fmul float %19, 5.000000e-01
  %24 = fcmp olt float %22, 0x4000020000000000
  %25 = select i1 %24, float %22, float 0x4000020000000000
  %26 = fmul float %23, %25
  %27 = fmul float %18, 4.000000e+00
  %28 = tail call float @raddle.root.estimate.f32(float %27)
  %29 = fneg float %27
  %30 = fmul float %28, %29
  %31 = tail call float @llvm.fma.f32(float %30, float %28, float 3.000000e+00)
  %32 = fmul float %28, %31
  %33 = tail call float @raddle.unless.nan.f32(float %32, float %26)
  %34 = call float @llvm.fma.f32(float %17, float %33, float %.012)
  %35 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %35, %2
  br i1 %exitcond.not, label %._crit_edge, label %13
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4sumsPfPKfif, !"kernel", i32 1}

;--- sums_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z4sumsPfPKfif(ptr %thread, ptr %0, ptr %1, i32 %2, float %3) nounwind memory(argmem: readwrite) {
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %.lr.ph, label %._crit_edge
.lr.ph:
  %6 = tail call i32 @raddle.thread.0()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds float, ptr %1, i64 %7
  %9 = load float, ptr %8, align 4
  br label %13
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %4 ], [ %32, %13 ]
  %10 = tail call i32 @raddle.thread.0()
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  store float %.01.lcssa, ptr %12, align 4
  ret void
13:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %33, %13 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %32, %13 ]
  %14 = zext nneg i32 %.03 to i64
  %15 = getelementptr inbounds float, ptr %1, i64 %14
  %16 = load float, ptr %15, align 4
  %17 = fsub float %16, %9
  %18 = fadd float %17, %3
  %19 = tail call float @raddle.root.estimate.f32(float %18)
  %20 = fneg float %19
  %21 = fmul float %18, %20
  %22 = tail call float @llvm.fma.f32(float %21, float %19, float 3.000000e+00)
  %23 = fmul float %19, 5.000000e-01
  %24 = fcmp olt float %22, 0x4000020000000000
  %25 = select i1 %24, float %22, float 0x4000020000000000
  %26 = fmul float %23, %25
  %27 = bitcast float %19 to i32
  %28 = add i32 %27, -8388608
  %29 = bitcast i32 %28 to float
  %30 = fmul float %22, %29
  %31 = tail call float @raddle.unless.nan.f32(float %30, float %26)
  %32 = call float @llvm.fma.f32(float %17, float %31, float %.012)
  %33 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %33, %2
  br i1 %exitcond.not, label %._crit_edge, label %13
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4sumsPfPKfif, !"kernel", i32 1}

;--- largest.ll

;   __global__ void largest(float *out, const float *in, int count) {
;     float sum = 0, most = 0;
;     for (int i = 0; i < count; ++i) {
;       float root = rsqrtf(in[i] * threadIdx.x);
;       sum += root;
;       most = fmaxf(most, root);
;     }
;     out[threadIdx.x] = sum + most;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z7largestPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind memory(argmem: readwrite) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = tail call i32 @raddle.thread.0()
  %6 = uitofp nneg i32 %5 to float
  br label %12
._crit_edge.loopexit:
  %7 = fadd float %32, %33
  br label %._crit_edge
._crit_edge:
  %8 = phi float [ 0.000000e+00, %3 ], [ %7, %._crit_edge.loopexit ]
  %9 = tail call i32 @raddle.thread.0()
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds float, ptr %0, i64 %10
  store float %8, ptr %11, align 4
  ret void
12:
  %.05 = phi i32 [ 0, %.lr.ph ], [ %34, %12 ]
  %.014 = phi float [ 0.000000e+00, %.lr.ph ], [ %33, %12 ]
  %.023 = phi float [ 0.000000e+00, %.lr.ph ], [ %32, %12 ]
  %13 = zext nneg i32 %.05 to i64
  %14 = getelementptr inbounds float, ptr %1, i64 %13
  %15 = load float, ptr %14, align 4
  %16 = fmul float %15, %6
  %17 = tail call float @raddle.root.estimate.f32(float %16)
  %18 = fneg float %17
  %19 = fmul float %16, %18
  %20 = tail call float @llvm.fma.f32(float %19, float %17, float 3.000000e+00)
  %21 = fmul float %17, 5.000000e-01
  %22 = fcmp olt float %20, 0x4000020000000000
  %23 = select i1 %22, float %20, float 0x4000020000000000
  %24 = fmul float %21, %23
  %25 = fmul float %16, 4.000000e+00
  %26 = tail call float @raddle.root.estimate.f32(float %25)
  %27 = fneg float %25
  %28 = fmul float %26, %27
  %29 = tail call float @llvm.fma.f32(float %28, float %26, float 3.000000e+00)
  %30 = fmul float %26, %29
  %31 = tail call float @raddle.unless.nan.f32(float %30, float %24)
  %32 = fadd float %.023, %31
  %33 = tail call float @llvm.nvvm.fmax.f(float %.014, float %31)
  %34 = add nuw nsw i32 %.05, 1
  %exitcond.not = icmp eq i32 %34, %2
  br i1 %exitcond.not, label %._crit_edge.loopexit, label %12
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
declare float @llvm.nvvm.fmax.f(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z7largestPfPKfi, !"kernel", i32 1}

;--- until.ll

;   __global__ void until(float *out, const float *in, float limit) {
;     float sum = 0;
;     for (int i = 0; sum < limit; ++i)
;       sum += rsqrtf(in[i] * threadIdx.x);
;     out[threadIdx.x] = sum;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5untilPfPKff(ptr %thread, ptr %0, ptr %1, float %2) nounwind memory(argmem: readwrite) {
  %4 = fcmp ogt float %2, 0.000000e+00
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = tail call i32 @raddle.thread.0()
  %6 = uitofp nneg i32 %5 to float
  br label %10
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %3 ], [ %30, %10 ]
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %0, i64 %8
  store float %.01.lcssa, ptr %9, align 4
  ret void
10:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %31, %10 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %30, %10 ]
  %11 = zext nneg i32 %.03 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fmul float %13, %6
  %15 = tail call float @raddle.root.estimate.f32(float %14)
  %16 = fneg float %15
  %17 = fmul float %14, %16
  %18 = tail call float @llvm.fma.f32(float %17, float %15, float 3.000000e+00)
  %19 = fmul float %15, 5.000000e-01
  %20 = fcmp olt float %18, 0x4000020000000000
  %21 = select i1 %20, float %18, float 0x4000020000000000
  %22 = fmul float %19, %21
  %23 = fmul float %14, 4.000000e+00
  %24 = tail call float @raddle.root.estimate.f32(float %23)
  %25 = fneg float %23
  %26 = fmul float %24, %25
  %27 = tail call float @llvm.fma.f32(float %26, float %24, float 3.000000e+00)
  %28 = fmul float %24, %27
  %29 = tail call float @raddle.unless.nan.f32(float %28, float %22)
  %30 = fadd float %.012, %29
  %31 = add nuw nsw i32 %.03, 1
  %32 = fcmp olt float %30, %2
  br i1 %32, label %10, label %._crit_edge
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z5untilPfPKff, !"kernel", i32 1}

;--- stored.ll

;   __global__ void stored(float *out, const float *in, int count) {
;     float sum = 0;
;     for (int i = 0; i < count; ++i) {
;       out[i] = in[i];
;       sum += rsqrtf(in[i] * threadIdx.x);
;     }
;     out[threadIdx.x] = sum;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6storedPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind memory(argmem: readwrite) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = tail call i32 @raddle.thread.0()
  %6 = uitofp nneg i32 %5 to float
  br label %10
._crit_edge:
  %.01.lcssa = phi float [ 0.000000e+00, %3 ], [ %31, %10 ]
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %0, i64 %8
  store float %.01.lcssa, ptr %9, align 4
  ret void
10:
  %.03 = phi i32 [ 0, %.lr.ph ], [ %32, %10 ]
  %.012 = phi float [ 0.000000e+00, %.lr.ph ], [ %31, %10 ]
  %11 = zext nneg i32 %.03 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = getelementptr inbounds float, ptr %0, i64 %11
  store float %13, ptr %14, align 4
  %15 = fmul float %13, %6
  %16 = tail call float @raddle.root.estimate.f32(float %15)
  %17 = fneg float %16
  %18 = fmul float %15, %17
  %19 = tail call float @llvm.fma.f32(float %18, float %16, float 3.000000e+00)
  %20 = fmul float %16, 5.000000e-01
  %21 = fcmp olt float %19, 0x4000020000000000
  %22 = select i1 %21, float %19, float 0x4000020000000000
  %23 = fmul float %20, %22
  %24 = fmul float %15, 4.000000e+00
  %25 = tail call float @raddle.root.estimate.f32(float %24)
  %26 = fneg float %24
  %27 = fmul float %25, %26
  %28 = tail call float @llvm.fma.f32(float %27, float %25, float 3.000000e+00)
  %29 = fmul float %25, %28
  %30 = tail call float @raddle.unless.nan.f32(float %29, float %23)
  %31 = fadd float %.012, %30
  %32 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %32, %2
  br i1 %exitcond.not, label %._crit_edge, label %10
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!7}
!7 = !{ptr @_Z6storedPfPKfi, !"kernel", i32 1}

;--- last.ll

; Not added up: what was NaN is forgotten in the next iteration.
;   __global__ void last(float *out, const float *in, int count) {
;     float sum = 0, before = 1;
;     for (int i = 0; i < count; ++i) {
;       sum += in[i];
;       before = in[i] + rsqrtf(in[i] * threadIdx.x);
;     }
;     out[threadIdx.x] = sum + before;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4lastPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) nounwind memory(argmem: readwrite) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %.lr.ph, label %25
._crit_edge:
  %5 = tail call i32 @raddle.thread.0()
  %6 = uitofp nneg i32 %5 to float
  %7 = fmul float %32, %6
  %8 = tail call float @raddle.root.estimate.f32(float %7)
  %9 = fneg float %8
  %10 = fmul float %7, %9
  %11 = tail call float @llvm.fma.f32(float %10, float %8, float 3.000000e+00)
  %12 = fmul float %8, 5.000000e-01
  %13 = fcmp olt float %11, 0x4000020000000000
  %14 = select i1 %13, float %11, float 0x4000020000000000
  %15 = fmul float %12, %14
  %16 = fmul float %7, 4.000000e+00
  %17 = tail call float @raddle.root.estimate.f32(float %16)
  %18 = fneg float %16
  %19 = fmul float %17, %18
  %20 = tail call float @llvm.fma.f32(float %19, float %17, float 3.000000e+00)
  %21 = fmul float %17, %20
  %22 = tail call float @raddle.unless.nan.f32(float %21, float %15)
  %23 = fadd float %32, %22
  %24 = fadd float %33, %23
  br label %25
25:
  %26 = phi float [ %24, %._crit_edge ], [ 1.000000e+00, %3 ]
  %27 = tail call i32 @raddle.thread.0()
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds float, ptr %0, i64 %28
  store float %26, ptr %29, align 4
  ret void
.lr.ph:
  %.04 = phi i32 [ %34, %.lr.ph ], [ 0, %3 ]
  %.023 = phi float [ %33, %.lr.ph ], [ 0.000000e+00, %3 ]
  %30 = zext nneg i32 %.04 to i64
  %31 = getelementptr inbounds float, ptr %1, i64 %30
  %32 = load float, ptr %31, align 4
  %33 = fadd float %.023, %32
  %34 = add nuw nsw i32 %.04, 1
  %exitcond.not = icmp eq i32 %34, %2
  br i1 %exitcond.not, label %._crit_edge, label %.lr.ph
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!8}
!8 = !{ptr @_Z4lastPfPKfi, !"kernel", i32 1}

;--- few.ll

;   __global__ void few(float *out, const float *in) {
;     float sum = 0;
;   #pragma unroll 1
;     for (int i = 0; i < 8; ++i)
;       sum += rsqrtf(in[i] * threadIdx.x);
;     out[threadIdx.x] = sum;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z3fewPfPKf(ptr %thread, ptr %0, ptr %1) nounwind memory(argmem: readwrite) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = uitofp nneg i32 %3 to float
  br label %8
5:
  %6 = zext nneg i32 %3 to i64
  %7 = getelementptr inbounds float, ptr %0, i64 %6
  store float %28, ptr %7, align 4
  ret void
8:
  %.03 = phi i32 [ 0, %2 ], [ %29, %8 ]
  %.012 = phi float [ 0.000000e+00, %2 ], [ %28, %8 ]
  %9 = zext nneg i32 %.03 to i64
  %10 = getelementptr inbounds float, ptr %1, i64 %9
  %11 = load float, ptr %10, align 4
  %12 = fmul float %11, %4
  %13 = tail call float @raddle.root.estimate.f32(float %12)
  %14 = fneg float %13
  %15 = fmul float %12, %14
  %16 = tail call float @llvm.fma.f32(float %15, float %13, float 3.000000e+00)
  %17 = fmul float %13, 5.000000e-01
  %18 = fcmp olt float %16, 0x4000020000000000
  %19 = select i1 %18, float %16, float 0x4000020000000000
  %20 = fmul float %17, %19
  %21 = fmul float %12, 4.000000e+00
  %22 = tail call float @raddle.root.estimate.f32(float %21)
  %23 = fneg float %21
  %24 = fmul float %22, %23
  %25 = tail call float @llvm.fma.f32(float %24, float %22, float 3.000000e+00)
  %26 = fmul float %22, %25
  %27 = tail call float @raddle.unless.nan.f32(float %26, float %20)
  %28 = fadd float %.012, %27
  %29 = add nuw nsw i32 %.03, 1
  %exitcond.not = icmp eq i32 %29, 8
  br i1 %exitcond.not, label %5, label %8
}
declare float @llvm.fma.f32(float, float, float) nounwind willreturn memory(none)
declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare float @raddle.root.estimate.f32(float) nounwind willreturn memory(none)
declare float @raddle.unless.nan.f32(float, float) nounwind willreturn memory(none)
!nvvm.annotations = !{!9}
!9 = !{ptr @_Z3fewPfPKf, !"kernel", i32 1}
