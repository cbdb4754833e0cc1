// A function that is no kernel is refused by name.
// RUN: %clang_device -c -o %t.bc %s
// RUN: not %kernelc -bitcode %t.bc -kernel _Z6helperi -o %t.so 2>&1 | FileCheck %s
// CHECK: the device code has no kernel '_Z6helperi'
__device__ __noinline__ int helper(int n) { return n + 1; }
__global__ void kernel(int *out) { *out = helper(*out); }
