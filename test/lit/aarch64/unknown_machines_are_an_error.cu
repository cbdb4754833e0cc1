// A machine that LLVM has no back end for here is named, and nothing is written.
// RUN: %clang_device -c -o %t.bc %s
// RUN: rm -f %t.so
// RUN: not %kernelc -target=abacus-linux-gnu -bitcode %t.bc -kernel _Z4zeroPi -o %t.so 2>&1 | FileCheck %s
// RUN: not ls %t.so
// CHECK: raddle-kernelc: error: no back end for abacus-linux-gnu:

__global__ void zero(int *p) { *p = 0; }
