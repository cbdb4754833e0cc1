// Between two barriers there is a loop over the warps. Where an iteration is a long dependence chain, two of them are
// unrolled and jammed: first both load, then the operations of one stand between those of the
// other, then both store. Iterations that are short, or wide, or have other effects, stay as they are.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5chainPji -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5briefPji -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ALONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4widePji -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ALONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6addingPji -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ALONE
// On a processor with fewer registers each iteration fills them.
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z5chainPji -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ALONE

template <int kSteps> __device__ unsigned steps(unsigned x) {
#pragma unroll
  for (unsigned round = 0; round < kSteps; ++round) {
    x = (x ^ (x >> 15)) + round;
    x = (x << 7 | x >> 25) ^ (x << 3);
  }
  return x;
}

// CHECK-LABEL: define {{.*}}@_Z5chainPji
// CHECK: and i64 %{{.*}}, -2
// CHECK: .pairs:
// CHECK: %[[FIRST:.*]] = load <32 x i32>
// CHECK: store volatile
// CHECK: %[[SECOND:.*]] = load <32 x i32>
// CHECK: lshr <32 x i32> %[[FIRST]], {{.*}}15
// CHECK: lshr <32 x i32> %[[SECOND]], {{.*}}15
// CHECK: store volatile
// CHECK: store <32 x i32>
// CHECK: store volatile
// CHECK: store <32 x i32>
// CHECK: icmp eq i64
// CHECK: br i1
// ALONE-NOT: .pairs:
__global__ void chain(unsigned *out, int turns) {
  __shared__ unsigned tile[1024];
  for (int turn = 0; turn < turns; ++turn) {
    tile[threadIdx.x] = steps<24>(tile[threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void brief(unsigned *out, int turns) {
  __shared__ unsigned tile[1024];
  for (int turn = 0; turn < turns; ++turn) {
    tile[threadIdx.x] = steps<1>(tile[threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void wide(unsigned *out, int turns) {
  __shared__ unsigned tile[8][1024];
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int i = 0; i < 8; ++i)
      tile[i][threadIdx.x] = steps<3>(tile[i][threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = tile[turns & 7][blockDim.x - 1 - threadIdx.x];
}

__global__ void adding(unsigned *out, int turns) {
  __shared__ unsigned tile[1024];
  for (int turn = 0; turn < turns; ++turn) {
    tile[threadIdx.x] = steps<24>(tile[threadIdx.x]);
    atomicAdd(out + turn, 1);
    __syncthreads();
  }
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
