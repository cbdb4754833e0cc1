// Who fails the guard of the first element does not come to the loop over the others, in which all lanes are as far then, and
// read side by side.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3sumPiPKii -lanes 32 -block rows -ir-after skip-decided-branches -stop-after skip-decided-branches | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3sumPiPKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WIDE

// The one phi of the index is that of the loop.
// CHECK-LABEL: define {{.*}} @_Z3sumPiPKii(
// CHECK: icmp slt i32
// CHECK: .decided{{.*}}:
// CHECK-COUNT-1: phi i32 [ %{{.*}}, %{{.*}} ], [ %{{.*}}, %{{.*}} ]
// CHECK: ret void
// WIDE-LABEL: define {{.*}} @_Z3sumPiPKii(
// WIDE: masked.load
// WIDE: masked.load
// WIDE-NOT: masked.gather
// WIDE: ret void
__global__ void sum(int *out, const int *in, int n) {
  int k = threadIdx.x, sum = 0;
  if (k < n) {
    sum = in[k] * 3;
    k += blockDim.x;
  }
  while (k < n) {
    sum += in[k];
    k += blockDim.x;
  }
  out[threadIdx.x] = sum;
}
