// Programs that define what CUDA removed, or names that only we have, keep their own functions.
// RUN: %clang_device -S -o - %s | FileCheck %s

// CHECK-DAG: define {{.*}} @_Z6__shflii(
// CHECK-DAG: define {{.*}} @_Z11__shfl_downIfET_S0_j(
// CHECK-DAG: define {{.*}} @_Z13__lanemask_ltv(
__device__ int __shfl(int value, int lane) { return __shfl_sync(0xffffffff, value, lane); }
template <class T> __device__ T __shfl_down(T value, unsigned delta) {
  return __shfl_down_sync(0xffffffff, value, delta);
}
__device__ unsigned __lanemask_lt() { return (1u << threadIdx.x % 32) - 1; }

__global__ void own(float *p) {
  p[0] = __shfl(3, 1) + __shfl(true, 1) + __shfl_down(1.5f, 1) + __lanemask_lt();
}
