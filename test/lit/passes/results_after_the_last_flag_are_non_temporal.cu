// Whole lines that a block stores after all by which others could tell are stored past the caches: accesses to the block's own
// memory do not count. Lines that it stores before stay in order, and so do those of a loop that also publishes.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5afterPfPVi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6beforePfPVi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5againPfPVii -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NONE

// CHECK: store volatile i32
// CHECK: store <32 x float> %{{.*}}, align 64, !nontemporal
__global__ void after(float *a, volatile int *flags) {
  __shared__ volatile float tile[1024];
  if (threadIdx.x == 0) {
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x ^ 32];
}

// NONE: define
// NONE-NOT: nontemporal
// NONE: ret void
__global__ void before(float *a, volatile int *flags) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    flags[blockIdx.x] = 1;
}

__global__ void again(float *a, volatile int *flags, int tiles) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    if (threadIdx.x == 0)
      flags[tile] = 1;
    __syncthreads();
    a[tile * blockDim.x + threadIdx.x] = 1;
  }
}
