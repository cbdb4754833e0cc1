// The next tile is copied by the loop that computes with this one, into a second memory, between the operations.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyIjEvPfPKfS2_T_ -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyImEvPfPKfS2_T_ -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=WIDE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6scaledPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=SCALED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6storedPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=STORED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5movedPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MOVED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7indexedPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MOVED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8unrolledPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MOVED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7dividedPfPKfS1_ij -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=DIVIDED

__device__ float product(const float (&a)[32][32], const float (&b)[32][32], float sum) {
  for (int k = 0; k < 32; ++k)
    sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  return sum;
}

// 16 rows of a warp in 32 iterations: an entry of the list in every second one. The memories lie two and a half pages apart,
// so that no load of a row seems to read what has just been stored into the same row of the other one.
// CHECK: %tiles{{.*}} = alloca [18432 x i8]
// CHECK: %copies{{.*}} = alloca [513 x { ptr, ptr, i64 }]
// CHECK: %[[ENTRY:.*]] = getelementptr inbounds { ptr, ptr, i64 }, ptr %copies
// CHECK: call void @llvm.codeview.annotation
// CHECK: %[[ROW:.*]] = load <16 x i32>, ptr
// CHECK-NEXT: store <16 x i32> %[[ROW]], ptr
// CHECK-NEXT: call void @llvm.prefetch.p0
// CHECK: call <32 x float> @llvm.fma
// CHECK: call void @llvm.codeview.annotation
// CHECK: %[[ROW:.*]] = load <16 x i32>, ptr
// CHECK: store <16 x i32> %[[ROW]], ptr
// CHECK: call <32 x float> @llvm.fma
// CHECK: %tile.there{{.*}} = sub {{.*}}i64 10240, %
// An index that wraps would not go on evenly.
// CHECK: icmp slt i64 %{{.*}}, 4294967265
// Indices of 64 bits do not.
// WIDE-NOT: 4294967265
// WIDE: ret void
template <typename Index> __global__ void multiply(float *c, const float *a, const float *b, Index size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (Index tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}
template __global__ void multiply(float *, const float *, const float *, unsigned);
template __global__ void multiply(float *, const float *, const float *, unsigned long);

// More than a copy.
// SCALED-NOT: %copies
// SCALED: ret void
__global__ void scaled(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = 2 * a[threadIdx.y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}

// What is read next may be what has been stored.
// STORED-NOT: %copies
// STORED: ret void
__global__ void stored(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
    c[threadIdx.y * size + threadIdx.x] = sum;
  }
}

// Pointers and a thread's own indices that are moved from tile to tile are as good as the loop's counter.
// MOVED: %copies{{.*}} = alloca [513 x { ptr, ptr, i64 }]
// MOVED: ret void
__global__ void moved(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * size + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[threadIdx.y * size + threadIdx.x];
    __syncthreads();
    a += 32;
    b += 32 * size;
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}

__global__ void indexed(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  int from_a = threadIdx.y * size + threadIdx.x, from_b = from_a;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[from_a];
    tile_b[threadIdx.y][threadIdx.x] = b[from_b];
    __syncthreads();
    from_a += 32;
    from_b += 32 * size;
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}

// A loop over a tile stays one, whatever a program says for GPUs.
__global__ void unrolled(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}

// A lane that divides by zero reports it, which touches no tile.
// DIVIDED: %copies{{.*}} = alloca [513 x { ptr, ptr, i64 }]
// DIVIDED: call void @raddle_lane_divides_by_zero
__global__ void divided(float *c, const float *a, const float *b, int size, unsigned strip) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  const unsigned row = blockIdx.x / strip * 32 + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
  }
  c[row * size + threadIdx.x] = sum;
}
