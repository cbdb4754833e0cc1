// Lanes that take part are known to be neighbours, though each has an address of its own, as the compiler knows. What they
// load from shared memory is forwarded from the vector that was stored there.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6upwardPf -lanes 32 -block rows+two-warps -ir-after finish -stop-after finish | FileCheck %s

// CHECK-LABEL: define {{.*}}.block(
// CHECK-NOT: masked
// CHECK: load <32 x float>
// CHECK-NOT: {{load|masked}}
// CHECK: store <8 x float>
// CHECK: ret void
__global__ void upward(float *values) {
  __shared__ float shared[64];
  shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8)
    values[threadIdx.x] = shared[threadIdx.x | 8];
}
