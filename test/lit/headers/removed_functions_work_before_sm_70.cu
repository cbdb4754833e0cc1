// Below compute capability 7.0, the warp functions without _sync work on the active lanes.
// RUN: %clang_device_sm_60 -S -o - %s | %simplify | FileCheck %s
// RUN: %clang_host_sm_60 -fsyntax-only %s

// CHECK-LABEL: define {{.*}} @_Z3oldif(
// CHECK: [[MASK:%.*]] = tail call {{.*}}i32 @llvm.nvvm.activemask()
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.down.i32(i32 [[MASK]], i32 %{{.*}}, i32 8, i32 31)
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %{{.*}}, i32 %{{.*}}, i32 1, i32 4127)
// CHECK: call {{.*}}i32 @llvm.nvvm.vote.ballot.sync(i32 %{{.*}}, i1 %{{.*}})
__device__ float old(int x, float y) { return __shfl_down(x, 8) + __shfl_xor(y, 1, 16) + __ballot(x); }
