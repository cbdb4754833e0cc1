; Where threads have several elements a row apart, all warps go through one row before any begins the next. One that needs
; what it read in the row before goes through all rows, and so do warps between which messages stay in order.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5scalePfPKfi -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7guardedPfPKfi -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=GUARDED
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z7carriedPfPKfi -lanes 32 -block rows+eight-warps -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z5scalePfPKfi -lanes 32 -block rows-of-32+one-warp -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=NONE
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z5scalePfPKfi(
; CHECK: .warp{{.*}}:
; CHECK: load <32 x float>
; CHECK: store <32 x float>
; CHECK: .warp{{.*}}:
; CHECK: load <32 x float>
; CHECK: store <32 x float>
; CHECK: ret void
;   __global__ void scale(float *out, const float *in, int n) {
;     int i = blockIdx.x * 512 + threadIdx.x;
;     out[i] = in[i] * 3;
;     out[i + 256] = in[i + 256] * 3;
;   }
define void @_Z5scalePfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %3 = getelementptr inbounds i8, ptr %thread, i32 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %thread, i32 0
  %6 = load i32, ptr %5, align 4
  br label %start
start:
  br label %7
7:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %8 = load i32, ptr %4, align 4
  %9 = shl i32 %8, 9
  %10 = add i32 %9, %6
  %11 = sext i32 %10 to i64
  %12 = getelementptr float, ptr %1, i64 %11
  %13 = getelementptr i8, ptr %12, i64 256
  call void @llvm.prefetch.p0(ptr %13, i32 0, i32 3, i32 1)
  %14 = getelementptr i8, ptr %13, i64 64
  call void @llvm.prefetch.p0(ptr %14, i32 0, i32 3, i32 1)
  %15 = load <32 x float>, ptr %12, align 4
  %16 = fmul <32 x float> %15, <float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00>
  %17 = getelementptr float, ptr %0, i64 %11
  %18 = getelementptr i8, ptr %17, i64 2048
  call void @llvm.prefetch.p0(ptr %18, i32 0, i32 3, i32 1)
  %19 = getelementptr i8, ptr %18, i64 64
  call void @llvm.prefetch.p0(ptr %19, i32 0, i32 3, i32 1)
  store <32 x float> %16, ptr %17, align 4
  %20 = add i32 %10, 256
  %21 = sext i32 %10 to i64
  %22 = add i64 %21, 256
  %23 = getelementptr float, ptr %1, i64 %22
  %24 = getelementptr i8, ptr %23, i64 256
  call void @llvm.prefetch.p0(ptr %24, i32 0, i32 3, i32 1)
  %25 = getelementptr i8, ptr %24, i64 64
  call void @llvm.prefetch.p0(ptr %25, i32 0, i32 3, i32 1)
  %26 = load <32 x float>, ptr %23, align 4
  %27 = fmul <32 x float> %26, <float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00>
  %28 = getelementptr float, ptr %0, i64 %22
  %29 = getelementptr i8, ptr %28, i64 2048
  call void @llvm.prefetch.p0(ptr %29, i32 0, i32 3, i32 1)
  %30 = getelementptr i8, ptr %29, i64 64
  call void @llvm.prefetch.p0(ptr %30, i32 0, i32 3, i32 1)
  store <32 x float> %27, ptr %28, align 4
  ret void
}

