// Lanes that vote for each bit of a digit know by construction that those in their mask have the same one: a shuffle among
// them compares no masks. It does if the sides of a vote are turned round, or come from several votes.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6digitsPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5signsPjPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5smallPjPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6othersPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COMPARED
// RUN: %kernelc -bitcode %t.bc -kernel _Z8two_bitsPjPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COMPARED

// CHECK: define void @_Z{{6digitsPjPKj|5signsPjPKi|5smallPjPKi}}
// CHECK-NOT: match.value
// CHECK: {{^}}}
// COMPARED: match.value
__global__ void digits(unsigned *out, const unsigned *in) {
  unsigned digit = in[threadIdx.x], peers = ~0u;
#pragma unroll
  for (int bit = 3; bit < 7; ++bit) {
    unsigned vote = __ballot_sync(~0u, digit >> bit & 1);
    peers &= digit >> bit & 1 ? vote : ~vote;
  }
  out[threadIdx.x] = __shfl_sync(peers, digit, 31 - __clz(peers));
}

__global__ void signs(unsigned *out, const int *in) {
  int x = in[threadIdx.x];
  unsigned vote = __ballot_sync(~0u, x < 0);
  unsigned peers = x < 0 ? vote : ~vote;
  out[threadIdx.x] = __shfl_sync(peers, x, __ffs(peers) - 1);
}

__global__ void small(unsigned *out, const int *in) {
  int x = in[threadIdx.x];
  unsigned peers = __ballot_sync(~0u, x < 5);
  if (x >= 5)
    peers = ~peers;
  out[threadIdx.x] = __shfl_sync(peers, x, __ffs(peers) - 1);
}

__global__ void others(unsigned *out, const unsigned *in) {
  unsigned digit = in[threadIdx.x];
  unsigned vote = __ballot_sync(~0u, digit & 1);
  unsigned peers = digit & 1 ? ~vote : vote;
  out[threadIdx.x] = __shfl_sync(peers, digit, __ffs(peers) - 1);
}

__global__ void two_bits(unsigned *out, const unsigned *in) {
  unsigned digit = in[threadIdx.x];
  unsigned vote = __ballot_sync(~0u, digit & 3);
  unsigned peers = digit & 1 ? vote : ~vote;
  out[threadIdx.x] = __shfl_sync(peers, digit, __ffs(peers) - 1);
}
