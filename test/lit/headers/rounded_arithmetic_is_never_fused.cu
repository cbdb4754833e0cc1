// Plain products and sums may be fused into one rounding (the "contract" flag), those with a stated rounding
// never are.
// RUN: %clang_device -ffp-contract=fast -S -o - %s | %link_device_library | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z5plainfff(
// CHECK: fmul contract float
// CHECK: fadd contract float
__device__ float plain(float x, float y, float z) { return x * y + z; }

// CHECK-LABEL: define {{.*}} @_Z6statedfff(
// CHECK: = fmul float
// CHECK: = fadd float
__device__ float stated(float x, float y, float z) { return __fadd_rn(__fmul_rn(x, y), z); }
