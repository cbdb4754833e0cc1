// Both halves of a number are one shuffle, also in a kernel whose lanes were looked at for polling.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4scanPyPVi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z4scanPyPVi(
// CHECK-COUNT-5: shufflevector <32 x i64>
// CHECK-NOT: shufflevector <32 x i32>
// CHECK: ret void
__global__ void scan(unsigned long long *sums, volatile int *flag) {
  unsigned long long sum = sums[threadIdx.x];
  for (int distance = 1; distance < 32; distance *= 2) {
    unsigned low = __shfl_up_sync(~0u, (unsigned)sum, distance), high = __shfl_up_sync(~0u, (unsigned)(sum >> 32), distance);
    if (threadIdx.x % 32 >= distance)
      sum += (unsigned long long)high << 32 | low;
  }
  while (*flag == 0) {
  }
  sums[threadIdx.x] = sum;
}
