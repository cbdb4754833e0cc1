// Masks that change places at branch after branch are looked at once each, and not once for every way that leads to them:
// this would take years.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6placesPjPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

#define ROUND                                                                                                \
  if (*in++ > 0) {                                                                                           \
    const unsigned part = second & __ballot_sync(0xffffffff, *in > 1);                                       \
    second = first | 1;                                                                                      \
    first = part;                                                                                            \
    *out++ = first;                                                                                          \
  }
#define ROUNDS ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND

// CHECK-LABEL: define {{.*}} @_Z6placesPjPKi(
// CHECK: store i32 77, ptr
// CHECK: ret void
__global__ void places(unsigned *out, const int *in) {
  unsigned first = __ballot_sync(0xffffffff, in[0] > 0), second = __ballot_sync(0xffffffff, in[1] > 0);
  ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS const unsigned lane = threadIdx.x;
  if (lane & 1) {
    *out = 77;
    return;
  }
  out[lane] = __ballot_sync(first | 0x55555555, lane > 3) + second;
}
