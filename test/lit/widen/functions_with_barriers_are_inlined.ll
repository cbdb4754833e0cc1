; A function with a barrier vanishes, be it large, called in several places, or __noinline__: were it to stay, lanes that
; go around the barrier might be on their way out of the kernel.
; CHECK-NOT: define {{.*}}sum
; CHECK: define {{.*}} @_Z6kernelPfi(
; CHECK: call void @raddle_syncthreads(
; CHECK-NOT: define {{.*}}sum
; RUN: %kernelc -bitcode %s -kernel _Z6kernelPfi -lanes 32 -block line -run-pass choose-inlining,inline-chosen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

;   __device__ __noinline__ float sum(float *cells, int n) {
;     if (cells[0] > n)
;       return 0.0f;
;     __syncthreads();
;     return cells[(threadIdx.x + 1) % blockDim.x];
;   }

;   __global__ void kernel(float *out, int n) {
;     extern __shared__ float cells[];
;     cells[threadIdx.x] = out[threadIdx.x];
;     __syncthreads();
;     float total = sum(cells, n);
;     if (n > 5)
;       total += sum(cells, n + 1);
;     out[threadIdx.x] = total;
;   }
@cells = external addrspace(3) global [0 x float], align 4
define float @_Z3sumPfi(ptr %thread, ptr %0, i32 %1) {
  %3 = alloca float, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds float, ptr %6, i64 0
  %8 = load float, ptr %7, align 4
  %9 = load i32, ptr %5, align 4
  %10 = sitofp i32 %9 to float
  %11 = fcmp contract ogt float %8, %10
  br i1 %11, label %12, label %13
12:
  store float 0.000000e+00, ptr %3, align 4
  br label %26
13:
  notail call void @raddle_syncthreads(ptr %thread)
  %14 = load ptr, ptr %4, align 8
  %15 = call i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread)
  %16 = add i32 %15, 1
  %17 = call i32 @_ZN25__cuda_builtin_blockDim_t17__fetch_builtin_xEv(ptr %thread)
  %divisor.is.zero = icmp eq i32 %17, 0
  br i1 %divisor.is.zero, label %18, label %19
18:
  call void @raddle_division_by_zero(ptr %thread)
  br label %21
19:
  %20 = urem i32 %16, %17
  br label %21
21:
  %22 = phi i32 [ %16, %18 ], [ %20, %19 ]
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds float, ptr %14, i64 %23
  %25 = load float, ptr %24, align 4
  store float %25, ptr %3, align 4
  br label %26
26:
  %27 = load float, ptr %3, align 4
  ret float %27
}
define i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread) alwaysinline {
  %1 = call i32 @raddle.thread.0()
  ret i32 %1
}
define i32 @_ZN25__cuda_builtin_blockDim_t17__fetch_builtin_xEv(ptr %thread) alwaysinline {
  %1 = call ptr @raddle.thread.16()
  %2 = getelementptr inbounds i8, ptr %1, i32 12
  %3 = load i32, ptr %2, align 4
  ret i32 %3
}
define void @_Z6kernelPfi(ptr %thread, ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca float, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = call i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread)
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %6, i64 %8
  %10 = load float, ptr %9, align 4
  %11 = call i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread)
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds [0 x float], ptr addrspacecast (ptr addrspace(3) @cells to ptr), i64 0, i64 %12
  store float %10, ptr %13, align 4
  notail call void @raddle_syncthreads(ptr %thread)
  call void @llvm.lifetime.start.p0(i64 4, ptr %5)
  %14 = load i32, ptr %4, align 4
  %15 = call float @_Z3sumPfi(ptr %thread, ptr addrspacecast (ptr addrspace(3) @cells to ptr), i32 %14)
  store float %15, ptr %5, align 4
  %16 = load i32, ptr %4, align 4
  %17 = icmp sgt i32 %16, 5
  br i1 %17, label %18, label %24
18:
  %19 = load i32, ptr %4, align 4
  %20 = add nsw i32 %19, 1
  %21 = call float @_Z3sumPfi(ptr %thread, ptr addrspacecast (ptr addrspace(3) @cells to ptr), i32 %20)
  %22 = load float, ptr %5, align 4
  %23 = fadd contract float %22, %21
  store float %23, ptr %5, align 4
  br label %24
24:
  %25 = load float, ptr %5, align 4
  %26 = load ptr, ptr %3, align 8
  %27 = call i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread)
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds float, ptr %26, i64 %28
  store float %25, ptr %29, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %5)
  ret void
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare void @raddle_syncthreads(ptr)
declare void @raddle_division_by_zero(ptr)
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z6kernelPfi, !"kernel", i32 1}
