// An addition of floating-point numbers is done again where another core was faster: LLVM 19 would not look.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -target=aarch64-linux-gnu -bitcode %t.bc -kernel _Z5totalPf -lanes 1 -o %t.so
// RUN: llvm-objdump-19 -d --no-show-raw-insn %t.so | FileCheck %s
// CHECK-LABEL: <_Z5totalPf.block>:
// CHECK: fadd
// CHECK: stlxr [[OUTCOME:w[0-9]+]], w{{[0-9]+}}, [x{{[0-9]+}}]
// CHECK-NEXT: cbnz [[OUTCOME]],

__global__ void total(float *sum) { atomicAdd(sum, 1.0f); }
