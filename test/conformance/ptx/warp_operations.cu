// shfl with its predicate, vote, match, redux, activemask, elect, and the registers that name lanes.
#include "../check.h"

using u32 = unsigned;
constexpr u32 kAll = 0xffffffff;
constexpr int kResults = 24;

__global__ void exchange(u32 *results) {
  u32 lane = threadIdx.x % 32, *r = results + threadIdx.x * kResults;
  u32 value = lane * lane + 3, distance = lane % 7 + 1;
#define SHUFFLE(mode, b, c, slot)                                                                            \
  asm volatile("{ .reg .pred p; .reg .u32 t;\n"                                                              \
               "shfl.sync." mode ".b32 %0|p, %2, %3, %4, %5;\n"                                              \
               "selp.u32 %1, 1, 0, p; }"                                                                     \
               : "=r"(r[slot]), "=r"(r[slot + 1])                                                            \
               : "r"(value), "r"(b), "r"(c), "r"(kAll))
  SHUFFLE("up", distance, 0, 0);
  SHUFFLE("down", 5u, 0x1f, 2);
  SHUFFLE("bfly", 9u, 0x1f, 4);
  SHUFFLE("idx", 31 - lane, 0x1f, 6);
  SHUFFLE("up", 3u, 0x1800, 8);
  SHUFFLE("down", distance, 0x180f | 0x1007, 10);
  SHUFFLE("idx", lane + 5, 0x1807, 12);
  SHUFFLE("bfly", 4u, 0x1c03, 14);
  u32 plain;
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 31, -1;" : "=r"(plain) : "r"(value));
  r[16] = plain;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 10; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(r[17])
               : "r"(lane));
  asm volatile("{ .reg .pred p, q, s, t; setp.lt.u32 p, %1, 32; vote.sync.all.pred q, p, -1;\n"
               "  vote.sync.any.pred s, !p, -1; vote.sync.uni.pred t, p, -1;\n"
               "  selp.u32 %0, 1, 0, q; @s add.u32 %0, %0, 2; @t add.u32 %0, %0, 4; }"
               : "=&r"(r[18])
               : "r"(lane));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r[19]) : "r"(lane / 5));
  asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %1, -1; @p xor.b32 %0, %0, 1; }"
               : "=r"(r[20])
               : "l"(7ull));
  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(r[21]) : "r"(static_cast<int>(lane) - 40));
  asm volatile("{ .reg .b32 a; activemask.b32 a; redux.sync.xor.b32 %0, %1, a; }" : "=r"(r[22]) : "r"(value));
  asm volatile("{ .reg .u32 leader; .reg .pred p; elect.sync leader|p, 0xffffffff; selp.u32 %0, leader, 99, "
               "p; bar.warp.sync -1; }"
               : "=r"(r[23]));
}

__global__ void registers(u32 *results) {
  u32 *r =
      results + (blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x) * kResults;
  asm("mov.u32 %0, %%tid.x; mov.u32 %1, %%tid.y; mov.u32 %2, %%ntid.x; mov.u32 %3, %%ntid.y;"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]));
  asm("mov.u32 %0, %%ctaid.x; mov.u32 %1, %%nctaid.x; mov.u32 %2, %%laneid; mov.u32 %3, %%warpid;"
      : "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]));
  asm("mov.u32 %0, %%lanemask_eq; mov.u32 %1, %%lanemask_lt; mov.u32 %2, %%lanemask_le; mov.u32 %3, "
      "%%lanemask_gt;\n\t"
      "mov.u32 %4, %%lanemask_ge; mov.u32 %5, WARP_SZ;"
      : "=r"(r[8]), "=r"(r[9]), "=r"(r[10]), "=r"(r[11]), "=r"(r[12]), "=r"(r[13]));
  u32 smid, nsmid;
  asm volatile("mov.u32 %0, %%smid; mov.u32 %1, %%nsmid;" : "=r"(smid), "=r"(nsmid));
  r[14] = smid < nsmid;
  unsigned long long first, second, time, later;
  asm volatile("mov.u64 %0, %%clock64; mov.u64 %1, %%globaltimer;" : "=l"(first), "=l"(time)::"memory");
  asm volatile("nanosleep.u32 2000;" ::: "memory");
  asm volatile("mov.u64 %0, %%clock64; mov.u64 %1, %%globaltimer;" : "=l"(second), "=l"(later)::"memory");
  r[15] = second > first && later >= time;
}

int main() {
  DeviceArray<u32> results(64 * kResults);
  exchange<<<1, 64>>>(results.get());
  CHECK_LAUNCH();
  std::vector<u32> got = results.host();
  auto square = [](u32 lane) { return lane * lane + 3; };
  u32 parity = 0;
  for (u32 lane = 0; lane < 32; ++lane)
    parity ^= square(lane);
  for (u32 thread = 0; thread < 64; ++thread) {
    u32 lane = thread % 32, *r = &got[thread * kResults], distance = lane % 7 + 1;
    auto shuffled = [&](int slot, bool inside, u32 source) {
      CHECK_EQ(r[slot], square(inside ? source : lane));
      CHECK_EQ(r[slot + 1], inside ? 1u : 0u);
    };
    shuffled(0, lane >= distance, lane - distance);
    shuffled(2, lane + 5 <= 31, lane + 5);
    shuffled(4, true, lane ^ 9);
    shuffled(6, true, 31 - lane);
    shuffled(8, lane % 8 >= 3, lane - 3);
    shuffled(10, lane + distance <= (lane & 0x18) + 7, lane + distance);
    shuffled(12, true, (lane & 0x18) | ((lane + 5) & 7));
    shuffled(14, (lane ^ 4) <= ((lane & 0x1c) | 3), lane ^ 4);
    CHECK_EQ(r[16], 12u);
    CHECK_EQ(r[17], 0x3ffu);
    CHECK_EQ(r[18], 5u);
    u32 same = 0;
    for (u32 other = 0; other < 32; ++other)
      same |= other / 5 == lane / 5 ? 1u << other : 0;
    CHECK_EQ(r[19], same);
    CHECK_EQ(r[20], kAll ^ 1);
    CHECK_EQ(r[21], static_cast<u32>(-9));
    CHECK_EQ(r[22], parity);
    CHECK_EQ(r[23], lane == 0 ? 0u : 99u);
  }

  constexpr u32 kX = 24, kY = 3, kBlocks = 2;
  DeviceArray<u32> read(kX * kY * kBlocks * kResults);
  registers<<<kBlocks, dim3(kX, kY)>>>(read.get());
  CHECK_LAUNCH();
  got = read.host();
  for (u32 i = 0; i < kX * kY * kBlocks; ++i) {
    u32 thread = i % (kX * kY), lane = thread % 32, bit = 1u << lane;
    const u32 want[] = {thread % kX, thread / kX, kX,  kY,      i / (kX * kY),   kBlocks,
                        lane,        thread / 32, bit, bit - 1, bit | (bit - 1), ~(bit | (bit - 1)),
                        ~(bit - 1),  32,          1,   1};
    for (int slot = 0; slot < 16; ++slot)
      if (slot != 7) // %warpid need not be the thread's number over 32
        CHECK_EQ(got[i * kResults + slot], want[slot]);
  }
  return verdict();
}
