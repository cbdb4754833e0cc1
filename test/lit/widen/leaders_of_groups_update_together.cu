// One lane of each group of equal values updates a place that the value says: the places differ, so the update is a gather and a
// scatter. Where the place is made of less than the groups differ in, or other lanes come there too, they may be the same.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5votesPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7matchesPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5pairsPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=EACH
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6othersPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=EACH

// CHECK: define {{.*}} @_Z{{5votesPjPKj|7matchesPjPKj}}
// CHECK: [[OLD:%.*]] = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(
// CHECK: [[NEW:%.*]] = add <32 x i32> [[OLD]],
// CHECK: call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> [[NEW]],
// EACH: define {{.*}} @_Z{{5pairsPjPKj|6othersPjPKj}}
// EACH-NOT: llvm.masked.scatter
__global__ void votes(unsigned *out, const unsigned *in) {
  __shared__ unsigned counts[16];
  const int lane = threadIdx.x % 32;
  const unsigned digit = in[threadIdx.x] >> 4 & 15;
  unsigned peers = ~0u;
#pragma unroll
  for (int bit = 0; bit < 4; ++bit) {
    const unsigned vote = __ballot_sync(~0u, digit >> bit & 1);
    peers &= digit >> bit & 1 ? vote : ~vote;
  }
  unsigned old = 0;
  if (lane == 31 - __clz(peers))
    old = atomicAdd(&counts[digit], __popc(peers));
  out[threadIdx.x] = old;
}

__global__ void matches(unsigned *out, const unsigned *in) {
  __shared__ unsigned counts[1024];
  const int lane = threadIdx.x % 32;
  const unsigned digit = in[threadIdx.x];
  const unsigned peers = __match_any_sync(~0u, digit);
  unsigned old = 0;
  if (__popc(peers & ((1u << lane) - 1)) == 0)
    old = atomicAdd(&counts[digit + 3], __popc(peers));
  out[threadIdx.x] = old;
}

__global__ void pairs(unsigned *out, const unsigned *in) {
  __shared__ unsigned counts[1024];
  const int lane = threadIdx.x % 32;
  const unsigned digit = in[threadIdx.x];
  const unsigned peers = __match_any_sync(~0u, digit);
  unsigned old = 0;
  if (lane == __ffs(peers) - 1)
    old = atomicAdd(&counts[digit / 2], __popc(peers));
  out[threadIdx.x] = old;
}

__global__ void others(unsigned *out, const unsigned *in) {
  __shared__ unsigned counts[1024];
  const int lane = threadIdx.x % 32;
  const unsigned digit = in[threadIdx.x];
  const unsigned peers = __match_any_sync(~0u, digit);
  unsigned old = 0;
  if (lane >= __ffs(peers))
    old = atomicAdd(&counts[digit], __popc(peers));
  out[threadIdx.x] = old;
}
