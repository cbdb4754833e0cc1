// Sides of a branch whose lanes return, if only after a vote of their own, are run before all lanes meet.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4sidePj -lanes 32 -block rows -stop-after widen -ir-after widen -o %t.so \
// RUN:   | FileCheck %s --check-prefix=SIDE
// RUN: %kernelc -bitcode %t.bc -kernel _Z4loopPj -lanes 32 -block rows -stop-after widen -ir-after widen -o %t.so \
// RUN:   | FileCheck %s --check-prefix=LOOP
// RUN: %kernelc -bitcode %t.bc -kernel _Z4partPjj -lanes 32 -block rows -stop-after widen -ir-after widen -o %t.so \
// RUN:   | FileCheck %s --check-prefix=PART
// RUN: %kernelc -bitcode %t.bc -kernel _Z12part_in_loopPjj -lanes 32 -block rows -stop-after widen -ir-after widen \
// RUN:   -o %t.so | FileCheck %s --check-prefix=PARTLOOP
// RUN: %kernelc -bitcode %t.bc -kernel _Z13between_votesPji -lanes 32 -block rows -stop-after widen -ir-after widen \
// RUN:   -o %t.so | FileCheck %s --check-prefix=BETWEEN
// RUN: %kernelc -bitcode %t.bc -kernel _Z6calledPjj -lanes 32 -block rows -stop-after widen -ir-after widen \
// RUN:   -o %t.so | FileCheck %s --check-prefix=CALLED

// SIDE: define void @_Z4sidePj(
// SIDE: add <32 x i32> %{{.*}}, <i32 77, i32 77,
// SIDE: add <32 x i32> %{{.*}}, <i32 55, i32 55,
__global__ void side(unsigned *out) {
  const unsigned lane = threadIdx.x;
  if (lane & 1) {
    out[lane] = __popc(__ballot_sync(0xffffffff, true)) * lane + 55;
  } else {
    out[lane] = __ballot_sync(1u << lane, true) + 77;
  }
}

// The way out is a part of the loop.
// LOOP: define void @_Z4loopPj(
// LOOP: {{^}}[[WAY:.*leaving]]:
// LOOP: br i1 true, label %[[WAY]].true, label %[[WAY]].false
__global__ void loop(unsigned *out) {
  const unsigned lane = threadIdx.x;
#pragma unroll 1
  for (unsigned i = 0; i < out[64]; ++i) {
    out[i] = __popc(__ballot_sync(0xffffffff, lane > i));
    if (lane == i) {
      out[lane + 32] = __ballot_sync(1u << lane, true) + 77;
      return;
    }
  }
}

// Whose mask is a part of another one comes before those that wait for all of it, which nobody knows before the launch.
// PART: define void @_Z4partPjj(
// PART: store i32 77, ptr
// PART: store i32 66, ptr
// PART: store i32 55, ptr
__global__ void part(unsigned *out, unsigned whole) {
  const unsigned lane = threadIdx.x, half = whole & out[32];
  if (lane < 16)
    out[lane] = __popc(__ballot_sync(whole, out[lane])) * lane + 55;
  else if (lane & 1)
    out[lane] = __popc(__ballot_sync(half & 0xaaaaaaaa, out[lane])) * lane + 77;
  else
    out[lane] = __popc(__ballot_sync(half, out[lane])) * lane + 66;
}

// PARTLOOP: define void @_Z12part_in_loopPjj(
// PARTLOOP: {{^}}[[WAY:.*leaving]]:
// PARTLOOP: br i1 true, label %[[WAY]].true, label %[[WAY]].false
__global__ void part_in_loop(unsigned *out, unsigned whole) {
  const unsigned lane = threadIdx.x;
#pragma unroll 1
  for (unsigned i = 0; i < out[64]; ++i) {
    out[i] = __popc(__ballot_sync(whole, lane > i));
    if (lane == i) {
      out[lane + 32] = __ballot_sync(whole & 1u << lane, true) + 77;
      return;
    }
  }
}

// The mask goes along with the loop: it names more than one lane.
// BETWEEN: define void @_Z13between_votesPji(
// BETWEEN: store i32 77, ptr
// BETWEEN: store i32 66, ptr
__global__ void between_votes(unsigned *out, int rounds) {
  const unsigned lane = threadIdx.x;
  unsigned mask = 0xffffffff;
#pragma unroll 1
  for (int i = 0;; ++i) {
    mask = __ballot_sync(mask, i < rounds);
    if (i >= rounds)
      break;
    if (lane & 1) {
      out[0] = 77;
      return;
    }
    out[__ballot_sync(mask, true)] = 66;
  }
  __syncwarp();
  out[1] = 55;
}

// Who hands such a mask to a function waits for its lanes; numbers beside it are no masks.
// CALLED: define void @_Z6calledPjj(
// CALLED: call {{.*}}@_Z8in_callsjj
// CALLED: store i32 55, ptr
__noinline__ __device__ unsigned in_calls(unsigned value, unsigned lanes) {
  return __popc(__ballot_sync(lanes, value)) + value;
}

__global__ void called(unsigned *out, unsigned whole) {
  const unsigned lane = threadIdx.x, part = __ballot_sync(whole, lane >= 16);
  if (lane < 16) {
    out[__ballot_sync(whole, out[lane]) & 31] = 55;
  } else {
    out[lane] = in_calls(whole & lane, part);
  }
}
