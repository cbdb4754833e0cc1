// Where all warps of a block come to the same barriers, those of tiles of several warps end the loops over the warps too.
// RUN: %clang_device -isystem %S/../../../include/portable -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5totalPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5totalPii -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5apartPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=FIBERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7returnsPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=FIBERS
// LOOPS: warp engine, a loop over its warps between barriers
// FIBERS: warp engine, warps are fibers
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The buffer in turn is known without the runtime, and changes once for all warps.
// CHECK-LABEL: define {{.*}} @_Z5totalPii(
// CHECK: %[[PHASE:phase.*]] = alloca i32
// CHECK-NOT: @raddle_tile_phase
// CHECK-NOT: @raddle_barrier_tile
// CHECK: load i32, ptr %[[PHASE]]
// CHECK: xor i32 %{{.*}}, 1
// CHECK-NEXT: store i32 %{{.*}}, ptr %[[PHASE]]
__global__ void total(int *out, int steps) {
  auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  int value = out[threadIdx.x];
  for (int step = 0; step < steps; ++step)
    value += tile.shfl(value, step);
  out[threadIdx.x] = value;
}

// Tiles that go different ways.
__global__ void apart(int *out, int steps) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  for (unsigned step = 0; step < tile.meta_group_rank(); ++step) {
    out[threadIdx.x] += out[threadIdx.x ^ 32];
    tile.sync();
  }
}

// A tile waits for warps that have returned.
__global__ void returns(int *out, int steps) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x / 32 == steps)
    return;
  tile.sync();
  out[threadIdx.x] += 1;
}
