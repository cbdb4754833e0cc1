// Between the fission loops of an accumulator loop the next batch of tiles is filled, one copy iteration after the other.
// What a copy iteration only moves the next fission loop moves, here and there among its operations, and it prefetches what
// later iterations will move.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=STREAMS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5movedPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MOVED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7steppedPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=STEPPED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7indexedPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=INDEXED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor sapphirerapids -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=WHOLE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=HALF

template <bool stepped, bool moved = false, bool indexed = false>
__device__ void sums(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[8][128], tile_b[8][128];
  const int row = threadIdx.x / 16 * 8, column = threadIdx.x % 16 * 8;
  float sum[8][8] = {};
  unsigned index = threadIdx.x / 2 * size + threadIdx.x % 2 * 4;
  for (int k = 0; k < size; k = stepped ? __float2int_rn(a[k]) : k + 8) {
    const int first = moved ? 0 : k;
    const float4 some = *reinterpret_cast<const float4 *>(
        indexed ? a + index : a + threadIdx.x / 2 * size + first + threadIdx.x % 2 * 4);
    index += 8;
    for (int i = 0; i < 4; ++i)
      tile_a[threadIdx.x % 2 * 4 + i][threadIdx.x / 2] = reinterpret_cast<const float *>(&some)[i];
    *reinterpret_cast<float4 *>(&tile_b[threadIdx.x / 32][threadIdx.x % 32 * 4]) =
        *reinterpret_cast<const float4 *>(b + (first + threadIdx.x / 32) * size + threadIdx.x % 32 * 4);
    a += moved ? 8 : 0;
    b += moved ? 8 * size : 0;
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
          sum[y][x] += tile_a[i][row + y] * tile_b[i][column + x];
    __syncthreads();
  }
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; x += 4)
      *reinterpret_cast<float4 *>(c + (row + y) * size + column + x) =
          make_float4(sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]);
}

// Two batches of 64 KiB, and room for what is moved in vain. The loop over tiles does copy iterations, and each warp all of
// its own before it adds up.
// CHECK: %batch{{.*}} = alloca [136768 x i8]
// CHECK: call void @[[COPY:[^(]*\.copy]]({{.*}}!raddle.copy.iteration
// CHECK: call void @[[COPY]]({{.*}}!raddle.copy.iteration
// CHECK: .part
// CHECK: call void @llvm.prefetch
// CHECK: store i32
// CHECK: call void @llvm.prefetch
// CHECK: call <16 x float> @llvm.fma
// CHECK: call void @llvm.codeview.annotation
// CHECK: store i32
// CHECK: call <16 x float> @llvm.fma
// CHECK-COUNT-6: store i32
// CHECK: call <16 x float> @llvm.fma
// CHECK: store <4 x i64>
// CHECK: call <16 x float> @llvm.fma
// No fission loop waits for a copy iteration.
// CHECK-NOT: !raddle.copy.iteration
// What is left of a batch.
// CHECK: copy.left:
// CHECK: call void @[[COPY]]({{.*}}!raddle.copy.iteration
// A copy iteration that moves by itself, as in the first batch, prefetches at once. A row of b is
// another one for another tile, so that rows are listed for each.
// CHECK: define internal void @[[COPY]](
// CHECK: copy.work:
// CHECK-COUNT-16: call void @llvm.prefetch
// CHECK: copy.list.end:
// CHECK-COUNT-16: mul i32
// CHECK: br i1
// An iteration of a fission loop is a tile's, where that pays: it need not find out whether the tile is over.
// WHOLE: .part:
// WHOLE-NOT: select
// WHOLE-COUNT-128: call <16 x float> @llvm.fma
// WHOLE-NOT: select
// WHOLE: br i1
// HALF: .part:
// HALF-COUNT-64: call <16 x float> @llvm.fma
// HALF-NOT: @llvm.fma
// HALF: select i1
// HALF: br i1
// The other lanes' accumulators of the same columns come next: what is read of b is the same.
// HALF: store <16 x float> %{{.*}}, ptr %[[SUM:[0-9]+]],
// HALF: getelementptr i8, ptr %[[SUM]], i64 64
// HALF-NEXT: load <16 x float>
// HALF: .part
// Copy iterations do not keep stores of large results from being non-temporal.
// STREAMS: store <16 x float> {{.*}}!nontemporal
__global__ void multiply(float *c, const float *a, const float *b, int size) { sums<false>(c, a, b, size); }

// Only a tile that is there says where the next one is.
// STEPPED-NOT: !raddle.copy.iteration
// STEPPED: .part
// STEPPED-NOT: !raddle.copy.iteration
__global__ void stepped(float *c, const float *a, const float *b, int size) { sums<true>(c, a, b, size); }

// The loop's counter only says whether another tile follows: it counts in the copy iterations, too.
// MOVED: call void @[[COPY:[^(]*\.copy]]({{.*}}!raddle.copy.iteration
// MOVED: define internal void @[[COPY]](
// MOVED: %[[NEXT:.*]] = add i32 %{{.*}}, 8
// MOVED-NEXT: icmp slt i32 %[[NEXT]]
// MOVED: copy.next.tile:
// MOVED: store i32 %[[NEXT]], ptr
// MOVED: copy.last.tile:
// Rows are as far from each other in all tiles: their distances are listed once.
// MOVED: copy.list:
// MOVED-NOT: mul i32
// MOVED: br i1
__global__ void moved(float *c, const float *a, const float *b, int size) { sums<false, true>(c, a, b, size); }

// Two threads' indices lie next to each other unless they overflow in between. Such a tile ends the list: those before it
// are moved, and it and those after it are left to later copy iterations.
// INDEXED: copy.unusual:
// INDEXED: br i1 %{{.*}}, label %{{.*}}, label %copy.later
// INDEXED: copy.later:
// INDEXED-COUNT-3: store {{.*}} %{{.*}}, ptr
// INDEXED: copy.list
__global__ void indexed(float *c, const float *a, const float *b, int size) {
  sums<false, false, true>(c, a, b, size);
}
