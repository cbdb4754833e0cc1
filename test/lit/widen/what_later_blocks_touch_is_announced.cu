// What a kernel with barriers reads or writes outside of loops is prefetched for a later block.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7reversePiPKi -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=REVERSE
// RUN: %kernelc -bitcode %t.bc -kernel _Z3sumPiPKii -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=SUM
// RUN: %kernelc -bitcode %t.bc -kernel _Z4copyPiPKi -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=COPY
// RUN: %kernelc -bitcode %t.bc -kernel _Z5quadsP6float4PKf -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=QUADS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5mixedPiPKi -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=MIXED

// REVERSE-LABEL: define {{.*}} @_Z7reversePiPKi(
// REVERSE: start:
// REVERSE: %[[LATER:.*]] = add i32 %{{[0-9]+}}, 2{{$}}
// REVERSE: shl i32 %[[LATER]], 8
// REVERSE: call void @llvm.prefetch
__global__ void reverse(int *out, const int *in) {
  __shared__ int tile[256];
  unsigned first = 256 * blockIdx.x;
  tile[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = tile[255 - threadIdx.x];
}

// So is what it writes behind a loop, where the next block would wait for these stores.
// SUM-LABEL: define {{.*}} @_Z3sumPiPKii(
// SUM: add i32 %{{[0-9]+}}, 2{{$}}
// SUM: call void @llvm.prefetch
// SUM: ret void
__global__ void sum(int *out, const int *in, int steps) {
  __shared__ int tile[256];
  int total = 0;
  for (int step = 0; step < steps; ++step) {
    tile[threadIdx.x] = in[step];
    __syncthreads();
    total += tile[255 - threadIdx.x];
    __syncthreads();
  }
  out[256 * blockIdx.x + threadIdx.x] = total;
}

// Without barriers the processor looks ahead by itself.
// COPY-LABEL: define {{.*}} @_Z4copyPiPKi(
// COPY-NOT: add i32 %{{.*}}, 2{{$}}
// COPY: ret void
__global__ void copy(int *out, const int *in) {
  unsigned i = 256 * blockIdx.x + threadIdx.x;
  out[i] = in[i];
}

// Fields of a cache line are announced once, and still stored together: 32 quads are 8 lines.
// QUADS-LABEL: define {{.*}} @_Z5quadsP6float4PKf(
// QUADS-COUNT-8: call void @llvm.prefetch
// QUADS-NOT: call void @llvm.prefetch
// QUADS-NOT: scatter
// QUADS: ret void
__global__ void quads(float4 *out, const float *in) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float x = tile[255 - threadIdx.x];
  out[256 * blockIdx.x + threadIdx.x] = make_float4(x, 2 * x, 3 * x, 4 * x);
}

// Where a long computation follows the first barrier, what later blocks read is announced there, and not beside the
// loads, which would wait.
// MIXED-LABEL: define {{.*}} @_Z5mixedPiPKi(
// MIXED-NOT: call void @llvm.prefetch
// MIXED: call void @raddle_syncthreads
// MIXED: call void @llvm.prefetch
// MIXED: call void @raddle_syncthreads
// MIXED: ret void
__global__ void mixed(int *out, const int *in) {
  __shared__ unsigned tile[256];
  tile[threadIdx.x] = in[256 * blockIdx.x + threadIdx.x];
  __syncthreads();
  unsigned x = tile[255 - threadIdx.x];
#pragma unroll
  for (int round = 0; round < 20; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  __syncthreads();
  tile[threadIdx.x] = x;
  __syncthreads();
  out[256 * blockIdx.x + threadIdx.x] = tile[threadIdx.x ^ 64];
}
