// Barriers of the block: all threads, some warps, arriving without waiting, counting and voting; fences.
#include "../check.h"

constexpr int kThreads = 128;

// Two groups of two warps, each with a barrier of its own, add up what their partners wrote.
__global__ void groups(int *out) {
  __shared__ int values[kThreads];
  int group = threadIdx.x / 64, partner = threadIdx.x ^ 32;
  values[threadIdx.x] = threadIdx.x;
  for (int round = 0; round < 5; ++round) {
    asm volatile("bar.sync %0, 64;" ::"r"(group + 1) : "memory");
    int theirs = values[partner];
    asm volatile("barrier.sync %0, 64;" ::"r"(group + 1) : "memory");
    values[threadIdx.x] += theirs;
  }
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = values[threadIdx.x] + values[kThreads - 1 - threadIdx.x];
}

// Warp 0 produces and does not wait; the others wait for it.
__global__ void produce(int *out) {
  __shared__ int box;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      box = 42;
    asm volatile("membar.cta;\n\tbar.arrive 3, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 3, 128;" ::: "memory");
    out[threadIdx.x] = box;
  }
}

__global__ void vote(unsigned *out) {
  unsigned i = threadIdx.x, *o = out + 8 * i;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 50; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(o[0])
               : "r"(i)
               : "memory");
  asm volatile(
      "{ .reg .pred p, q; setp.lt.u32 p, %1, 200; barrier.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q; }"
      : "=r"(o[1])
      : "r"(i)
      : "memory");
  asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 77; bar.red.or.pred q, 0, !p; selp.u32 %0, 1, 0, q; }"
               : "=r"(o[2])
               : "r"(i)
               : "memory");
  asm volatile("{ .reg .pred p; setp.ge.u32 p, %1, 50; bar.red.popc.u32 %0, 4, 128, p; }"
               : "=r"(o[3])
               : "r"(i)
               : "memory");
  asm volatile("{ .reg .pred p, q; setp.ge.u32 p, %1, 1; bar.red.and.pred q, 5, p; selp.u32 %0, 1, 0, q; }"
               : "=r"(o[4])
               : "r"(i)
               : "memory");
  // Each half by itself.
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 80; bar.red.popc.u32 %0, %2, 64, p; }"
               : "=r"(o[5])
               : "r"(i), "r"(i / 64 + 6)
               : "memory");
}

// The last block to arrive sees what all others wrote.
__global__ void lastBlock(int *parts, unsigned *arrived, int *sum) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x + 1;
  asm volatile("fence.acq_rel.gpu; membar.gl; fence.sc.sys; fence.proxy.async;" ::: "memory");
  unsigned ticket;
  asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(arrived) : "memory");
  if (ticket == gridDim.x - 1) {
    int total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      total += *static_cast<volatile int *>(parts + block);
    *sum = total;
  }
}

// Block 1 polls what block 0 writes.
__global__ void handOver(unsigned *flag, unsigned *data) {
  if (blockIdx.x == 0) {
    data[0] = 7;
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    asm volatile("{ .reg .pred ready; .reg .u32 seen;\n"
                 "WAIT: ld.acquire.gpu.global.u32 seen, [%0];\n"
                 "setp.eq.u32 ready, seen, 1;\n"
                 "@!ready bra WAIT; }" ::"l"(flag)
                 : "memory");
    data[1] = data[0] + 1;
  }
}

int main() {
  DeviceArray<int> out(kThreads), boxes(kThreads);
  groups<<<1, kThreads>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> values(kThreads), got = out.host();
  for (int i = 0; i < kThreads; ++i)
    values[i] = i;
  for (int round = 0; round < 5; ++round) {
    std::vector<int> before = values;
    for (int i = 0; i < kThreads; ++i)
      values[i] += before[i ^ 32];
  }
  for (int i = 0; i < kThreads; ++i)
    CHECK_EQ(got[i], values[i] + values[kThreads - 1 - i]);

  produce<<<1, kThreads>>>(boxes.get());
  CHECK_LAUNCH();
  got = boxes.host();
  for (int i = 32; i < kThreads; ++i)
    CHECK_EQ(got[i], 42);

  DeviceArray<unsigned> votes(8 * kThreads);
  vote<<<1, kThreads>>>(votes.get());
  CHECK_LAUNCH();
  std::vector<unsigned> v = votes.host();
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned want[] = {50, 1, 1, kThreads - 50, 0, i < 64 ? 64u : 16u};
    for (int slot = 0; slot < 6; ++slot)
      CHECK_EQ(v[8 * i + slot], want[slot]);
  }

  constexpr int kBlocks = 12;
  DeviceArray<int> parts(kBlocks), sum(1);
  DeviceArray<unsigned> arrived(1), flag(1), data(2);
  lastBlock<<<kBlocks, 64>>>(parts.get(), arrived.get(), sum.get());
  CHECK_LAUNCH();
  CHECK_EQ(sum.first(), kBlocks * (kBlocks + 1) / 2);
  handOver<<<2, 1>>>(flag.get(), data.get());
  CHECK_LAUNCH();
  CHECK_SAME(data.host(), (std::vector<unsigned>{7, 8}));
  return verdict();
}
