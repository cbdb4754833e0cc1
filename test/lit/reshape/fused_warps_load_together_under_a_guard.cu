// A guard is put to all fused warps at once: where they all pass it, their loads and stores stand side by side, and no
// warp goes its own way before the others.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6sharesPKfPfi -lanes 32 -block rows+eights -ir-after fuse-warps -stop-after fuse-warps | FileCheck %s

// CHECK: %[[ALL:.*]] = and i1
// CHECK: br i1 %[[ALL]], label %[[LOADS:.*]], label
// CHECK: %[[ALL_STORE:.*]] = and i1
// CHECK: br i1 %[[ALL_STORE]], label %[[STORES:.*]], label
// CHECK: {{^}}[[LOADS]]:
// CHECK-COUNT-8: load float
// CHECK-NOT: load float
// CHECK: {{^}}[[STORES]]:
// CHECK-COUNT-8: store float
__global__ void shares(const float *in, float *out, int n) {
  __shared__ float sums[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i < n ? in[i] : 0, sum = x, total = 0;
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, distance);
  sums[threadIdx.x / 32] = sum;
  __syncthreads();
  for (int warp = 0; warp < blockDim.x / 32; ++warp)
    total += sums[warp];
  if (i < n)
    out[i] = x / total;
}
