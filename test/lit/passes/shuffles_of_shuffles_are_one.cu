// Between two stages that stay in registers, the shuffles of the first one's stores and the second one's loads are one:
// four in between, and four at both ends.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6roundsPi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// CHECK-LABEL: define {{.*}} @_Z6roundsPi
// CHECK-COUNT-4: load <16 x i32>
// CHECK-NOT: load <16 x i32>
// CHECK-COUNT-12: shufflevector <16 x i32> {{.*}}, <16 x i32> {{.*}}, <16 x i32>
// CHECK-NOT: shufflevector <16 x i32> {{.*}}, <16 x i32> {{.*}}, <16 x i32>
// CHECK: ret void
__global__ void rounds(int *values) {
  int lane = threadIdx.x % 32;
  int *own = values + 64 * (threadIdx.x / 32);
  int first = 2 * lane - lane % 4;
  int a = own[first], b = own[first + 4];
  own[first] = a + b;
  own[first + 4] = a - b;
  first = 2 * lane - lane % 2;
  a = own[first], b = own[first + 2];
  own[first] = a + b;
  own[first + 2] = a - b;
}
