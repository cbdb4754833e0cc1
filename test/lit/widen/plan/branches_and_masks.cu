// The plan says of each branch whether lanes part there, and of each line under which mask it runs.
// RUN: %raddle explain %s --kernel parts --plan | FileCheck %s

// CHECK: |   if (n > 0)
// CHECK-NEXT: branch: all lanes go the same way
// CHECK-NEXT: its condition is the same for all lanes; all 32 lanes are active
// CHECK: |   if (values[threadIdx.x] > 0)
// CHECK: branch: lanes may diverge; both sides are run under masks
// CHECK-NEXT: its condition differs between lanes; all 32 lanes are active
// CHECK: |     atomicAdd(&counts[values[threadIdx.x]], 1)
// CHECK: atomic update: lane by lane
// CHECK-NEXT: the address is different in each lane, without a pattern; the lanes that came here are active
__global__ void parts(int *counts, const int *values, int n) {
  if (n > 0)
    __nanosleep(100);
  if (values[threadIdx.x] > 0)
    atomicAdd(&counts[values[threadIdx.x]], 1);
}
