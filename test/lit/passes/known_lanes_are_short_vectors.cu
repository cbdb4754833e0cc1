// Where it is known that some neighbouring lanes load or store, a power of two of them, they access vectors of so many elements.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6lowestPf -lanes 32 -block rows+one-warp -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LOWEST
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6middlePf -lanes 32 -block rows+one-warp -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MIDDLE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5apartPf -lanes 32 -block rows+one-warp -ir-after finish -stop-after finish | FileCheck %s --check-prefix=APART
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6upwardPf -lanes 32 -block rows+two-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=UPWARD

// LOWEST-LABEL: define {{.*}}.block(
// LOWEST-NOT: masked
// LOWEST: load <8 x float>
// LOWEST-NOT: masked
// LOWEST: store <8 x float>
// LOWEST: ret void
__global__ void lowest(float *values) {
  if (threadIdx.x % 32 < 8)
    values[threadIdx.x] += 1;
}

// MIDDLE-LABEL: define {{.*}}.block(
// MIDDLE-NOT: masked
// MIDDLE: getelementptr {{.*}}, i64 16
// MIDDLE: load <4 x float>
// MIDDLE-NOT: masked
// MIDDLE: store <4 x float>
// MIDDLE: ret void
__global__ void middle(float *values) {
  if (threadIdx.x % 32 / 4 == 1)
    values[threadIdx.x] += 1;
}

// APART-LABEL: define {{.*}}.block(
// APART: masked.load.v32f32
// APART: masked.store.v32f32
// APART: ret void
__global__ void apart(float *values) {
  if (threadIdx.x % 32 != 5)
    values[threadIdx.x] += 1;
}

// Each lane has an address of its own, as the compiler knows, but those that take part have neighbours.
// UPWARD-LABEL: define {{.*}}.block(
// UPWARD-NOT: masked
// UPWARD: load <32 x float>
// UPWARD-NOT: {{load|masked}}
// UPWARD: store <8 x float>
// UPWARD: ret void
__global__ void upward(float *values) {
  __shared__ float shared[64];
  shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8)
    values[threadIdx.x] = shared[threadIdx.x | 8];
}
