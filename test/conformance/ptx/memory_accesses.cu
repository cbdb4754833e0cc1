// ld and st: widths, signs, vectors, spaces, cache hints, orders; addresses with offsets; cvta and isspacep.
#include "../check.h"

struct Results {
  int narrow[6];
  unsigned vectors[8];
  unsigned long long wide[2];
  float floats[4];
  unsigned shared[8];
  unsigned spaces[8];
  unsigned ordered[6];
};

__constant__ unsigned constants[4] = {11, 12, 13, 14};

__global__ void access(const unsigned char *bytes, unsigned *words, float *floats, Results *r,
                       int parameter) {
  // Narrow loads fill wider registers, with the sign of their type.
  asm("ld.global.u8 %0, [%1];" : "=r"(r->narrow[0]) : "l"(bytes));
  asm("ld.global.s8 %0, [%1+1];" : "=r"(r->narrow[1]) : "l"(bytes));
  asm("ld.global.nc.s16 %0, [%1+2];" : "=r"(r->narrow[2]) : "l"(bytes));
  asm("ld.u16 %0, [%1 + -2];" : "=r"(r->narrow[3]) : "l"(bytes + 4));
  short half;
  asm("ld.global.b16 %0, [%1];" : "=h"(half) : "l"(bytes + 2));
  r->narrow[4] = half;
  long long wide;
  asm("ld.global.s32 %0, [%1];" : "=l"(wide) : "l"(bytes + 4));
  r->narrow[5] = static_cast<int>(wide >> 32);

  unsigned *v = r->vectors;
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
               : "l"(words)
               : "memory");
  asm volatile("ld.global.cg.v2.b32 {%0, _}, [%1+8];" : "=r"(v[4]) : "l"(words) : "memory");
  asm volatile("ld.global.L1::no_allocate.L2::128B.u32 %0, [%1+4];" : "=r"(v[5]) : "l"(words));
  asm volatile("ld.volatile.global.u32 %0, [%1+4];" : "=r"(v[6]) : "l"(words) : "memory");
  asm volatile("ld.cv.u32 %0, [%1];" : "=r"(v[7]) : "l"(words) : "memory");
  asm volatile("ld.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(r->wide[0]), "=l"(r->wide[1])
               : "l"(words)
               : "memory");

  asm volatile("st.global.v4.f32 [%0], {%1, %2, 0f40400000, %3};" ::"l"(floats), "f"(1.0f), "f"(2.0f),
               "f"(4.0f)
               : "memory");
  asm volatile("st.wt.f32 [%0+12], %1;" ::"l"(floats), "f"(-4.0f) : "memory");
  asm("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(r->floats[0]), "=f"(r->floats[1]), "=f"(r->floats[2]), "=f"(r->floats[3])
      : "l"(floats)
      : "memory");

  // Shared memory has addresses of 32 bits.
  __shared__ alignas(16) unsigned tile[64];
  extern __shared__ unsigned dynamic[];
  unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(base), "r"(21), "r"(22), "r"(23), "r"(24)
               : "memory");
  asm volatile("st.shared.u8 [%0+16], %1;" ::"r"(base), "r"(0x1ff) : "memory");
  asm volatile("st.shared::cta.b16 [%0+18], %1;" ::"r"(base), "h"(static_cast<short>(-2)) : "memory");
  unsigned long long generic = reinterpret_cast<unsigned long long>(tile), offset, back;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(offset) : "l"(generic));
  asm("cvta.shared.u64 %0, %1;" : "=l"(back) : "l"(offset));
  r->shared[0] = static_cast<unsigned>(offset) == base;
  r->shared[1] = back == generic;
  asm volatile("ld.shared.u32 %0, [%1+8];" : "=r"(r->shared[2]) : "r"(base) : "memory");
  asm volatile("ld.u32 %0, [%1+4];" : "=r"(r->shared[3]) : "l"(generic) : "memory");
  r->shared[4] = tile[4] & 0xff;
  r->shared[5] = tile[4] >> 16;
  asm volatile("{ .reg .u64 a; .reg .u32 b;\n"
               "cvta.to.shared.u64 a, %1; cvt.u32.u64 b, a;\n"
               "st.shared.u32 [b], 77; ld.shared.u32 %0, [a]; }"
               : "=r"(r->shared[6])
               : "l"(dynamic)
               : "memory");
  r->shared[7] = dynamic[0];

  unsigned local = 5;
  const void *pointers[] = {words, tile, &local, constants};
  for (int i = 0; i < 4; ++i) {
    asm("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }"
        : "=r"(r->spaces[2 * i])
        : "l"(pointers[i]));
    asm("{ .reg .pred p, q, s; isspacep.shared p, %1; isspacep.local q, %1; isspacep.const s, %1;\n"
        "  selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }"
        : "=&r"(r->spaces[2 * i + 1])
        : "l"(pointers[i]));
  }

  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(words + 8), "r"(31) : "memory");
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(words + 9), "r"(32) : "memory");
  asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(r->ordered[0]) : "l"(words + 8) : "memory");
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(r->ordered[1]) : "l"(words + 9) : "memory");
  asm volatile("ld.global.acquire.gpu.u8 %0, [%1];" : "=r"(r->ordered[2]) : "l"(words + 9) : "memory");
  asm volatile("st.weak.global.u32 [%0], %1;" ::"l"(words + 10), "r"(parameter) : "memory");
  asm volatile("ld.weak.global.ca.u32 %0, [%1];" : "=r"(r->ordered[3]) : "l"(words + 10) : "memory");
  unsigned long long slot = 0;
  asm("cvta.to.global.u64 %0, %1;" : "=l"(slot) : "l"(words));
  asm volatile("ld.global.u32 %0, [%1+12];" : "=r"(r->ordered[4]) : "l"(slot) : "memory");
  asm volatile("prefetch.global.L2 [%0]; prefetch.L1 [%0]; prefetchu.L1 [%0];" ::"l"(words));
  asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 0f3F800000;\n"
               "  ld.global.L2::cache_hint.u32 %0, [%1], policy; }"
               : "=r"(r->ordered[5])
               : "l"(words + 1)
               : "memory");
}

