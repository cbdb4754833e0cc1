// Warps in step divide once by what they have in common, and report zero once; where each divides by a number of its own,
// they do not go in step.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6commonPjPKjj -lanes 32 -block rows-of-32+eights -stop-behind widen -ir-after widen | FileCheck %s --check-prefix=COMMON
// RUN: %kernelc -bitcode %t.bc -kernel _Z3ownPjPKjj -lanes 32 -block rows-of-32+eights -stop-behind widen -ir-after widen | FileCheck %s --check-prefix=OWN

// COMMON-LABEL: define void @_Z6commonPjPKjj(
// COMMON: icmp eq i32 %{{.*}}, 0
// COMMON: call void @raddle_lane_divides_by_zero(ptr %thread
// COMMON-NOT: call void @raddle_lane_divides_by_zero
// COMMON: %{{.*}}.warp7
// COMMON-NOT: call void @raddle_lane_divides_by_zero
// COMMON: ret void
__global__ void common(unsigned *out, const unsigned *in, unsigned rows) {
  __shared__ unsigned tile[32][32];
  const unsigned first = blockIdx.x / rows;
  unsigned sum = 0;
  for (unsigned i = 0; i < 64; ++i) {
    tile[threadIdx.y][threadIdx.x] = in[first + i * 1024 + threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < 32; ++k)
      sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

// OWN-LABEL: define void @_Z3ownPjPKjj(
// OWN-NOT: .warp7
// OWN: call void @raddle_lane_divides_by_zero(ptr %thread
// OWN-NOT: .warp7
// OWN: ret void
__global__ void own(unsigned *out, const unsigned *in, unsigned rows) {
  __shared__ unsigned tile[32][32];
  const unsigned first = rows / in[threadIdx.y];
  unsigned sum = 0;
  for (unsigned i = 0; i < 64; ++i) {
    tile[threadIdx.y][threadIdx.x] = in[first + i * 1024 + threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < 32; ++k)
      sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}
