// Where only one lane can be active, and it is known which, a store to one address takes that lane's element. Otherwise it is the
// last active lane's.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5firstPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,FIRST
// RUN: %kernelc -bitcode %t.bc -kernel _Z4lastPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,LAST
// RUN: %kernelc -bitcode %t.bc -kernel _Z7unknownPiPKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,UNKNOWN
// RUN: %kernelc -bitcode %t.bc -kernel _Z7severalPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,UNKNOWN
// RUN: %kernelc -bitcode %t.bc -kernel _Z5firstPiPKi -lanes 32 -block any -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,UNKNOWN

// CHECK-LABEL: define
// FIRST: extractelement <32 x i32> %{{.*}}, i32 0
// FIRST-NEXT: store i32
// LAST: extractelement <32 x i32> %{{.*}}, i32 31
// LAST-NEXT: store i32
// UNKNOWN: ctlz
// UNKNOWN: store i32
__global__ void first(int *out, const int *in) {
  int value = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 3);
  if (threadIdx.x == 0)
    out[blockIdx.x] = value;
}

__global__ void last(int *out, const int *in) {
  int value = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 3);
  if (threadIdx.x % 32 == 31)
    out[threadIdx.x / 32] = value;
}

__global__ void unknown(int *out, const int *in, int which) {
  int value = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 3);
  if (threadIdx.x == which)
    out[blockIdx.x] = value;
}

__global__ void several(int *out, const int *in) {
  int value = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 3);
  if (threadIdx.x % 16 == 0)
    out[threadIdx.x / 32] = value;
}
