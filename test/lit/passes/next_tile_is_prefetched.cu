// The next tile of global memory is prefetched while warps compute with this one, a line in each iteration.
// Tiles that are only copied are copied at that time instead (tile_copies_are_pipelined.cu).
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MULTIPLY
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5againPfPKfS1_i -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=AGAIN
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4muchPfPKfi -lanes 32 -block rows-of-32+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MUCH

__device__ float product(const float (&a)[32][32], const float (&b)[32][32], float sum) {
  for (int k = 0; k < 32; ++k)
    sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  return sum;
}

// The lines to prefetch come from a list, one address in each iteration of the loop that computes.
// MULTIPLY: %ahead{{.*}} = alloca [{{[0-9]*}} x ptr]
// MULTIPLY: %[[TAKEN:taken.*]] = phi i64
// MULTIPLY: %[[PLACE:.*]] = getelementptr inbounds ptr, ptr %ahead{{.*}}, i64 %[[TAKEN]]
// MULTIPLY-NEXT: %[[ADDRESS:.*]] = load ptr, ptr %[[PLACE]]
// MULTIPLY-NEXT: call void @llvm.prefetch.p0(ptr %[[ADDRESS]], i32 0, i32 2, i32 1)
// MULTIPLY: call <32 x float> @llvm.fma
__global__ void multiply(float *c, const float *a, const float *b, int size) {
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

// The same tile each time: there is nothing to prefetch.
// AGAIN-NOT: i32 0, i32 2, i32 1)
// AGAIN: ret void
__global__ void again(float *c, const float *a, const float *b, int times) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int i = 0; i < times; ++i) {
    tile_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    sum = product(tile_a, tile_b, sum);
    __syncthreads();
  }
  c[threadIdx.y * 32 + threadIdx.x] = sum;
}

// So much is computed with a line that loading it takes no time.
// MUCH-NOT: i32 0, i32 2, i32 1)
// MUCH: ret void
__global__ void much(float *out, const float *a, int tiles) {
  __shared__ float tile[1024];
  const unsigned thread = threadIdx.y * 32 + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    tile[thread] = a[i * 1024 + thread];
    __syncthreads();
    for (int k = 0; k < 1024; ++k)
      sum += tile[k] * tile[thread];
    __syncthreads();
  }
  out[thread] = sum;
}
