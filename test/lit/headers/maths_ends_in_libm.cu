// Functions of <cmath> in every spelling reach the host's libm under its own names, and exactly rounded ones
// become LLVM intrinsics.
// RUN: %clang_device -S -o - %s | %link_device_library | %simplify | FileCheck %s
#include <cmath>

// CHECK-LABEL: define {{.*}} @_Z6singlef(
// CHECK-COUNT-3: call {{.*}}float @sinf(
// CHECK: call {{.*}}float @expf(
// CHECK: call {{.*}}float @llvm.sqrt.f32(
// CHECK: call {{.*}}float @llvm.fma.f32(
__device__ float single(float x) {
  return sin(std::sin(sinf(x))) + __expf(x) + std::sqrt(x) + fmaf(x, x, 1);
}

// CHECK-LABEL: define {{.*}} @_Z5wholei(
// CHECK: call {{.*}}double @log(
// CHECK: call {{.*}}double @pow(
__device__ double whole(int x) { return log(x) + pow(x, 2); }
