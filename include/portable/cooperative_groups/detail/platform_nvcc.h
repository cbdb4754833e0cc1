// The platform of Cooperative Groups on a GPU: special registers and single instructions. See platform.h.
#ifndef COOPERATIVE_GROUPS_DETAIL_PLATFORM_NVCC_H
#define COOPERATIVE_GROUPS_DETAIL_PLATFORM_NVCC_H

namespace cooperative_groups::__v1::detail::platform {

// Wrong uses that cost an instruction to notice are left to Raddle to report.
inline constexpr bool kChecksUse = false;

// Not volatile: the same in all places of the program, so that it is read once.
RADDLE_CG_DEVICE unsigned lane() {
  unsigned value;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  __builtin_assume(value < 32);
  return value;
}
RADDLE_CG_DEVICE unsigned lanes_below() {
  unsigned value;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(value));
  return value;
}

RADDLE_CG_DEVICE unsigned coalesced_lanes() { return __activemask(); }

RADDLE_CG_DEVICE void wrong_use(const char *, unsigned, unsigned) { __trap(); }

RADDLE_CG_DEVICE election elect(unsigned lanes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  unsigned leader = static_cast<unsigned>(__ffs(static_cast<int>(lanes)) - 1);
  return {leader == lane(), leader};
#else
  unsigned leader, elected = 0;
  asm volatile("{\n\t.reg .pred p;\n\telect.sync %0|p, %2;\n\t@p mov.u32 %1, 1;\n\t}"
               : "=r"(leader), "+r"(elected)
               : "r"(lanes)
               : "memory");
  return {elected != 0, leader};
#endif
}

// The cluster. Below compute capability 9.0 each block is a cluster of its own.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
RADDLE_CG_DEVICE void cluster_arrive() {}
RADDLE_CG_DEVICE void cluster_wait() { __syncthreads(); }
RADDLE_CG_DEVICE void *cluster_map_shared(void *pointer, unsigned) { return pointer; }
RADDLE_CG_DEVICE unsigned cluster_shared_rank(const void *) { return 0; }
RADDLE_CG_DEVICE dim3 cluster_dim() { return dim3(1, 1, 1); }
RADDLE_CG_DEVICE dim3 cluster_block() { return dim3(0, 0, 0); }
RADDLE_CG_DEVICE unsigned cluster_block_rank() { return 0; }
RADDLE_CG_DEVICE unsigned cluster_size() { return 1; }
RADDLE_CG_DEVICE dim3 grid_clusters() { return gridDim; }
RADDLE_CG_DEVICE dim3 cluster_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
#else
RADDLE_CG_DEVICE void cluster_arrive() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
RADDLE_CG_DEVICE void cluster_wait() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
RADDLE_CG_DEVICE void *cluster_map_shared(void *pointer, unsigned rank) {
  void *mapped;
  asm("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(pointer), "r"(rank));
  return mapped;
}
RADDLE_CG_DEVICE unsigned cluster_shared_rank(const void *pointer) {
  unsigned rank;
  asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(pointer));
  return rank;
}

#define RADDLE_CG_REGISTER(name, register)                                                                   \
  RADDLE_CG_DEVICE unsigned name() {                                                                         \
    unsigned value;                                                                                          \
    asm("mov.u32 %0, %%" register ";" : "=r"(value));                                                        \
    return value;                                                                                            \
  }
#define RADDLE_CG_REGISTERS(name, register)                                                                  \
  RADDLE_CG_DEVICE dim3 name() {                                                                             \
    dim3 value;                                                                                              \
    asm("mov.u32 %0, %%" register ".x;" : "=r"(value.x));                                                    \
    asm("mov.u32 %0, %%" register ".y;" : "=r"(value.y));                                                    \
    asm("mov.u32 %0, %%" register ".z;" : "=r"(value.z));                                                    \
    return value;                                                                                            \
  }
RADDLE_CG_REGISTERS(cluster_dim, "cluster_nctaid")
RADDLE_CG_REGISTERS(cluster_block, "cluster_ctaid")
RADDLE_CG_REGISTER(cluster_block_rank, "cluster_ctarank")
RADDLE_CG_REGISTER(cluster_size, "cluster_nctarank")
RADDLE_CG_REGISTERS(grid_clusters, "nclusterid")
RADDLE_CG_REGISTERS(cluster_index, "clusterid")
#undef RADDLE_CG_REGISTERS
#undef RADDLE_CG_REGISTER
#endif

} // namespace cooperative_groups::__v1::detail::platform

#include "grid_barrier_nvcc.h"
#include "multi_grid_nvcc.h"
#include "tile_barrier_nvcc.h"

#endif
