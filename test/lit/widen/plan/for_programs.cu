// With --plan=json the plan is an object that programs can read; a kernel on the thread engine has none.
// RUN: %raddle explain %s --kernel parts --plan=json | FileCheck %s
// RUN: %raddle explain %s --kernel waits --plan=json | FileCheck %s --check-prefix=WAITS
// RUN: not %raddle explain %s --kernel parts --plan=xml 2>&1 | FileCheck %s --check-prefix=FORMAT

// CHECK: {
// CHECK-NEXT: "kernel": "parts(int*, int const*)",
// CHECK-NEXT: "engine": "warp",
// CHECK-NEXT: "instructions": [
// CHECK: "line": [[# @LINE + 21]],
// CHECK-NEXT: "column":
// CHECK-NEXT: "function": "parts(int*, int const*)",
// CHECK-NEXT: "block": 0,
// CHECK-NEXT: "kind": "access",
// CHECK-NEXT: "decision": "contiguous",
// CHECK-NEXT: "text": "load of 4 bytes: contiguous: one vector access",
// CHECK-NEXT: "why": "the address is 4 bytes further from lane to lane; all 32 lanes are active"
// CHECK: "kind": "branch",
// CHECK-NEXT: "decision": "divergent",
// CHECK: "blocks": [
// CHECK: "number": 0,
// CHECK-NEXT: "mask": "full",
// CHECK-NEXT: "lanes": "all 32 lanes are active",
// CHECK-NEXT: "next": [
// CHECK: "mask": "waiting",
// WAITS: "engine": "thread",
// WAITS-NEXT: "reason": "lanes of a warp may wait for each other
// WAITS: "instructions": []
// FORMAT: --plan
__global__ void parts(int *counts, const int *values) {
  if (values[threadIdx.x] > 0)
    atomicAdd(&counts[values[threadIdx.x]], 1);
}

__global__ void waits(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  atomicExch(lock, 0);
  __syncthreads();
}
