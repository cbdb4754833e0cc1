// Votes, matches and reductions; the intrinsics of reductions take the value first, the others the mask.
// RUN: %clang_device -S -o - %s | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z5votesi(
// CHECK: call {{.*}}i1 @llvm.nvvm.vote.all.sync(i32 255, i1 %{{.*}})
// CHECK: call {{.*}}i1 @llvm.nvvm.vote.any.sync(i32 255, i1 %{{.*}})
// CHECK: call {{.*}}i32 @llvm.nvvm.vote.ballot.sync(i32 255, i1 %{{.*}})
// CHECK: call {{.*}}i32 @llvm.nvvm.activemask()
__device__ unsigned votes(int x) {
  return __all_sync(0xff, x) + __any_sync(0xff, x) + __ballot_sync(0xff, x) + __activemask();
}

// CHECK-LABEL: define {{.*}} @_Z7matchesfdPi(
// CHECK: call {{.*}}i32 @llvm.nvvm.match.any.sync.i32(i32 255, i32 %{{.*}})
// CHECK: call { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32 255, i64 %{{.*}})
__device__ unsigned matches(float x, double y, int *same) {
  return __match_any_sync(0xff, x) + __match_all_sync(0xff, y, same);
}

// CHECK-LABEL: define {{.*}} @_Z10reductionsij(
// CHECK: call {{.*}}i32 @llvm.nvvm.redux.sync.add(i32 %{{.*}}, i32 255)
// CHECK: call {{.*}}i32 @llvm.nvvm.redux.sync.min(i32 %{{.*}}, i32 255)
// CHECK: call {{.*}}i32 @llvm.nvvm.redux.sync.umin(i32 %{{.*}}, i32 255)
__device__ unsigned reductions(int x, unsigned y) {
  return __reduce_add_sync(0xff, x) + __reduce_min_sync(0xff, x) + __reduce_min_sync(0xff, y);
}