int main() {
  std::vector<unsigned char> bytes = {0xfe, 0xfd, 0x34, 0x92, 0x78, 0x56, 0x34, 0xf2};
  std::vector<unsigned> words = {101, 102, 103, 104, 105, 106, 107, 108, 0, 0, 0, 0};
  DeviceArray<unsigned char> device_bytes(bytes);
  DeviceArray<unsigned> device_words(words);
  DeviceArray<float> floats(4);
  DeviceArray<Results> results(1);
  access<<<1, 1, 64>>>(device_bytes.get(), device_words.get(), floats.get(), results.get(), 33);
  CHECK_LAUNCH();
  Results r = results.first();
  const int narrow[] = {0xfe, -3, static_cast<short>(0x9234), 0x9234, static_cast<short>(0x9234), -1};
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(r.narrow[i], narrow[i]);
  const unsigned vectors[] = {101, 102, 103, 104, 103, 102, 102, 101};
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(r.vectors[i], vectors[i]);
  CHECK_EQ(r.wide[0], 102ull << 32 | 101);
  CHECK_EQ(r.wide[1], 104ull << 32 | 103);
  const float want[] = {1, 2, 3, -4};
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(r.floats[i], want[i]);
  const unsigned shared[] = {1, 1, 23, 22, 0xff, 0xfffe, 77, 77};
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(r.shared[i], shared[i]);
  const unsigned spaces[] = {1, 0, 0, 1, 0, 2, 0, 4};
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(r.spaces[i], spaces[i]);
  const unsigned ordered[] = {31, 32, 32, 33, 104, 102};
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(r.ordered[i], ordered[i]);
  return verdict();
}
