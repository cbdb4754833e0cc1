// A loop that sets some bits of a word, and never the others, carries the word as a vector: what is undefined may be
// anything.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4sumsPKtiPj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
#include <cstring>

struct Tagged {
  unsigned tag : 16;
  unsigned unused : 16;
};

// CHECK-LABEL: define {{.*}} @_Z4sumsPKtiPj(
// CHECK: and <32 x i32> %{{.*}}, <i32 -65536,
// CHECK: shufflevector <32 x i32>
// CHECK: ret void
__global__ void sums(const unsigned short *tags, int rounds, unsigned *out) {
  Tagged tagged;
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    tagged.tag = tags[round * 32 + threadIdx.x];
    unsigned word;
    memcpy(&word, &tagged, sizeof word);
    sum += __shfl_down_sync(0xffffffff, word, 1) & 0xffff;
  }
  out[threadIdx.x] = sum;
}
