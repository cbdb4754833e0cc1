// What a stage of an exchange network loads is put together from what the stage before it has stored, in vectors of another length: here 32
// elements, there 16, or the other way round. What is overwritten is not stored.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4downv -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z2upv -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6othersPii -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=OTHERS
__shared__ int values[4096];

// CHECK-LABEL: define {{.*}}.block(
// CHECK: load <
// CHECK: store <
// CHECK-NOT: load <
// CHECK: ret void
__device__ void round(int stride) {
  int t = threadIdx.x % 512;
  int first = 2 * t - t % stride;
  int a = values[first], b = values[first + stride];
  values[first] = a + b;
  values[first + stride] = a - b;
}
__global__ void down() {
  round(32);
  round(16);
}
__global__ void up() {
  round(16);
  round(32);
}

// The pass cannot know what lies there.
// OTHERS-LABEL: define {{.*}}.block(
// OTHERS-COUNT-3: load <32 x i32>
// OTHERS: ret void
__global__ void others(int *out, int far) {
  values[threadIdx.x] = 1;
  values[threadIdx.x + 32] = 2;
  values[threadIdx.x + far] += 3;
  out[threadIdx.x] = values[threadIdx.x] + values[threadIdx.x + 32];
}
