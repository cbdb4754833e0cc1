// raddle explain --passes says which passes changed a kernel, and what one left alone at which line, and why.
// RUN: %raddle explain %s --passes | FileCheck %s
// RUN: %raddle explain %s | FileCheck %s --check-prefix=LINES
// RUN: not %raddle explain %s --after no-such-pass 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <cstdio>

__global__ void rows(float *out, const float *a, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += a[row * n + k];
    out[k] = 1;
  }
  for (int i = row; i < n; i += gridDim.x * blockDim.x)
    if (a[i] > 3)
      printf("x");
  out[row] = sum;
}

// CHECK: resolve-intrinsics {{ *}}changed
// CHECK: unroll-row-loops {{ *}}unchanged
// CHECK-NEXT: passes_say_what_they_did.cu:12: not changed by unroll-row-loops: each lane loops over a row of its own
// CHECK: version-full-warps {{ *}}unchanged
// CHECK-NEXT: passes_say_what_they_did.cu:14: not changed by version-full-warps: the loop calls the runtime
// CHECK: widen {{ *}}changed
// LINES: out[k] = 1;
// LINES: not changed by unroll-row-loops: each lane loops over a row of its own
// UNKNOWN: raddle: error: there is no pass 'no-such-pass'
