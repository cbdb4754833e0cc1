// With the device library linked, each atomic function is one relaxed instruction with its scope.
// RUN: %clang_device -S -o - %s | %link_device_library | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z6scopesPi(
// CHECK: atomicrmw add ptr %{{.*}}, i32 1 syncscope("device") monotonic
// CHECK: atomicrmw add ptr %{{.*}}, i32 2 syncscope("block") monotonic
// CHECK: atomicrmw add ptr %{{.*}}, i32 3 monotonic
__global__ void scopes(int *p) {
  atomicAdd(p, 1);
  atomicAdd_block(p, 2);
  atomicAdd_system(p, 3);
}

// CHECK-LABEL: define {{.*}} @_Z10operationsPiPjPxPyPfPd(
// CHECK: atomicrmw sub ptr %{{.*}}, i32 1
// CHECK: atomicrmw min ptr %{{.*}}, i32 1
// CHECK: atomicrmw umax ptr %{{.*}}, i32 1
// CHECK: atomicrmw max ptr %{{.*}}, i64 1
// CHECK: atomicrmw umin ptr %{{.*}}, i64 1
// CHECK: atomicrmw uinc_wrap ptr %{{.*}}, i32 7
// CHECK: atomicrmw udec_wrap ptr %{{.*}}, i32 7
// CHECK: atomicrmw xchg ptr %{{.*}}, float 1.0
// CHECK: atomicrmw fadd ptr %{{.*}}, float 1.0
// CHECK: atomicrmw fadd ptr %{{.*}}, double 1.0
// CHECK: cmpxchg ptr %{{.*}}, i64 1, i64 2 syncscope("block") monotonic monotonic
__global__ void operations(int *i, unsigned *u, long long *l, unsigned long long *ul, float *f, double *d) {
  atomicSub(i, 1);
  atomicMin(i, 1);
  atomicMax(u, 1);
  atomicMax(l, 1);
  atomicMin(ul, 1);
  atomicInc(u, 7);
  atomicDec(u, 7);
  atomicExch(f, 1);
  atomicAdd(f, 1);
  atomicAdd(d, 1);
  atomicCAS_block(ul, 1, 2);
}
