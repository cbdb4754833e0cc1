// Where stores to dynamic shared memory become registers, the last byte is still looked at, as a launch may have given less.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8ofLaunchPi -lanes 32 -block rows+two-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LAUNCH
// RUN: %kernelc -bitcode %t.bc -kernel _Z8ofKernelPi -lanes 32 -block rows+two-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=KERNEL

// LAUNCH-LABEL: define {{.*}}.block
// LAUNCH: load volatile i8
// LAUNCH-NOT: load volatile i8
__global__ void ofLaunch(int *values) {
  extern __shared__ int all[];
  all[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = all[63 - threadIdx.x];
}

// KERNEL-LABEL: define {{.*}}.block
// KERNEL-NOT: load volatile
__global__ void ofKernel(int *values) {
  __shared__ int all[64];
  all[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = all[63 - threadIdx.x];
}
