// The estimate of registers counts values that are alive together, and keeps to the launch bounds.
// RUN: %raddle occupancy %s --json | FileCheck %s

#include "Inputs/many_values.cuh"

// A handful.
// CHECK: "kernel": "few(float*)"
// CHECK: "regs": {{[0-9]|1[0-9]}},
__global__ void few(float *data) { data[threadIdx.x] *= 2; }

// 100 floats and where they lie; ptxas of CUDA 13.0 takes 254.
// CHECK: "kernel": "unbounded(float*, int)"
// CHECK: "regs": {{2[0-9][0-9]}},
__global__ void unbounded(float *data, int n) { many(data, n); }

// 1024 threads have at most 64 registers each.
// CHECK: "kernel": "bounded(float*, int)"
// CHECK: "regs": 64,
__global__ void __launch_bounds__(1024) bounded(float *data, int n) { many(data, n); }

// Six blocks of 256 have at most 40.
// CHECK: "kernel": "crowded(float*, int)"
// CHECK: "regs": 40,
// CHECK: "limiters": [
// CHECK-NEXT: "registers"
__global__ void __launch_bounds__(256, 6) crowded(float *data, int n) { many(data, n); }
