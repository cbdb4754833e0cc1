// Predicates, labels and branches, scopes and ranges of registers, several statements in one string.
#include "../check.h"

// Collatz steps until 1, counted in PTX.
__device__ unsigned steps(unsigned n) {
  unsigned count;
  asm("{\n\t"
      ".reg .pred %%done, %%odd;\n\t"
      ".reg .u32 %%n<3>;\n\t"
      "mov.u32 %%n0, %1;  // the number\n\t"
      "mov.u32 %%n1, 0;   /* steps */\n"
      "LOOP:\n\t"
      "setp.le.u32 %%done, %%n0, 1;\n\t"
      "@%%done bra END;\n\t"
      "and.b32 %%n2, %%n0, 1;\n\t"
      "setp.ne.u32 %%odd, %%n2, 0;\n\t"
      "@%%odd mad.lo.u32 %%n0, %%n0, 3, 1;\n\t"
      "@!%%odd shr.u32 %%n0, %%n0, 1;\n\t"
      "add.u32 %%n1, %%n1, 1;\n\t"
      "bra.uni LOOP;\n"
      "END:\n\t"
      "mov.u32 %0, %%n1;\n\t"
      "}"
      : "=r"(count)
      : "r"(n));
  return count;
}

// A scope within a scope has its own t; only predicated lanes change the outer one.
__device__ int scopes(int x) {
  int result;
  asm("{ .reg .s32 t, u; .reg .pred p, q;\n"
      "  mov.s32 t, %1;\n"
      "  { .reg .s32 t; mov.s32 t, 1000; add.s32 u, t, 1; }\n"
      "  setp.gt.s32 p|q, t, 10;\n"
      "  @p add.s32 t, t, u;\n"
      "  @q neg.s32 t, t;\n"
      "  mov.s32 %0, t; }"
      : "=r"(result)
      : "r"(x));
  return result;
}

// Predicates combined and kept in registers.
__device__ unsigned classify(int x) {
  unsigned result;
  asm("{ .reg .pred negative, small, even, both, either;\n"
      "  .reg .b32 bit;\n"
      "  setp.lt.s32 negative, %1, 0;\n"
      "  setp.lt.and.s32 small, %1, 100, !negative;\n"
      "  and.b32 bit, %1, 1;\n"
      "  setp.eq.s32 even, bit, 0;\n"
      "  and.pred both, small, even;\n"
      "  or.pred either, small, even;\n"
      "  xor.pred even, both, either;\n"
      "  not.pred even, even;\n"
      "  selp.u32 %0, 1, 0, both;\n"
      "  @either add.u32 %0, %0, 2;\n"
      "  @even add.u32 %0, %0, 4;\n"
      "  @negative add.u32 %0, %0, 8; }"
      : "=&r"(result)
      : "r"(x));
  return result;
}

template <int Scale> __device__ int scaled(int x) {
  int result;
  asm("mad.lo.s32 %0, %1, %2, -(%2 + 1) * 2;" : "=r"(result) : "r"(x), "n"(Scale));
  return result;
}

// Lanes leave within asm; what comes after that is for the others.
__global__ void leave(int *out, int limit) {
  int i = threadIdx.x;
  out[i] = 1;
  asm volatile("{ .reg .pred p; setp.ge.s32 p, %0, %1; @p exit; }" ::"r"(i), "r"(limit) : "memory");
  out[i] = 2;
}

__global__ void run(int *out) {
  int i = threadIdx.x;
  int *o = out + 4 * i;
  o[0] = static_cast<int>(steps(i + 1));
  o[1] = scopes(i - 5);
  o[2] = static_cast<int>(classify(i * 3 - 20));
  o[3] = scaled<7>(i) + scaled<-3>(i);
}

int main() {
  constexpr int kThreads = 96;
  DeviceArray<int> out(4 * kThreads);
  run<<<1, kThreads>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < kThreads; ++i) {
    int count = 0;
    for (unsigned n = i + 1; n > 1; n = n % 2 ? 3 * n + 1 : n / 2)
      ++count;
    CHECK_EQ(got[4 * i], count);
    int x = i - 5;
    CHECK_EQ(got[4 * i + 1], x > 10 ? x + 1001 : -x);
    x = i * 3 - 20;
    bool small = x < 100 && x >= 0, even = x % 2 == 0;
    CHECK_EQ(got[4 * i + 2], (small && even) + 2 * (small || even) + 4 * (small == even) + 8 * (x < 0));
    CHECK_EQ(got[4 * i + 3], 7 * i - 16 + -3 * i + 4);
  }
  DeviceArray<int> left(kThreads);
  leave<<<1, kThreads>>>(left.get(), 37);
  CHECK_LAUNCH();
  got = left.host();
  for (int i = 0; i < kThreads; ++i)
    CHECK_EQ(got[i], i >= 37 ? 1 : 2);
  return verdict();
}
