// Where a warp reads more lines than can be under way at a time, Zen 5 prefetches those of a later block throughout this one.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -processor znver5 -kernel _Z4tilePiPKi -lanes 32 -disable-pass=fuse-warps -block rows+four-warps -ir-after insert-prefetches -stop-after insert-prefetches | FileCheck %s --check-prefix=SPREAD
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z4tilePiPKi -lanes 32 -disable-pass=fuse-warps -block rows+four-warps -ir-after insert-prefetches -stop-after insert-prefetches | FileCheck %s --check-prefix=BESIDE
// RUN: %kernelc -bitcode %t.bc -processor znver5 -kernel _Z4tilePiPKi -lanes 32 -disable-pass=fuse-warps -block rows+eight-warps -ir-after insert-prefetches -stop-after insert-prefetches | FileCheck %s --check-prefix=BESIDE

// SPREAD-LABEL: define {{.*}} @_Z4tilePiPKi(
// SPREAD-NOT: prefetch
// SPREAD: call void @raddle_syncthreads
// SPREAD-COUNT-8: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// SPREAD-NOT: prefetch
// Each side has a second barrier; the third is only on one.
// SPREAD: br i1
// SPREAD: call void @raddle_syncthreads
// SPREAD-COUNT-8: call void @llvm.prefetch
// SPREAD-NOT: prefetch
// SPREAD: call void @raddle_syncthreads
// SPREAD-NOT: prefetch
// SPREAD: call void @raddle_syncthreads
// SPREAD-COUNT-8: call void @llvm.prefetch
// SPREAD: ret void
// BESIDE-LABEL: define {{.*}} @_Z4tilePiPKi(
// BESIDE: call void @llvm.prefetch
// BESIDE: call void @raddle_syncthreads
__global__ void tile(int *out, const int *in) {
  __shared__ int shared[128 * 16];
  int items[16];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    items[i] = in[blockIdx.x * 128 * 16 + 128 * i + threadIdx.x];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    shared[128 * i + threadIdx.x] = items[i];
  __syncthreads();
  int sum = shared[threadIdx.x ^ 1];
  if (blockIdx.x == 0) {
    __syncthreads();
    shared[threadIdx.x] = sum + 1;
    __syncthreads();
  } else {
    __syncthreads();
    shared[threadIdx.x] = sum * 3;
  }
  out[blockIdx.x * 128 + threadIdx.x] = shared[threadIdx.x + 128];
}
