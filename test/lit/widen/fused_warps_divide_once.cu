// Fused warps divide once by what they have in common, and report zero once; where each divides by a number of its own,
// they are not fused.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8divisionILb0EEvPjPKjj -lanes 32 -block rows-of-32+eights -stop-after widen -ir-after widen | FileCheck %s --check-prefix=COMMON
// RUN: %kernelc -bitcode %t.bc -kernel _Z8divisionILb1EEvPjPKjj -lanes 32 -block rows-of-32+eights -stop-after widen -ir-after widen | FileCheck %s --check-prefix=OWN

// COMMON-LABEL: define void @_Z8divisionILb0EEvPjPKjj(
// COMMON: icmp eq i32 %{{.*}}, 0
// COMMON: call void @raddle_lane_divides_by_zero(ptr %thread
// COMMON-NOT: call void @raddle_lane_divides_by_zero
// COMMON: %{{.*}}.warp7
// COMMON-NOT: call void @raddle_lane_divides_by_zero
// COMMON: ret void

// OWN-LABEL: define void @_Z8divisionILb1EEvPjPKjj(
// OWN-NOT: .warp7
// OWN: call void @raddle_lane_divides_by_zero(ptr %thread
// OWN-NOT: .warp7
// OWN: ret void
template <bool own> __global__ void division(unsigned *out, const unsigned *in, unsigned rows) {
  __shared__ unsigned tile[32][32];
  const unsigned first = own ? rows / in[threadIdx.y] : blockIdx.x / rows;
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
template __global__ void division<false>(unsigned *, const unsigned *, unsigned);
template __global__ void division<true>(unsigned *, const unsigned *, unsigned);
