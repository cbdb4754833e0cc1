// A loop that adds up from shared memory stays one where a program asks to unroll it; what the program cannot do without
// is unrolled, and what it asks for elsewhere, too.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3sumPfi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=SUM
// RUN: %kernelc -bitcode %t.bc -kernel _Z7countedILi64EEvPfi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=SUM
// RUN: %kernelc -bitcode %t.bc -kernel _Z7countedILi4EEvPfi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=SOME
// RUN: %kernelc -bitcode %t.bc -kernel _Z5arrayPfi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=ARRAY
// RUN: %kernelc -bitcode %t.bc -kernel _Z8shuffledPfi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=SHUFFLED
// RUN: %kernelc -bitcode %t.bc -kernel _Z10overGlobalPfi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=GLOBAL

__shared__ float tile[64][32];

// SUM: define {{.*}} @_Z
// SUM-COUNT-1: fmul
// SUM-NOT: fmul
// SUM: icmp eq i32 %{{.*}}, 64
__global__ void sum(float *out, int n) {
  tile[threadIdx.y][threadIdx.x] = out[n];
  __syncthreads();
  float value = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k)
    value += tile[k][threadIdx.x] * tile[k][0];
  out[threadIdx.x] = value;
}

// A part of them at a time: that is done late, and not here.
// SOME: define {{.*}} @_Z7countedILi4EEvPfi
// SOME: llvm.loop
// SOME: !"llvm.loop.unroll.count", i32 4
template <int iterations> __global__ void counted(float *out, int n) {
  tile[threadIdx.y][threadIdx.x] = out[n];
  __syncthreads();
  float value = 0;
#pragma unroll iterations
  for (int k = 0; k < 64; ++k)
    value += tile[k][threadIdx.x] * tile[k][0];
  out[threadIdx.x] = value;
}
template __global__ void counted<64>(float *, int);
template __global__ void counted<4>(float *, int);

// ARRAY: define {{.*}} @_Z5arrayPfi
// ARRAY-NOT: alloca
// ARRAY-COUNT-64: load float, ptr
// ARRAY: ret void
__global__ void array(float *out, int n) {
  tile[threadIdx.y][threadIdx.x] = out[n];
  __syncthreads();
  float values[64];
#pragma unroll
  for (int k = 0; k < 64; ++k)
    values[k] = tile[k][threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 64; ++k)
    out[k * n] = values[63 - k];
}

// SHUFFLED: define {{.*}} @_Z8shuffledPfi
// SHUFFLED-COUNT-64: call {{.*}}raddle_shfl
// SHUFFLED: ret void
__global__ void shuffled(float *out, int n) {
  tile[threadIdx.y][threadIdx.x] = out[n];
  __syncthreads();
  float value = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k)
    value += __shfl_sync(0xffffffff, tile[k][threadIdx.x], k);
  out[threadIdx.x] = value;
}

// GLOBAL: define {{.*}} @_Z10overGlobalPfi
// GLOBAL-COUNT-64: fadd
// GLOBAL: ret void
__global__ void overGlobal(float *out, int n) {
  float value = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k)
    value += out[k * n];
  out[threadIdx.x] = value;
}
