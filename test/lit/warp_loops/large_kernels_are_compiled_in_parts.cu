// Neighbouring regions of a large kernel become functions, in modules that are compiled at the same time.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5largePfPKf -lanes 32 -block rows -verify -ir-after outline-regions -stop-after outline-regions | FileCheck %s --check-prefix=OUTLINE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5largePfPKf -lanes 32 -block rows -verify -ir-after divide-code -stop-after divide-code | FileCheck %s --check-prefix=DIVIDE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5smallPfPKf -lanes 32 -block rows -ir-after outline-regions -stop-after outline-regions | FileCheck %s --check-prefix=SMALL
// RUN: %kernelc -bitcode %t.bc -kernel _Z5tilesPfPKfi -lanes 32 -block rows -ir-after outline-regions -stop-after outline-regions | FileCheck %s --check-prefix=TILES
// RUN: %kernelc -bitcode %t.bc -kernel _Z13without_waitsPfPKf -lanes 32 -block rows -verify -ir-after outline-regions -stop-after outline-regions | FileCheck %s --check-prefix=LOOP
// In whichever order the compiler's threads run, the object is the same.
// RUN: %kernelc -bitcode %t.bc -kernel _Z5largePfPKf -lanes 32 -block rows -o %t.1.so
// RUN: %kernelc -bitcode %t.bc -kernel _Z5largePfPKf -lanes 32 -block rows -o %t.2.so
// RUN: env MALLOC_MMAP_THRESHOLD_=1000 %kernelc -bitcode %t.bc -kernel _Z5largePfPKf -lanes 32 -block rows -o %t.3.so
// RUN: cmp %t.1.so %t.2.so
// RUN: cmp %t.1.so %t.3.so

#include <cstdio>

__constant__ float scale[4];

template <int stage> __device__ float stages(float *values, const float *in, float x) {
  if constexpr (stage == 0)
    return x;
  else {
    __shared__ float tile[256];
    tile[threadIdx.x] = x;
    __syncthreads();
    float y = tile[(threadIdx.x * stage + 3) % 256];
    for (int k = 0; k < y; ++k)
      x = x * scale[k % 4] + in[(k * stage + threadIdx.x) % 97];
    if (x < 0)
      printf("below zero: %f", x);
    values[stage * 256 + threadIdx.x] = x;
    __syncthreads();
    return stages<stage - 1>(values, in, x + y);
  }
}

// What the warps keep is nobody else's.
// OUTLINE-LABEL: define hidden void @_Z5largePfPKf.block(
// OUTLINE: %kept{{.*}} = alloca
// OUTLINE-DAG: call void @_Z5largePfPKf.block.1(
// OUTLINE-DAG: call void @_Z5largePfPKf.block.2(
// OUTLINE-DAG: call void @_Z5largePfPKf.block.3(
// OUTLINE-DAG: call void @_Z5largePfPKf.block.4(
// OUTLINE: define internal void @_Z5largePfPKf.block.1({{.*}}noalias align 128 %kept
//
// DIVIDE: define hidden void @_Z5largePfPKf.block(
// DIVIDE: define hidden void @_Z5largePfPKf.block.1(
// DIVIDE: declare hidden void @_Z5largePfPKf.block.2(
// DIVIDE: ModuleID
// DIVIDE: available_externally hidden {{.*}}constant {{.*}}below zero
// DIVIDE: define hidden void @_Z5largePfPKf.block.2(
// DIVIDE: ModuleID
// DIVIDE: define hidden void @_Z5largePfPKf.block.3(
// DIVIDE: ModuleID
// DIVIDE: define hidden void @_Z5largePfPKf.block.4(
__global__ void large(float *values, const float *in) {
  values[threadIdx.x] = stages<12>(values, in, in[threadIdx.x]);
}

// SMALL-NOT: .block.1
// SMALL: ret void
__global__ void small(float *values, const float *in) {
  values[threadIdx.x] = stages<1>(values, in, in[threadIdx.x]);
}

// Shared memory that is filled again and again may be filled several times before it is read: that takes the whole.
// TILES-NOT: .block.1
// TILES: ret void
__global__ void tiles(float *values, const float *in, int tiles) {
  float x = 0;
  for (int tile = 0; tile < tiles; ++tile)
    x += stages<12>(values, in, in[tile * 256 + threadIdx.x]);
  values[threadIdx.x] = x;
}

template <int stage> __device__ float mix(const float *in, float x) {
  if constexpr (stage == 0)
    return x;
  else {
    float y = in[(threadIdx.x * stage + 3) % 256];
    if (x < y)
      x = x * y + 0.5f;
    else
      for (int k = 0; k < y; ++k)
        x = x * scale[k % 4] + in[(k * stage + threadIdx.x) % 97];
    return mix<stage - 1>(in, x - y * sqrtf(fabsf(x)));
  }
}

// Without barriers the parts stand in the loop over warps; no warp hands anything on to the next one.
// LOOP-LABEL: define hidden void @_Z13without_waitsPfPKf.block(
// LOOP: warp:
// LOOP-NOT: phi <32
// LOOP: call void @_Z13without_waitsPfPKf.block.1(
// LOOP: call void @_Z13without_waitsPfPKf.block.2(
// LOOP: call void @_Z13without_waitsPfPKf.block.3(
// LOOP: call void @_Z13without_waitsPfPKf.block.4(
// LOOP: br i1 {{.*}}, label %warp, label %warp.end
__global__ void without_waits(float *values, const float *in) {
  values[threadIdx.x] = mix<24>(in, in[threadIdx.x]);
}