; GUARDED-LABEL: define {{.*}} @_Z7guardedPfPKfi(
; GUARDED-COUNT-2: .warps:
; GUARDED: ret void
;   __global__ void guarded(float *out, const float *in, int n) {
;     int first = blockIdx.x * 512 + threadIdx.x;
;     for (int row = 0; row < 2; ++row)
;       if (int i = first + row * 256; i < n)
;         out[i] = in[i] * 3;
;   }
define void @_Z7guardedPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.waiting = alloca <32 x i1>, align 4
  %.rest.mask = alloca <32 x i1>, align 4
  %.rest.waiting = alloca <32 x i1>, align 4
  %.mask2 = alloca <32 x i1>, align 4
  %.waiting3 = alloca <32 x i1>, align 4
  %.mask4 = alloca <32 x i1>, align 4
  %.mask5 = alloca <32 x i1>, align 4
  %.waiting6 = alloca <32 x i1>, align 4
  %.rest2.mask = alloca <32 x i1>, align 4
  %.rest2.waiting = alloca <32 x i1>, align 4
  %.mask7 = alloca <32 x i1>, align 4
  %.waiting8 = alloca <32 x i1>, align 4
  %.mask9 = alloca <32 x i1>, align 4
  %.waiting10 = alloca <32 x i1>, align 4
  %3 = getelementptr inbounds i8, ptr %thread, i32 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %thread, i32 0
  %6 = load i32, ptr %5, align 4
  %7 = alloca i32, align 4
  %8 = alloca <32 x i1>, align 4
  %9 = alloca <32 x i1>, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.rest.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting3, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting6, align 4
  store <32 x i1> zeroinitializer, ptr %.rest2.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting8, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting10, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %10
10:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %11 = load i32, ptr %4, align 4
  %12 = shl i32 %11, 9
  %13 = add i32 %12, %6
  store i32 %13, ptr %7, align 4
  %.splatinsert = insertelement <32 x i32> poison, i32 %13, i64 0
  %.splat = shufflevector <32 x i32> %.splatinsert, <32 x i32> poison, <32 x i32> zeroinitializer
  %14 = add <32 x i32> %.splat, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %.splatinsert11 = insertelement <32 x i32> poison, i32 %2, i64 0
  %.splat12 = shufflevector <32 x i32> %.splatinsert11, <32 x i32> poison, <32 x i32> zeroinitializer
  %15 = icmp slt <32 x i32> %14, %.splat12
  store <32 x i1> %15, ptr %8, align 4
  %16 = add i32 %13, 31
  %17 = icmp slt i32 %16, %2
  br i1 %17, label %.true, label %.false
18:
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask1, align 4
  %19 = load i32, ptr %7, align 4
  %20 = sext i32 %19 to i64
  %21 = getelementptr float, ptr %1, i64 %20
  %22 = getelementptr i8, ptr %21, i64 256
  call void @llvm.prefetch.p0(ptr %22, i32 0, i32 3, i32 1)
  %23 = getelementptr i8, ptr %22, i64 64
  call void @llvm.prefetch.p0(ptr %23, i32 0, i32 3, i32 1)
  %24 = load <32 x float>, ptr %21, align 4
  %25 = fmul <32 x float> %24, <float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00>
  %26 = getelementptr float, ptr %0, i64 %20
  %27 = getelementptr i8, ptr %26, i64 2048
  call void @llvm.prefetch.p0(ptr %27, i32 0, i32 3, i32 1)
  %28 = getelementptr i8, ptr %27, i64 64
  call void @llvm.prefetch.p0(ptr %28, i32 0, i32 3, i32 1)
  store <32 x float> %25, ptr %26, align 4
  br label %49
.rest:
  %29 = load <32 x i1>, ptr %.rest.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.rest.waiting, align 4
  store <32 x i1> %29, ptr %.rest.mask, align 4
  %30 = load <32 x i1>, ptr %8, align 4
  %31 = and <32 x i1> %29, %30
  %32 = xor <32 x i1> %30, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %33 = and <32 x i1> %29, %32
  store <32 x i1> %31, ptr %.waiting3, align 4
  %34 = load <32 x i1>, ptr %.waiting3, align 4
  %35 = bitcast <32 x i1> %34 to i32
  %36 = icmp ne i32 %35, 0
  br i1 %36, label %37, label %skip.
37:
  %38 = load <32 x i1>, ptr %.waiting3, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting3, align 4
  store <32 x i1> %38, ptr %.mask2, align 4
  %39 = load i32, ptr %7, align 4
  %40 = sext i32 %39 to i64
  %41 = getelementptr float, ptr %1, i64 %40
  %42 = getelementptr i8, ptr %41, i64 256
  call void @llvm.prefetch.p0(ptr %42, i32 0, i32 3, i32 1)
  %43 = getelementptr i8, ptr %42, i64 64
  call void @llvm.prefetch.p0(ptr %43, i32 0, i32 3, i32 1)
  %44 = call <32 x float> @llvm.masked.load.v32f32.p0(ptr %41, i32 4, <32 x i1> %38, <32 x float> zeroinitializer)
  %45 = fmul <32 x float> %44, <float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00>
  %46 = getelementptr float, ptr %0, i64 %40
  %47 = getelementptr i8, ptr %46, i64 2048
  call void @llvm.prefetch.p0(ptr %47, i32 0, i32 3, i32 1)
  %48 = getelementptr i8, ptr %47, i64 64
  call void @llvm.prefetch.p0(ptr %48, i32 0, i32 3, i32 1)
  call void @llvm.masked.store.v32f32.p0(<32 x float> %45, ptr %46, i32 4, <32 x i1> %38)
  br label %49
49:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask4, align 4
  %50 = load i32, ptr %7, align 4
  %51 = add i32 %50, 256
  %.splatinsert13 = insertelement <32 x i32> poison, i32 %51, i64 0
  %.splat14 = shufflevector <32 x i32> %.splatinsert13, <32 x i32> poison, <32 x i32> zeroinitializer
  %52 = add <32 x i32> %.splat14, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %.splatinsert15 = insertelement <32 x i32> poison, i32 %2, i64 0
  %.splat16 = shufflevector <32 x i32> %.splatinsert15, <32 x i32> poison, <32 x i32> zeroinitializer
  %53 = icmp slt <32 x i32> %52, %.splat16
  store <32 x i1> %53, ptr %9, align 4
  %54 = add i32 %51, 31
  %55 = icmp slt i32 %54, %2
  br i1 %55, label %.true17, label %.false18
56:
  store <32 x i1> zeroinitializer, ptr %.waiting6, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask5, align 4
  %57 = load i32, ptr %7, align 4
  %58 = sext i32 %57 to i64
  %59 = add i64 %58, 256
  %60 = getelementptr float, ptr %1, i64 %59
  %61 = getelementptr i8, ptr %60, i64 256
  call void @llvm.prefetch.p0(ptr %61, i32 0, i32 3, i32 1)
  %62 = getelementptr i8, ptr %61, i64 64
  call void @llvm.prefetch.p0(ptr %62, i32 0, i32 3, i32 1)
  %63 = load <32 x float>, ptr %60, align 4
  %64 = fmul <32 x float> %63, <float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00>
  %65 = getelementptr float, ptr %0, i64 %59
  %66 = getelementptr i8, ptr %65, i64 2048
  call void @llvm.prefetch.p0(ptr %66, i32 0, i32 3, i32 1)
  %67 = getelementptr i8, ptr %66, i64 64
  call void @llvm.prefetch.p0(ptr %67, i32 0, i32 3, i32 1)
  store <32 x float> %64, ptr %65, align 4
  %68 = load <32 x i1>, ptr %.waiting10, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.waiting10, align 4
  br label %94
.rest2:
  %69 = load <32 x i1>, ptr %.rest2.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.rest2.waiting, align 4
  store <32 x i1> %69, ptr %.rest2.mask, align 4
  %70 = load <32 x i1>, ptr %9, align 4
  %71 = and <32 x i1> %69, %70
  %72 = xor <32 x i1> %70, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %73 = and <32 x i1> %69, %72
  store <32 x i1> %71, ptr %.waiting8, align 4
  %74 = load <32 x i1>, ptr %.waiting10, align 4
  %75 = or <32 x i1> %74, %73
  store <32 x i1> %75, ptr %.waiting10, align 4
  %76 = load <32 x i1>, ptr %.waiting8, align 4
  %77 = bitcast <32 x i1> %76 to i32
  %78 = icmp ne i32 %77, 0
  br i1 %78, label %79, label %skip.19
79:
  %80 = load <32 x i1>, ptr %.waiting8, align 4
  store <32 x i1> zeroinitializer, ptr %.waiting8, align 4
  store <32 x i1> %80, ptr %.mask7, align 4
  %81 = load i32, ptr %7, align 4
  %82 = sext i32 %81 to i64
  %83 = add i64 %82, 256
  %84 = getelementptr float, ptr %1, i64 %83
  %85 = getelementptr i8, ptr %84, i64 256
  call void @llvm.prefetch.p0(ptr %85, i32 0, i32 3, i32 1)
  %86 = getelementptr i8, ptr %85, i64 64
  call void @llvm.prefetch.p0(ptr %86, i32 0, i32 3, i32 1)
  %87 = call <32 x float> @llvm.masked.load.v32f32.p0(ptr %84, i32 4, <32 x i1> %80, <32 x float> zeroinitializer)
  %88 = fmul <32 x float> %87, <float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00, float 3.000000e+00>
  %89 = getelementptr float, ptr %0, i64 %83
  %90 = getelementptr i8, ptr %89, i64 2048
  call void @llvm.prefetch.p0(ptr %90, i32 0, i32 3, i32 1)
  %91 = getelementptr i8, ptr %90, i64 64
  call void @llvm.prefetch.p0(ptr %91, i32 0, i32 3, i32 1)
  call void @llvm.masked.store.v32f32.p0(<32 x float> %88, ptr %89, i32 4, <32 x i1> %80)
  %92 = load <32 x i1>, ptr %.waiting10, align 4
  %93 = or <32 x i1> %92, %80
  store <32 x i1> %93, ptr %.waiting10, align 4
  br label %94
94:
  store <32 x i1> zeroinitializer, ptr %.waiting10, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask9, align 4
  ret void
.true:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.waiting, align 4
  br label %18
.false:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.rest.waiting, align 4
  br label %.rest
skip.:
  br label %49
.true17:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.waiting6, align 4
  br label %56
.false18:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.rest2.waiting, align 4
  br label %.rest2
skip.19:
  br label %94
}

