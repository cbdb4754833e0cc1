// -Xptxas -v, like -res-usage, tells what each kernel uses, within what source and command line allow.
// RUN: %raddlecc -Xptxas -v -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=CHECK,FREE
// RUN: %raddlecc -res-usage -maxrregcount=40 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=CHECK,LIMIT
// RUN: %raddlecc --ptxas-options=-O3,--verbose -arch=sm_80 -fatbin %s -o %t.fatbin 2>&1 | FileCheck %s --check-prefix=AMPERE
// RUN: %raddlecc -maxrregcount=300 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not %raddlecc -maxrregcount=many -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BAD
// LARGE: raddlecc: warning: -maxrregcount=300 has no effect: a thread has at most 255 registers
// BAD: raddlecc: error: option '-maxrregcount' needs a number, not 'many'

#include "../occupancy/Inputs/many_values.cuh"

__constant__ float factors[10];

// CHECK: ptxas info    : Compiling entry function '_Z5sharePf' for 'sm_90'
// CHECK-NEXT: ptxas info    : Used {{[0-9]+}} registers, used 1 barriers, 1024 bytes smem, 40 bytes cmem[3]
// AMPERE: ptxas info    : Compiling entry function '_Z5sharePf' for 'sm_80'
__global__ void share(float *data) {
  __shared__ float tile[256];
  tile[threadIdx.x] = data[threadIdx.x] * factors[threadIdx.x % 10];
  __syncthreads();
  data[threadIdx.x] = tile[255 - threadIdx.x];
}

// FREE: '_Z4freePfi'
// FREE-NEXT: Used {{[12][0-9][0-9]}} registers, used 1 barriers{{$}}
// LIMIT: '_Z4freePfi'
// LIMIT-NEXT: Used 40 registers
__global__ void free(float *data, int n) { many(data, n); }

// Launch bounds precede the limit of the file.
// CHECK: '_Z7boundedPfi'
// CHECK-NEXT: Used 64 registers
__global__ void __launch_bounds__(256, 4) bounded(float *data, int n) { many(data, n); }

// CHECK: '_Z7limitedPfi'
// CHECK-NEXT: Used 48 registers
__global__ void __maxnreg__(48) limited(float *data, int n) { many(data, n); }

// CHECK: raddlecc: note: the numbers of registers are estimates
