// On Zen a loop that adds up in many registers leaves its last iteration to the code after it, which completes and stores
// a few accumulators at a time.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows-of-32+eights -processor znver4 -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows-of-32+eights -processor sapphirerapids -ir-after finish -stop-after finish | FileCheck %s --check-prefix=OTHER
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows-of-32+fours -processor znver4 -ir-after finish -stop-after finish | FileCheck %s --check-prefix=OTHER

// Two warps' accumulators are four registers. Each group of accumulators makes one half of the copies that the loop makes
// on the way.
// CHECK: call <32 x float> @llvm.fma
// CHECK: .last:
// CHECK: store <16 x i32>
// CHECK-COUNT-8: call <32 x float> @llvm.fma
// CHECK-COUNT-2: store <32 x float>
// CHECK: call void @llvm.codeview.annotation
// CHECK: store <16 x i32>
// CHECK-COUNT-8: call <32 x float> @llvm.fma
// CHECK-COUNT-2: store <32 x float>
// CHECK: call void @llvm.codeview.annotation
// CHECK-COUNT-8: call <32 x float> @llvm.fma
// CHECK-COUNT-2: store <32 x float>
// CHECK: call void @llvm.codeview.annotation
// CHECK-COUNT-8: call <32 x float> @llvm.fma
// CHECK-COUNT-2: store <32 x float>
// CHECK-NOT: call <32 x float> @llvm.fma
// CHECK: ret void
// Elsewhere, and where there are but eight registers of accumulators, stores come after the loop.
// OTHER: call <32 x float> @llvm.fma
// OTHER-NOT: .last:
// OTHER: ret void
__global__ void multiply(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}
