// A fault that is put in on purpose after one pass of each phase is found.
// RUN: %raddlecc -O3 -o %t %s
// RUN: %raddle bisect %t | FileCheck %s --check-prefix=RIGHT
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=rematerialise-at-joins not %raddle bisect %t | FileCheck %s --check-prefix=NORMALISE
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=relax-block-atomics not %raddle bisect %t | FileCheck %s --check-prefix=LOWER
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=fuse-warps not %raddle bisect %t | FileCheck %s --check-prefix=RESHAPE
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=widen not %raddle bisect %t | FileCheck %s --check-prefix=WIDEN
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=loop-over-warps not %raddle bisect %t | FileCheck %s --check-prefix=BLOCK
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=compose-shuffles not %raddle bisect %t | FileCheck %s --check-prefix=TUNE
// RUN: env RADDLE_KERNELC_FLAGS=-fault-after=non-temporal-stores not %raddle bisect %t | FileCheck %s --check-prefix=FINISH
// RUN: not %raddle bisect /no/such/program 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %raddle bisect 2>&1 | FileCheck %s --check-prefix=NONE
#include <cstdio>

__global__ void exchange(int *out) {
  __shared__ int values[128];
  values[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 32] + 7;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 128 * sizeof(int));
  exchange<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 128; ++i)
    sum = sum * 31 + out[i];
  printf("%d\n", sum);
}

// RIGHT: there is nothing to find
// NORMALISE: The first pass that changes the result is rematerialise-at-joins (phase normalise)
// LOWER: The first pass that changes the result is relax-block-atomics (phase lower)
// RESHAPE: The first pass that changes the result is fuse-warps (phase reshape)
// WIDEN: Already without any optional pass the warp engine does something else
// BLOCK: The first pass that changes the result is loop-over-warps (phase block)
// TUNE: The first pass that changes the result is compose-shuffles (phase tune)
// TUNE: RADDLE_KERNELC_FLAGS=-disable-pass=compose-shuffles runs without it
// FINISH: The first pass that changes the result is non-temporal-stores (phase finish)
// MISSING: raddle: error: {{.*}}/no/such/program
// NONE: raddle: error: raddle bisect needs a program
