// Functions of <cmath> in every spelling become inline code or calls of SLEEF, and exactly rounded ones
// become LLVM intrinsics.
// RUN: %clang_device -S -o - %s | %link_device_library | %simplify | FileCheck %s
#include <cmath>

// CHECK-LABEL: define {{.*}} @_Z5sleeff(
// CHECK-COUNT-3: call {{.*}}float @Sleef_finz_erff1_u10purecfma(
__device__ float sleef(float x) { return erf(std::erf(erff(x))); }

// CHECK-LABEL: define {{.*}} @_Z7inlinedf(
// CHECK-NOT: call {{.*}}float @{{[^l]}}
// CHECK: call {{.*}}float @llvm.fma.f32(
__device__ float inlined(float x) { return __expf(x) + std::exp(x); }

// CHECK-LABEL: define {{.*}} @_Z5exactf(
// CHECK: call {{.*}}float @llvm.sqrt.f32(
// CHECK: call {{.*}}float @llvm.fma.f32(
__device__ float exact(float x) { return fmaf(std::sqrt(x), x, 1); }

// CHECK-LABEL: define {{.*}} @_Z5wholei(
// CHECK: call {{.*}}double @Sleef_finz_logd1_u10purecfma(
// CHECK: call {{.*}}double @Sleef_finz_powd1_u10purecfma(
__device__ double whole(int x) { return log(x) + pow(x, 2); }
