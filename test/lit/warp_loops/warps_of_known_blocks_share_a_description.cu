// Where a block's extents are known, a warp's number says where it lies: the warps have one description, of which each writes
// what it has of its own. Other blocks have a list. What all warps would prefetch alike is prefetched once, before the loops.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4sumsPiPKiS1_ -lanes 32 -block rows+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=ROWS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4turnPiPKi -lanes 32 -block rows-of-16+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NARROW
// RUN: %kernelc -bitcode %t.bc -kernel _Z4sumsPiPKiS1_ -lanes 32 -block rows+eights -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=LIST

// ROWS-LABEL: define {{.*}}@_Z4sumsPiPKiS1_
// ROWS: %running = alloca [48 x i8]
// ROWS-NOT: describe.warp
// ROWS-NOT: phi i64
// ROWS: call void @llvm.prefetch
// ROWS: phi i64
// ROWS: %[[NUMBER:.*]] = trunc i64 %{{.*}} to i32
// ROWS: mul nuw i32 %[[NUMBER]], 32
// ROWS: ret void
// LIST: %threads = alloca [32 x [48 x i8]]
// LIST: describe.warp
__global__ void sums(int *out, const int *in, const int *begins) {
  __shared__ int tile[256];
  const int begin = begins[blockIdx.x], end = begins[blockIdx.x + 1];
  const int thread = threadIdx.x;
  if (begin == end) {
    if (thread == 0)
      out[blockIdx.x] = 0;
    return;
  }
  tile[thread] = begin + thread < end ? in[begin + thread] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (thread < half)
      tile[thread] += tile[thread + half];
    __syncthreads();
  }
  if (thread == 0)
    out[blockIdx.x] = tile[0];
}

// NARROW-LABEL: define {{.*}}@_Z4turnPiPKi
// NARROW: %running = alloca [48 x i8]
// NARROW: %[[NUMBER:.*]] = trunc i64 %{{.*}} to i32
// NARROW: mul nuw i32 %[[NUMBER]], 16
__global__ void turn(int *out, const int *in) {
  __shared__ int tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
