// At the borders of tiles fused warps do not diverge: what some threads do not load is one masked load for each warp.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7productPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PRODUCT
// RUN: %kernelc -bitcode %t.bc -kernel _Z4nextPfPKfi -lanes 32 -block rows-of-32+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=NEXT

// Both conditions of the one tile are a mask.
// PRODUCT: @raddle.zeros = internal constant [8 x i8] zeroinitializer
// PRODUCT-LABEL: define {{.*}} @_Z7productPfPKfS1_i(
// PRODUCT-COUNT-8: call <32 x float> @llvm.masked.load
// PRODUCT: call void @raddle_syncthreads
__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float as[32][32], bs[32][32];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float sum = 0;
  for (int tile = 0; tile < (n + 31) / 32; ++tile) {
    as[y][x] = row < n && tile * 32 + x < n ? a[row * n + tile * 32 + x] : 0;
    bs[y][x] = tile * 32 + y < n && column < n ? b[(tile * 32 + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

// Where all threads of a block go the same way, the branch stays.
// NEXT-NOT: @raddle.zeros
// NEXT-LABEL: define {{.*}} @_Z4nextPfPKfi(
// NEXT-NOT: @raddle.zeros
// NEXT: ret void
__global__ void next(float *out, const float *in, int n) {
  __shared__ float tile[8][32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0, ahead = in[y * 32 + x];
  for (int i = 0; i < n; ++i) {
    tile[y][x] = ahead;
    ahead = i + 1 < n ? in[(i + 1) * 256 + y * 32 + x] : 0;
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += tile[y][k] * k;
    __syncthreads();
  }
  out[y * 32 + x] = sum;
}
