; With AVX-512, rsqrtf is the processor's estimate and five operations, without a rare way; alike for one thread.
; RUN: split-file-19 %s %t
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/root.ll -kernel _Z4rootPfPKf -lanes 32 -block rows -run-pass widen,bind-maths | FileCheck %s --check-prefixes=CHECK,VECTOR
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/root_2.ll -kernel _Z4rootPfPKf -lanes 1 -run-pass bind-maths | FileCheck %s --check-prefixes=CHECK,SCALAR
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t/root_3.ll -kernel _Z4rootPfPKf -lanes 32 -block rows -run-pass bind-maths | FileCheck %s --check-prefix=OTHER

;--- root.ll

; CHECK-LABEL: define {{.*}} @_Z4rootPfPKf(
; CHECK-NOT: br i1
; VECTOR-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; SCALAR: call <4 x float> @llvm.x86.avx512.rsqrt14.ss(
; CHECK-NOT: br i1
; CHECK: ret void

; OTHER-LABEL: define {{.*}} @_Z4rootPfPKf(
; OTHER-NOT: rsqrt14
; OTHER: br i1
;   __global__ void root(float *out, const float *in) { out[threadIdx.x] = rsqrtf(in[threadIdx.x]); }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4rootPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %1, i64 %4
  %6 = load float, ptr %5, align 4
  %7 = tail call float @raddle.root.estimate.f32(float %6)
  %8 = fneg float %7
  %9 = fmul float %6, %8
  %10 = tail call float @llvm.fma.f32(float %9, float %7, float 3.000000e+00)
  %11 = fmul float %7, 5.000000e-01
  %12 = fcmp olt float %10, 0x4000020000000000
  %13 = select i1 %12, float %10, float 0x4000020000000000
  %14 = fmul float %11, %13
  %15 = getelementptr inbounds float, ptr %0, i64 %4
  store float %14, ptr %15, align 4
  ret void
}
declare float @llvm.fma.f32(float, float, float)
declare i32 @raddle.thread.0()
declare float @raddle.root.estimate.f32(float)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4rootPfPKf, !"kernel", i32 1}

;--- root_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z4rootPfPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = getelementptr inbounds i8, ptr %thread, i32 0
  %4 = load i32, ptr %3, align 4
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds float, ptr %1, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = tail call float @raddle.root.estimate.f32(float %7)
  %9 = fneg float %8
  %10 = fmul float %7, %9
  %11 = tail call float @llvm.fma.f32(float %10, float %8, float 3.000000e+00)
  %12 = fmul float %8, 5.000000e-01
  %13 = fcmp olt float %11, 0x4000020000000000
  %14 = select i1 %13, float %11, float 0x4000020000000000
  %15 = fmul float %12, %14
  %16 = getelementptr inbounds float, ptr %0, i64 %5
  store float %15, ptr %16, align 4
  ret void
}
declare float @llvm.fma.f32(float, float, float)
declare float @raddle.root.estimate.f32(float)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4rootPfPKf, !"kernel", i32 1}

;--- root_3.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z4rootPfPKf(ptr %thread, ptr %0, ptr %1) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.waiting = alloca <32 x i1>, align 4
  %.mask2 = alloca <32 x i1>, align 4
  %.waiting3 = alloca <32 x i1>, align 4
  %__nv_rsqrtf.exit.mask = alloca <32 x i1>, align 4
  %.next = alloca <32 x float>, align 128
  %2 = getelementptr inbounds i8, ptr %thread, i32 0
  %3 = load i32, ptr %2, align 4
  %4 = alloca i64, align 8
  %5 = alloca <32 x float>, align 128
  %6 = alloca <32 x i32>, align 128
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting3, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %7
7:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %8 = zext i32 %3 to i64
  store i64 %8, ptr %4, align 8
  %9 = getelementptr float, ptr %1, i64 %8
  %10 = load <32 x float>, ptr %9, align 4
  store <32 x float> %10, ptr %5, align 128
  %11 = bitcast <32 x float> %10 to <32 x i32>
  store <32 x i32> %11, ptr %6, align 128
  %12 = add <32 x i32> %11, <i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608, i32 -8388608>
  %13 = icmp ult <32 x i32> %12, <i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432, i32 2130706432>
  %14 = xor <32 x i1> %13, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  store <32 x i1> %13, ptr %.waiting, align 4
  store <32 x i1> %14, ptr %.waiting3, align 4
  %15 = load <32 x i1>, ptr %.waiting, align 4
  %16 = bitcast <32 x i1> %15 to i32
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %skip.
18:
  %19 = load <32 x i1>, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> %19, ptr %.mask1, align 4
  %20 = load <32 x i32>, ptr %6, align 128
  %21 = lshr <32 x i32> %20, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %22 = sub <32 x i32> <i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752, i32 1594570752>, %21
  %23 = bitcast <32 x i32> %22 to <32 x float>
  %24 = fneg <32 x float> %23
  %25 = load <32 x float>, ptr %5, align 128
  %26 = fmul <32 x float> %25, %24
  %27 = call <32 x float> @llvm.fma.v32f32(<32 x float> %26, <32 x float> %23, <32 x float> <float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000, float 0x3FFE417FE0000000>)
  %28 = fmul <32 x float> %27, %23
  %29 = fneg <32 x float> %28
  %30 = fmul <32 x float> %25, %29
  %31 = call <32 x float> @llvm.fma.v32f32(<32 x float> %30, <32 x float> %28, <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>)
  %32 = fmul <32 x float> %28, %31
  %33 = call <32 x float> @llvm.fma.v32f32(<32 x float> %31, <32 x float> <float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01, float 3.750000e-01>, <32 x float> <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>)
  %34 = call <32 x float> @llvm.fma.v32f32(<32 x float> %32, <32 x float> %33, <32 x float> %28)
  store <32 x float> %34, ptr %.next, align 128
  %35 = load <32 x i1>, ptr %.waiting3, align 4
  %36 = bitcast <32 x i1> %35 to i32
  %37 = icmp ne i32 %36, 0
  br i1 %37, label %38, label %skip.4
38:
  %39 = load <32 x i1>, ptr %.waiting3, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting3, align 4
  store <32 x i1> %39, ptr %.mask2, align 4
  %40 = load <32 x float>, ptr %5, align 128
  %41 = call <32 x float> @llvm.sqrt.v32f32(<32 x float> %40)
  %42 = fdiv <32 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, %41
  %43 = load <32 x float>, ptr %.next, align 128
  %44 = select <32 x i1> %39, <32 x float> %42, <32 x float> %43
  store <32 x float> %44, ptr %.next, align 128
  br label %__nv_rsqrtf.exit
__nv_rsqrtf.exit:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %__nv_rsqrtf.exit.mask, align 4
  %45 = load <32 x float>, ptr %.next, align 128
  %46 = load i64, ptr %4, align 8
  %47 = getelementptr float, ptr %0, i64 %46
  store <32 x float> %45, ptr %47, align 4
  ret void
skip.:
  br label %38
skip.4:
  br label %__nv_rsqrtf.exit
}
declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, <32 x float>)
declare <32 x float> @llvm.sqrt.v32f32(<32 x float>)
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z4rootPfPKf, !"kernel", i32 1}
