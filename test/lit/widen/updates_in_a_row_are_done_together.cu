// Updates of shared memory whose old values nobody wants are one loop over the lanes, which gets their addresses in as few
// bytes as they need; a read between them keeps them apart.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8togetherPKj -lanes 32 -block rows+one-warp -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=TOGETHER
// RUN: %kernelc -bitcode %t.bc -kernel _Z5apartPKjPj -lanes 32 -block rows+one-warp -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=APART

__shared__ unsigned bins[1024];

// TOGETHER-LABEL: define {{.*}} @_Z8togetherPKj(
// TOGETHER: trunc <32 x i32> %{{.*}} to <32 x i8>
// TOGETHER: trunc <32 x i32> %{{.*}} to <32 x i16>
// TOGETHER-COUNT-1: phi i32 {{.*}}each.lane
// TOGETHER-NOT: each.lane:
// TOGETHER: ret void
__global__ void together(const unsigned *in) {
  unsigned word = in[threadIdx.x];
  atomicAdd(&bins[word & 255], 1);
  atomicAdd(&bins[256 + (word >> 8 & 255)], 1);
  atomicAdd(&bins[512 + (word >> 16 & 255)], 1);
  atomicAdd(&bins[768 + (word >> 24)], 1);
}

// APART-LABEL: define {{.*}} @_Z5apartPKjPj(
// APART: store i32
// APART: [[SEEN:%.*]] = call <32 x i32> @llvm.masked.gather
// APART: store i32
// APART: ret void
__global__ void apart(const unsigned *in, unsigned *out) {
  unsigned word = in[threadIdx.x];
  atomicAdd(&bins[word & 255], 1);
  unsigned seen = bins[word >> 8 & 255];
  atomicAdd(&bins[word >> 24], 1);
  out[threadIdx.x] = seen;
}
