// Device code that uses the headers contains no inline PTX of theirs: the kernel compiler reads IR only.
// RUN: %clang_device -S -o - %s | FileCheck %s
// CHECK-NOT: call{{.*}} asm
__global__ void uses(int *p, float *f) {
  __brkpt();
  p[0] = __vadd4(p[0], p[1]) + __byte_perm(p[2], p[3], 0x5410) + __popc(p[4]) + __dp4a(p[5], p[6], p[7]);
  p[1] = __lanemask_lt() + __lanemask_ge() + __ldg(p) + __activemask();
  f[0] = __ldcg(f + 1) + __fdividef(f[2], f[3]) + __saturatef(f[4]) + rsqrtf(f[5]);
  __stcs(p + 8, 1);
}
