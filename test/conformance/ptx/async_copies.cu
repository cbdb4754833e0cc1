// cp.async in groups, with bytes left out, and mbarrier objects: arrivals, phases, transactions, waiting in
// asm.
#include "../check.h"

using u32 = unsigned;
using u64 = unsigned long long;
constexpr int kThreads = 64;

__device__ u32 sharedAddress(const void *pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}

__global__ void copy(const int4 *from, int4 *to, const int *words, int *more) {
  __shared__ int4 tile[2][kThreads];
  __shared__ int small[4 * kThreads];
  int i = threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(&tile[0][i])), "l"(from + i)
               : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  // Odd threads read nothing, every fourth one 8 bytes of 16; the rest is zero.
  int bytes = i % 2 ? 0 : i % 4 ? 8 : 16;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(sharedAddress(&tile[1][i])),
               "l"(from + i), "n"(16), "r"(bytes)
               : "memory");
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0;\n"
               "  @p cp.async.ca.shared.global [%1], [%2], 4;\n"
               "  @!p st.shared.u32 [%1], -1; }" ::"r"(i % 3),
               "r"(sharedAddress(small + i)), "l"(words + i)
               : "memory");
  asm volatile(
      "cp.async.ca.shared.global [%0+8], [%1+8], 8;" ::"r"(sharedAddress(small + kThreads + 2 * i) - 8),
      "l"(words + 2 * i - 2)
      : "memory");
  asm volatile("cp.async.commit_group; cp.async.wait_group 1;" ::: "memory");
  to[i] = tile[0][i];
  asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
  __syncthreads();
  to[kThreads + i] = tile[1][kThreads - 1 - i];
  asm volatile("cp.async.wait_all;" ::: "memory");
  more[i] = small[i];
  more[kThreads + i] = small[kThreads + i];
  more[2 * kThreads + i] = small[2 * kThreads + i];
}

__device__ void waitFor(u32 barrier, u32 parity) {
  asm volatile("{\n\t"
               ".reg .pred done;\n"
               "AGAIN:\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
               "@done bra DONE;\n\t"
               "bra AGAIN;\n"
               "DONE:\n\t"
               "}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

// Each thread reads its neighbour's value of the phase before.
__global__ void phases(int *out) {
  __shared__ __align__(8) u64 object;
  __shared__ int values[2][kThreads];
  u32 barrier = sharedAddress(&object);
  int i = threadIdx.x, value = i;
  if (i == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(kThreads) : "memory");
  __syncthreads();
  for (int phase = 0; phase < 6; ++phase) {
    values[phase % 2][i] = value;
    if (phase % 3 == 0) {
      u64 state;
      asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(barrier) : "memory");
      u32 over = 0;
      while (!over)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(over)
                     : "r"(barrier), "l"(state)
                     : "memory");
    } else {
      asm volatile("{ .reg .b64 s; mbarrier.arrive.release.cta.shared::cta.b64 s, [%0], 1; }" ::"r"(barrier)
                   : "memory");
      waitFor(barrier, phase % 2);
    }
    value += values[phase % 2][(i + 1) % kThreads];
  }
  out[i] = value;
}

// Bytes expected and bytes arrived; a count of pending arrivals; threads that drop out.
__global__ void transactions(const int *from, int *out) {
  __shared__ __align__(8) u64 object;
  __shared__ alignas(16) int tile[64];
  u32 barrier = sharedAddress(&object);
  if (threadIdx.x != 0)
    return;
  asm volatile("mbarrier.init.shared.b64 [%0], 2; fence.mbarrier_init.release.cluster;" ::"r"(barrier)
               : "memory");
  u64 state;
  u32 over, pending;
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %0, [%1], 256;"
               : "=l"(state)
               : "r"(barrier)
               : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
  out[0] = pending;
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(
          sharedAddress(tile)),
      "l"(from), "r"(barrier)
      : "memory");
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
               : "=r"(over)
               : "r"(barrier)
               : "memory");
  out[1] = over;
  asm volatile("{ .reg .b64 s; mbarrier.arrive_drop.shared.b64 s, [%0]; }" ::"r"(barrier) : "memory");
  waitFor(barrier, 0);
  out[2] = tile[0] + tile[63];
  // One arrival completes a phase now.
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
  waitFor(barrier, 1);
  tile[5] = 555;
  asm volatile("fence.proxy.async.shared::cta;\n"
               "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 64;\n"
               "cp.async.bulk.commit_group;\n"
               "cp.async.bulk.wait_group 0;" ::"l"(out + 16),
               "r"(sharedAddress(tile))
               : "memory");
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(barrier) : "memory");
}

int main() {
  std::vector<int> words(4 * kThreads);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<int>(i) * 3 + 1;
  DeviceArray<int> source(words), target(8 * kThreads), more(3 * kThreads), out(kThreads), results(64);
  copy<<<1, kThreads>>>(reinterpret_cast<const int4 *>(source.get()), reinterpret_cast<int4 *>(target.get()),
                        source.get(), more.get());
  CHECK_LAUNCH();
  std::vector<int> got = target.host(), small = more.host();
  for (int i = 0; i < kThreads; ++i) {
    int other = kThreads - 1 - i, valid = other % 2 ? 0 : other % 4 ? 2 : 4;
    for (int w = 0; w < 4; ++w) {
      CHECK_EQ(got[4 * i + w], words[4 * i + w]);
      CHECK_EQ(got[4 * (kThreads + i) + w], w < valid ? words[4 * other + w] : 0);
    }
    CHECK_EQ(small[i], i % 3 ? words[i] : -1);
    CHECK_EQ(small[kThreads + i], words[i]);
    CHECK_EQ(small[2 * kThreads + i], words[kThreads + i]);
  }

  phases<<<1, kThreads>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> values(kThreads);
  for (int i = 0; i < kThreads; ++i)
    values[i] = i;
  for (int phase = 0; phase < 6; ++phase) {
    std::vector<int> before = values;
    for (int i = 0; i < kThreads; ++i)
      values[i] += before[(i + 1) % kThreads];
  }
  CHECK_SAME(out.host(), values);

  transactions<<<1, 32>>>(source.get(), results.get());
  CHECK_LAUNCH();
  got = results.host();
  CHECK_EQ(got[0], 2);
  CHECK_EQ(got[1], 0);
  CHECK_EQ(got[2], words[0] + words[63]);
  for (int i = 0; i < 16; ++i)
    CHECK_EQ(got[16 + i], i == 5 ? 555 : words[i]);
  return verdict();
}
