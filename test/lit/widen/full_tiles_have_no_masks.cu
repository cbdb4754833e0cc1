// The end that a full tile and a guarded one have in common is there twice: without masks for the full tile.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5scalePfPKfi -lanes 32 -block rows -ir-after separate-full-warp-paths -stop-after separate-full-warp-paths | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z5scalePfPKfi(
// CHECK: .full:
// CHECK-NOT: {{^[^ ;].*:}}
// CHECK: load float
// CHECK: store float
// CHECK-NEXT: br label
__global__ void scale(float *out, const float *in, int n) {
  const int first = blockIdx.x * 512, left = n - first;
  if (left >= 512) {
    for (int item = 0; item < 2; ++item)
      out[first + item * 256 + threadIdx.x] = in[first + item * 256 + threadIdx.x] * 3;
  } else {
    for (int item = 0; item < 2; ++item)
      if (int(item * 256 + threadIdx.x) < left)
        out[first + item * 256 + threadIdx.x] = in[first + item * 256 + threadIdx.x] * 3;
  }
}
