// Stores of whole cache lines are non-temporal in the modules of a large kernel, too.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z9transposePfPKfi -lanes 32 -block rows-of-32 -parts-from 1 -ir-after finish -stop-after finish | FileCheck %s --check-prefix=PARTS

// Prefetches are only for lines that are read, or that are stored into
// the caches.
// PARTS: define {{.*}} @_Z9transposePfPKfi.block(
// PARTS: define {{.*}} @_Z9transposePfPKfi.block.{{[2-4]}}(
// PARTS: icmp ule i32 %{{.*}}, 4{{$}}
// PARTS: store <32 x float> %{{.*}}, align 64, !nontemporal
// PARTS-NEXT: br label
// PARTS-NOT: store
// PARTS: call void @llvm.prefetch
// PARTS: store <32 x float> %{{.*}}, align 4{{$}}
__global__ void transpose(float *out, const float *in, int size) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int row = 0; row < 32; row += 8)
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * size + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int row = 0; row < 32; row += 8)
    out[(y + row) * size + x] = tile[threadIdx.x][threadIdx.y + row];
}
