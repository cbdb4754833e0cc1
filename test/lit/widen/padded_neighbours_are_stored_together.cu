// A lane's items lie side by side, with a gap after each 32: the stores of all items are made together, as registers that are
// transposed. Their indices are sums of two numbers, of which one has a constant in it.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6paddedPlPKl -lanes 32 -block rows -remarks 2>&1 | FileCheck %s

// CHECK: store of 8 bytes: runs of 4 lanes: lane * 64: {{[0-9]+}} vectors and shuffles, 8 neighbouring accesses together
__global__ void padded(long *out, const long *in) {
  __shared__ long shared[256 * 33 / 32];
  long own[8];
#pragma unroll
  for (int item = 0; item < 8; ++item)
    own[item] = in[item * 32 + threadIdx.x % 32];
#pragma unroll
  for (int item = 0; item < 8; ++item) {
    int place = threadIdx.x % 32 * 8 + item;
    place += place >> 5;
    shared[place] = own[item];
  }
  __syncthreads();
  out[threadIdx.x] = shared[threadIdx.x];
}
