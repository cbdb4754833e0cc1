// cuda::device::experimental: copies of a block between global and shared memory, as they lie and by tensor maps.
//
// They are done when they return, so waiting for groups of them is nothing.
#ifndef RADDLE_CUDA_DETAIL_BULK_COPIES_H
#define RADDLE_CUDA_DETAIL_BULK_COPIES_H

#include "barrier.h"
#include "memcpy_async.h"

#include <cstddef>
#include <cstdint>

// That of cuda.h, which a program need not include for this.
struct CUtensorMap_st;
typedef struct CUtensorMap_st CUtensorMap;

#if defined(__CUDA__)

extern "C" {

// Those of the device library that inline PTX becomes too. The coordinates beyond `rank` are 0.
__device__ void raddle_tensor_load(void *to, const CUtensorMap *map, unsigned rank, int x, int y, int z,
                                   int u, int v, void *barrier) __asm__("__raddle_ptx_tensor_load");
__device__ void raddle_tensor_store(const CUtensorMap *map, unsigned rank, int x, int y, int z, int u, int v,
                                    const void *from) __asm__("__raddle_ptx_tensor_store");
}

namespace cuda::device::experimental {

// The barrier counts the bytes.
RADDLE_CUDA_DEVICE_API inline void cp_async_bulk_global_to_shared(void *target, const void *source,
                                                                  ::std::uint32_t bytes,
                                                                  barrier<thread_scope_block> &barrier) {
  (void)memcpy_async_tx(target, source, aligned_size_t<16>(bytes), barrier);
}
RADDLE_CUDA_DEVICE_API inline void cp_async_bulk_shared_to_global(void *target, const void *source,
                                                                  ::std::uint32_t bytes) {
  ::cuda::detail::copyTogether(::cuda::detail::SingleThread(), target, source, bytes);
}

#define RADDLE_TENSOR_COPIES(rank, parameters, ...)                                                          \
  RADDLE_CUDA_DEVICE_API inline void cp_async_bulk_tensor_##rank##d_global_to_shared(                        \
      void *target, const CUtensorMap *map, RADDLE_TENSOR_LIST parameters,                                   \
      barrier<thread_scope_block> &barrier) {                                                                \
    raddle_tensor_load(target, map, rank, __VA_ARGS__, barrier_native_handle(barrier));                      \
  }                                                                                                          \
  RADDLE_CUDA_DEVICE_API inline void cp_async_bulk_tensor_##rank##d_shared_to_global(                        \
      const CUtensorMap *map, RADDLE_TENSOR_LIST parameters, const void *source) {                           \
    raddle_tensor_store(map, rank, __VA_ARGS__, source);                                                     \
  }
#define RADDLE_TENSOR_LIST(...) __VA_ARGS__

RADDLE_TENSOR_COPIES(1, (int x), x, 0, 0, 0, 0)
RADDLE_TENSOR_COPIES(2, (int x, int y), x, y, 0, 0, 0)
RADDLE_TENSOR_COPIES(3, (int x, int y, int z), x, y, z, 0, 0)
RADDLE_TENSOR_COPIES(4, (int x, int y, int z, int u), x, y, z, u, 0)
RADDLE_TENSOR_COPIES(5, (int x, int y, int z, int u, int v), x, y, z, u, v)

#undef RADDLE_TENSOR_LIST
#undef RADDLE_TENSOR_COPIES

// Orders earlier writes to shared memory before the asynchronous copies that follow.
RADDLE_CUDA_DEVICE_API inline void fence_proxy_async_shared_cta() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// The copies out of shared memory since the last time become a group; all but the last `Prior` groups have read.
RADDLE_CUDA_DEVICE_API inline void cp_async_bulk_commit_group() {}
template <int Prior> RADDLE_CUDA_DEVICE_API void cp_async_bulk_wait_group_read() {
  static_assert(0 <= Prior && Prior <= 63, "cp_async_bulk_wait_group_read: 0 to 63 groups may be left");
}

} // namespace cuda::device::experimental

#endif

#endif
