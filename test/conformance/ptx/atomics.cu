// atom and red: operations, types, orders, scopes, spaces.
#include "../check.h"
#include <cuda_fp16.h>

struct Cells {
  unsigned add, low, high, all, any, parity, inc, dec, count;
  int smin, smax;
  unsigned long long add64, max64, swapped;
  float sum;
  double sum64;
  unsigned short cas16;
  __half2 halves;
  __half half;
  alignas(16) float vector[4];
};

__global__ void update(Cells *c, unsigned *tickets, unsigned *shared_sum) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, old;
  asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(&c->count) : "memory");
  tickets[i] = old;
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(&c->add), "r"(i) : "memory");
  asm volatile("red.relaxed.gpu.global.min.u32 [%0], %1;" ::"l"(&c->low), "r"(i + 7) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(&c->high), "r"(i) : "memory");
  asm volatile("red.global.min.s32 [%0], %1;" ::"l"(&c->smin), "r"(-static_cast<int>(i)) : "memory");
  asm volatile("red.max.s32 [%0], %1;" ::"l"(&c->smax), "r"(static_cast<int>(i) - 1000) : "memory");
  asm volatile("red.global.and.b32 [%0], %1;" ::"l"(&c->all), "r"(~(1u << (i % 16))) : "memory");
  asm volatile("red.global.or.b32 [%0], %1;" ::"l"(&c->any), "r"(1u << (i % 20)) : "memory");
  asm volatile("red.sys.global.xor.b32 [%0], %1;" ::"l"(&c->parity), "r"(i) : "memory");
  asm volatile("atom.global.inc.u32 %0, [%1], 9;" : "=r"(old) : "l"(&c->inc) : "memory");
  asm volatile("atom.acq_rel.gpu.global.dec.u32 %0, [%1], 9;" : "=r"(old) : "l"(&c->dec) : "memory");
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(&c->add64), "l"(1ull << 33) : "memory");
  asm volatile("red.release.sys.global.max.u64 [%0], %1;" ::"l"(&c->max64), "l"(i * 0x100000000ull)
               : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(&c->sum), "f"(0.5f) : "memory");
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(&c->sum64), "d"(0.25) : "memory");
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(&c->halves), "r"(0x3c003800) : "memory");
  asm volatile("red.global.add.noftz.f16 [%0], %1;" ::"l"(&c->half), "h"(static_cast<short>(0x3c00))
               : "memory");
  asm volatile("red.global.v4.f32.add [%0], {%1, %1, %2, %2};" ::"l"(c->vector), "f"(1.0f), "f"(2.0f)
               : "memory");

  // A sum by compare and swap.
  unsigned short seen = *reinterpret_cast<volatile unsigned short *>(&c->cas16), found;
  for (;;) {
    unsigned short next = seen + 3;
    asm volatile("atom.global.cas.b16 %0, [%1], %2, %3;"
                 : "=h"(found)
                 : "l"(&c->cas16), "h"(seen), "h"(next)
                 : "memory");
    if (found == seen)
      break;
    seen = found;
  }
  [[maybe_unused]] unsigned long long was;
  asm volatile("atom.acquire.gpu.global.exch.b64 %0, [%1], %2;"
               : "=l"(was)
               : "l"(&c->swapped), "l"(0x500000000ull + i)
               : "memory");

  __shared__ unsigned sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&sum));
  asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(address), "r"(threadIdx.x) : "memory");
  asm volatile("atom.shared.cta.add.u32 %0, [%1], 1;" : "=r"(old) : "r"(address) : "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    shared_sum[blockIdx.x] = sum;
}

int main() {
  constexpr unsigned kBlocks = 3, kThreads = 96, kAll = kBlocks * kThreads;
  Cells start{};
  start.low = 1000;
  start.all = 0xffff;
  DeviceArray<Cells> cells(std::vector<Cells>{start});
  DeviceArray<unsigned> tickets(kAll), sums(kBlocks);
  update<<<kBlocks, kThreads>>>(cells.get(), tickets.get(), sums.get());
  CHECK_LAUNCH();
  Cells c = cells.first();
  CHECK_EQ(c.count, kAll);
  CHECK_EQ(c.add, kAll * (kAll - 1) / 2);
  CHECK_EQ(c.low, 7u);
  CHECK_EQ(c.high, kAll - 1);
  CHECK_EQ(c.smin, -static_cast<int>(kAll - 1));
  CHECK_EQ(c.smax, 0);
  CHECK_EQ(c.all, 0u);
  CHECK_EQ(c.any, 0xfffffu);
  unsigned parity = 0;
  for (unsigned i = 0; i < kAll; ++i)
    parity ^= i;
  CHECK_EQ(c.parity, parity);
  CHECK_EQ(c.inc, kAll % 10);
  CHECK_EQ(c.dec, (10 - kAll % 10) % 10);
  CHECK_EQ(c.add64, static_cast<unsigned long long>(kAll) << 33);
  CHECK_EQ(c.max64, (kAll - 1) * 0x100000000ull);
  CHECK_EQ(c.sum, kAll * 0.5f);
  CHECK_EQ(c.sum64, kAll * 0.25);
  CHECK_EQ(__low2float(c.halves), kAll * 0.5f);
  CHECK_EQ(__high2float(c.halves), static_cast<float>(kAll));
  CHECK_EQ(__half2float(c.half), static_cast<float>(kAll));
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(c.vector[i], kAll * (i < 2 ? 1.0f : 2.0f));
  CHECK_EQ(c.cas16, static_cast<unsigned short>(3 * kAll));
  CHECK_EQ(c.swapped >> 32, 5ull);
  std::vector<unsigned> got = tickets.host();
  std::vector<bool> used(kAll);
  for (unsigned ticket : got)
    if (CHECK(ticket < kAll))
      used[ticket] = true;
  for (unsigned i = 0; i < kAll; ++i)
    CHECK(used[i]);
  for (unsigned sum : sums.host())
    CHECK_EQ(sum, kThreads * (kThreads - 1) / 2 + kThreads);
  return verdict();
}
