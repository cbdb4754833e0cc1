// What is left of a loop after its full warps begins where the loop began or where those have stopped. Both are one place for
// lane 0, so that the loads stay side by side, under a mask.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3sumPKiS0_Pi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// CHECK: define {{.*}}_Z3sumPKiS0_Pi
// CHECK-NOT: masked.gather
// CHECK: call <32 x i32> @llvm.masked.load
// CHECK-NOT: masked.gather
// CHECK: ret void
__global__ void sum(const int *in, const int *ends, int *out) {
  const int begin = ends[blockIdx.x], n = ends[blockIdx.x + 1] - begin;
  int total = 0, i = threadIdx.x;
  if (i < n) {
    total = in[begin + i];
    i += blockDim.x;
  }
  for (; i < n; i += blockDim.x)
    total += in[begin + i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
