// A cluster's blocks in PTX: who they are, each other's shared memory by 32-bit addresses, its barrier, and a
// remote arrival at an mbarrier.
#include "../check.h"

using u32 = unsigned;
using u64 = unsigned long long;

__global__ void __cluster_dims__(4) exchange(u32 *out) {
  __shared__ u32 value;
  __shared__ __align__(8) u64 object;
  u32 rank, blocks, cluster, clusters, index;
  asm("mov.u32 %0, %%cluster_ctarank; mov.u32 %1, %%cluster_nctarank;" : "=r"(rank), "=r"(blocks));
  asm("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%nclusterid.x; mov.u32 %2, %%cluster_ctaid.x;"
      : "=r"(cluster), "=r"(clusters), "=r"(index));
  u32 address = static_cast<u32>(__cvta_generic_to_shared(&value));
  u32 barrier = static_cast<u32>(__cvta_generic_to_shared(&object));
  if (threadIdx.x == 0) {
    value = 100 * cluster + rank;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(barrier)
                 : "memory");
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
  u32 next = (rank + 1) % blocks, remote, read, owner, generic_read;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"(next));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(read) : "r"(remote) : "memory");
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(remote));
  asm volatile("{ .reg .u64 a; mapa.u64 a, %1, %2; ld.u32 %0, [a]; }"
               : "=r"(generic_read)
               : "l"(&value), "r"(next)
               : "memory");
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  asm volatile("atom.shared::cluster.add.u32 %0, [%1], 1000;" : "=r"(remote) : "r"(remote) : "memory");
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  // Thread 0 of each block tells the next one, which waits.
  if (threadIdx.x == 0) {
    asm volatile("{ .reg .b32 a; mapa.shared::cluster.u32 a, %0, %1; "
                 "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a]; }" ::"r"(barrier),
                 "r"(next)
                 : "memory");
    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], "
                 "0; @!p bra AGAIN; }" ::"r"(barrier)
                 : "memory");
  }
  __syncthreads();
  u32 *o = out + (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  o[0] = rank;
  o[1] = blocks;
  o[2] = cluster + 10 * clusters;
  o[3] = index;
  o[4] = read;
  o[5] = owner;
  o[6] = generic_read;
  o[7] = value;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

int main() {
  constexpr u32 kClusters = 2, kThreads = 32;
  DeviceArray<u32> out(kClusters * 4 * kThreads * 8);
  exchange<<<kClusters * 4, kThreads>>>(out.get());
  CHECK_LAUNCH();
  std::vector<u32> got = out.host();
  for (u32 block = 0; block < kClusters * 4; ++block)
    for (u32 thread = 0; thread < kThreads; ++thread) {
      u32 rank = block % 4, cluster = block / 4, next = (rank + 1) % 4, theirs = 100 * cluster + next;
      const u32 want[] = {rank,
                          4,
                          cluster + 10 * kClusters,
                          rank,
                          theirs,
                          next,
                          theirs,
                          100 * cluster + rank + 1000 * kThreads};
      for (u32 slot = 0; slot < 8; ++slot)
        CHECK_EQ(got[(block * kThreads + thread) * 8 + slot], want[slot]);
    }
  return verdict();
}
