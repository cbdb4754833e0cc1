// What a kernel with barriers reads or writes outside of loops is prefetched for a later block.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7reversePiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=REVERSE
// RUN: %kernelc -bitcode %t.bc -kernel _Z3sumPiPKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SUM
// RUN: %kernelc -bitcode %t.bc -kernel _Z4copyPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COPY
// RUN: %kernelc -bitcode %t.bc -kernel _Z6matrixPiPKii -lanes 32 -block rows-of-32 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=MATRIX
// RUN: %kernelc -bitcode %t.bc -processor znver5 -kernel _Z6matrixPiPKii -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=HALVES
// RUN: %kernelc -bitcode %t.bc -kernel _Z5quadsP6float4PKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=QUADS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5mixedPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=MIXED
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z7reversePiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ZEN
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z6totalsPiPKi -lanes 32 -block rows+eight-warps -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=TOTALS,SECOND
// RUN: %kernelc -bitcode %t.bc -processor sapphirerapids -kernel _Z6totalsPiPKi -lanes 32 -block rows+eight-warps -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=TOTALS,FIRST
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z4rowsPfPKfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ROWS-ZEN
// RUN: %kernelc -bitcode %t.bc -processor sapphirerapids -kernel _Z4rowsPfPKfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ROWS

// REVERSE-LABEL: define {{.*}} @_Z7reversePiPKi(
// REVERSE: start:
// REVERSE: %[[LATER:.*]] = add i32 %{{[0-9]+}}, 2{{$}}
// REVERSE: shl i32 %[[LATER]], 8
// REVERSE: call void @llvm.prefetch
// On Zen results are prefetched to the second level, and small pieces that are read to the first.
// ZEN-LABEL: define {{.*}} @_Z7reversePiPKi(
// ZEN: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// ZEN: call void @raddle_syncthreads
// ZEN: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// ZEN: ret void
__global__ void reverse(int *out, const int *in) {
  __shared__ int tile[256];
  unsigned first = 256 * blockIdx.x;
  tile[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = tile[255 - threadIdx.x];
}

// So is what it writes after a loop, where the next block would wait for these stores.
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

// Without barriers the processor looks ahead by itself, and a little further on is prefetched.
// COPY-LABEL: define {{.*}} @_Z4copyPiPKi(
// COPY-NOT: add i32 %{{.*}}, 2{{$}}
// COPY: getelementptr i8, ptr %{{.*}}, i64 256
// COPY: load <32 x i32>
// COPY: getelementptr i8, ptr %{{.*}}, i64 2048
// COPY: store <32 x i32>
// COPY: ret void
__global__ void copy(int *out, const int *in) {
  unsigned i = 256 * blockIdx.x + threadIdx.x;
  out[i] = in[i];
}

// Of a matrix more: neighbours in a row once, and each row. On Zen also where rows have half a warp's lanes, two pieces
// each.
// MATRIX-LABEL: define {{.*}} @_Z6matrixPiPKii(
// MATRIX-COUNT-2: getelementptr i8, ptr %{{.*}}, i64 1024
// HALVES-LABEL: define {{.*}} @_Z6matrixPiPKii(
// HALVES-COUNT-6: call void @llvm.prefetch
// HALVES-NOT: call void @llvm.prefetch
// HALVES: ret void
__global__ void matrix(int *out, const int *in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = y * width + x;
  out[i] = in[i] + in[i + 1] + in[i + width];
}

// Fields of a cache line are prefetched once, and still stored together: 32 quads are 8 lines.
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

// Where a long computation follows the first barrier, what later blocks read is prefetched there, and not beside the
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

// More lines than Zen waits for at a time before they are in the first level are prefetched to the second.
// ROWS-ZEN-LABEL: define {{.*}} @_Z4rowsPfPKfi(
// ROWS-ZEN-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// ROWS-ZEN-COUNT-16: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// ROWS-ZEN-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// ROWS-ZEN: ret void
// ROWS-LABEL: define {{.*}} @_Z4rowsPfPKfi(
// ROWS-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// ROWS-COUNT-16: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// ROWS-NOT: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// ROWS: ret void
__global__ void rows(float *out, const float *in, int width) {
  __shared__ float tile[16][256];
#pragma unroll
  for (int row = 0; row < 16; ++row)
    tile[row][threadIdx.x] = in[(16 * blockIdx.x + row) * width + threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int row = 0; row < 16; ++row)
    sum += tile[row][255 - threadIdx.x];
  out[256 * blockIdx.x + threadIdx.x] = sum;
}

// Where a block's warp loop is unrolled, all is prefetched to the same level.
// TOTALS-LABEL: define {{.*}} @_Z6totalsPiPKi(
// SECOND: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// FIRST: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// TOTALS: load <32 x i32>
// TOTALS: call void @raddle_syncthreads
// TOTALS: call void @raddle_syncthreads
// SECOND: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// FIRST: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// TOTALS: ret void
__global__ void totals(int *out, const int *in) {
  __shared__ int warps[8];
  const int i = 256 * blockIdx.x + threadIdx.x, warp = threadIdx.x / 32;
  const int value = in[i];
  const unsigned votes = __ballot_sync(0xffffffff, value > 0);
  if (threadIdx.x % 32 == 0)
    warps[warp] = __popc(votes);
  __syncthreads();
  if (warp == 0) {
    int total = threadIdx.x < 8 ? warps[threadIdx.x] : 0;
    total += __shfl_up_sync(0xffffffff, total, 1);
    if (threadIdx.x < 8)
      warps[threadIdx.x] = total;
  }
  __syncthreads();
  out[i] = value + warps[warp];
}
