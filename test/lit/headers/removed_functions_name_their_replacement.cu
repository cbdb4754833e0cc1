// The warp functions without _sync are errors for compute capability 7.0 and above, in device code only.
// RUN: not %clang_device_sm_70 -S -o - %s 2>&1 | FileCheck %s
// RUN: %clang_host_sm_70 -fsyntax-only %s

// CHECK: error: '__shfl' is unavailable: {{.*}}; use __shfl_sync(mask, value, lane)
// CHECK: error: '__shfl_up' is unavailable: {{.*}}; use __shfl_up_sync(mask, value, delta)
// CHECK: error: '__shfl_down' is unavailable: {{.*}}; use __shfl_down_sync(mask, value, delta)
// CHECK: error: '__shfl_xor' is unavailable: {{.*}}; use __shfl_xor_sync(mask, value, lane_mask)
// CHECK: error: '__all' is unavailable: {{.*}}; use __all_sync(mask, predicate)
// CHECK: error: '__any' is unavailable: {{.*}}; use __any_sync(mask, predicate)
// CHECK: error: '__ballot' is unavailable: {{.*}}; use __ballot_sync(mask, predicate)
// CHECK: 7 errors generated
__global__ void old(int *p) {
  p[0] = __shfl(p[0], 1);
  p[1] = __shfl_up(1.5f, 1);
  p[2] = __shfl_down(p[0], 1u, 16);
  p[3] = __shfl_xor(2.5, 1);
  p[4] = __all(p[0]);
  p[5] = __any(p[0]);
  p[6] = __ballot(p[0] > 1);
}