; NONE-LABEL: define {{.*}} @_Z
; NONE-NOT: .warps:
; NONE: ret void
;   __global__ void carried(float *out, const float *in, int n) {
;     int i = blockIdx.x * 512 + threadIdx.x;
;     float first = in[i], second = in[i + 256];
;     out[i] = first + second;
;     out[i + 256] = first - second;
;   }
define void @_Z7carriedPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %3 = getelementptr inbounds i8, ptr %thread, i32 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %thread, i32 0
  %6 = load i32, ptr %5, align 4
  br label %start
start:
  br label %7
7:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %8 = load i32, ptr %4, align 4
  %9 = shl i32 %8, 9
  %10 = add i32 %9, %6
  %11 = sext i32 %10 to i64
  %12 = getelementptr float, ptr %1, i64 %11
  %13 = getelementptr i8, ptr %12, i64 256
  call void @llvm.prefetch.p0(ptr %13, i32 0, i32 3, i32 1)
  %14 = getelementptr i8, ptr %13, i64 64
  call void @llvm.prefetch.p0(ptr %14, i32 0, i32 3, i32 1)
  %15 = load <32 x float>, ptr %12, align 4
  %16 = add i32 %10, 256
  %17 = sext i32 %10 to i64
  %18 = add i64 %17, 256
  %19 = getelementptr float, ptr %1, i64 %18
  %20 = getelementptr i8, ptr %19, i64 256
  call void @llvm.prefetch.p0(ptr %20, i32 0, i32 3, i32 1)
  %21 = getelementptr i8, ptr %20, i64 64
  call void @llvm.prefetch.p0(ptr %21, i32 0, i32 3, i32 1)
  %22 = load <32 x float>, ptr %19, align 4
  %23 = fadd <32 x float> %15, %22
  %24 = getelementptr float, ptr %0, i64 %11
  %25 = getelementptr i8, ptr %24, i64 2048
  call void @llvm.prefetch.p0(ptr %25, i32 0, i32 3, i32 1)
  %26 = getelementptr i8, ptr %25, i64 64
  call void @llvm.prefetch.p0(ptr %26, i32 0, i32 3, i32 1)
  store <32 x float> %23, ptr %24, align 4
  %27 = fsub <32 x float> %15, %22
  %28 = getelementptr float, ptr %0, i64 %18
  %29 = getelementptr i8, ptr %28, i64 2048
  call void @llvm.prefetch.p0(ptr %29, i32 0, i32 3, i32 1)
  %30 = getelementptr i8, ptr %29, i64 64
  call void @llvm.prefetch.p0(ptr %30, i32 0, i32 3, i32 1)
  store <32 x float> %27, ptr %28, align 4
  ret void
}
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
declare <32 x float> @llvm.masked.load.v32f32.p0(ptr, i32 immarg, <32 x i1>, <32 x float>)
declare void @llvm.masked.store.v32f32.p0(<32 x float>, ptr, i32 immarg, <32 x i1>)
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z5scalePfPKfi, !"kernel", i32 1}
!1 = !{ptr @_Z7guardedPfPKfi, !"kernel", i32 1}
!2 = !{ptr @_Z7carriedPfPKfi, !"kernel", i32 1}
