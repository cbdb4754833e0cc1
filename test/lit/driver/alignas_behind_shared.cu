// nvcc takes alignas after __shared__; clang does not, so raddlecc shows it the two in the other order, in the
// source and in what it includes, without moving a line.
// RUN: %raddlecc -c -o %t.o %s -MD -MF %t.d
// RUN: FileCheck %s --check-prefix=DEPENDENCIES --input-file=%t.d
// RUN: not %raddlecc -c -o %t.o -DWRONG %s 2>&1 | FileCheck %s
// DEPENDENCIES: alignas_behind_shared.cu
// DEPENDENCIES: aligned_tile.cuh
#include "Inputs/aligned_tile.cuh"

#define TILE __shared__
template <class Scalar, int kCount> __global__ __cluster_dims__(2, 1, 1) void hidden(Scalar *out) {
  TILE alignas(64) Scalar tile[kCount];
  __shared__ Scalar alignas(2 * sizeof(Scalar)) other[kCount];
  tile[threadIdx.x] = *out;
  other[threadIdx.x] = tile[0];
  *out = other[0];
}
template __global__ void hidden<double, 32>(double *);

template <class Scalar, int kCount> __global__ void pattern(Scalar *out) {
  __shared__ alignas(16) Scalar tile[32 * kCount];
  tile[threadIdx.x] = *out;
}
template __global__ void pattern<float, 2>(float *);

__global__ void kernel(float *out) {
  extern __shared__ alignas(16) float dynamic[];
  __shared__ alignas(alignof(double2)) float tile[32];
  static __shared__ alignas(32) float kept[32];
  __shared__ alignas(
      alignof(float4)) float split[32];
  split[threadIdx.x] = kept[threadIdx.x];
#ifdef WRONG
  // CHECK: alignas_behind_shared.cu:[[#@LINE+1]]:34: error: use of undeclared identifier 'unknown'
  __shared__ alignas(16) int a = unknown;
#endif
  tile[threadIdx.x] = dynamic[threadIdx.x] + kept[threadIdx.x];
  out[threadIdx.x] = tile[31 - threadIdx.x] + split[threadIdx.x] + fromTile(threadIdx.x);
}
