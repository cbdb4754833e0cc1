// The functions that neither these headers nor the device library define: the kernel compiler turns calls
// of them into calls of the runtime (rows of src/nvvm/intrinsics.def). The first few have the names of
// NVIDIA's PTX interoperability guide, "System calls". Those of Raddle have two underscores in front in
// the IR, because the functions of the runtime, which take the calling thread too, have the names without.
#ifndef RADDLE_DEVICE_RUNTIME_CALLS_H
#define RADDLE_DEVICE_RUNTIME_CALLS_H

extern "C" {

// Prints `format`. clang packs the arguments of a device-side printf into a buffer, each at its natural
// alignment (float as double, small integers as int), and calls this. Returns the number of arguments,
// or -1 when `format` is null.
__device__ int vprintf(const char *format, const char *arguments);

// Reports a failed assertion and ends the launch. `char_size` is 1.
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                             __SIZE_TYPE__ char_size) __attribute__((noreturn));

// The device heap: null when it is exhausted.
__device__ void *malloc(__SIZE_TYPE__ size) __attribute__((malloc));
__device__ void *__nv_aligned_device_malloc(__SIZE_TYPE__ size, __SIZE_TYPE__ alignment)
    __attribute__((malloc));
__device__ void free(void *pointer);

// clang turns calls of it into vprintf.
__device__ int printf(const char *format, ...);

// Cooperative Groups, clusters and multi-device launches; for the headers of Cooperative Groups.

// The barrier of all blocks of a cooperative launch; valid says whether this is one. The token that arrive
// returns goes to wait; each thread waits for one phase before it arrives at the next.
__device__ int raddle_grid_is_valid() __asm__("__raddle_grid_is_valid");
__device__ void raddle_grid_sync() __asm__("__raddle_grid_sync");
__device__ unsigned raddle_grid_barrier_arrive() __asm__("__raddle_grid_barrier_arrive");
__device__ void raddle_grid_barrier_wait(unsigned token) __asm__("__raddle_grid_barrier_wait");

// The barrier of all threads of the cluster. map_shared: the place in block `rank` of the cluster of what
// `pointer` names in a block's shared memory; shared_rank: in whose shared memory `pointer` lies.
__device__ void raddle_cluster_arrive() __asm__("__raddle_cluster_arrive");
__device__ void raddle_cluster_wait() __asm__("__raddle_cluster_wait");
__device__ void *raddle_cluster_map_shared(void *pointer,
                                           unsigned rank) __asm__("__raddle_cluster_map_shared");
__device__ unsigned raddle_cluster_shared_rank(const void *pointer) __asm__("__raddle_cluster_shared_rank");

// The cluster's extent in blocks (1,1,1 without a cluster launch), the index of this block in it, and both as
// one number; the grid's extent in clusters, and the index of this cluster in it.
__device__ unsigned raddle_cluster_dim_x() __asm__("__raddle_cluster_dim_x");
__device__ unsigned raddle_cluster_dim_y() __asm__("__raddle_cluster_dim_y");
__device__ unsigned raddle_cluster_dim_z() __asm__("__raddle_cluster_dim_z");
__device__ unsigned raddle_cluster_block_x() __asm__("__raddle_cluster_block_x");
__device__ unsigned raddle_cluster_block_y() __asm__("__raddle_cluster_block_y");
__device__ unsigned raddle_cluster_block_z() __asm__("__raddle_cluster_block_z");
__device__ unsigned raddle_cluster_block_rank() __asm__("__raddle_cluster_block_rank");
__device__ unsigned raddle_cluster_size() __asm__("__raddle_cluster_size");
__device__ unsigned raddle_grid_clusters_x() __asm__("__raddle_grid_clusters_x");
__device__ unsigned raddle_grid_clusters_y() __asm__("__raddle_grid_clusters_y");
__device__ unsigned raddle_grid_clusters_z() __asm__("__raddle_grid_clusters_z");
__device__ unsigned raddle_cluster_index_x() __asm__("__raddle_cluster_index_x");
__device__ unsigned raddle_cluster_index_y() __asm__("__raddle_cluster_index_y");
__device__ unsigned raddle_cluster_index_z() __asm__("__raddle_cluster_index_z");

// The barrier of a tile of several warps, and its phase: see kernel_abi.h.
__device__ void raddle_barrier_tile(unsigned tile, unsigned threads) __asm__("__raddle_barrier_tile");
__device__ unsigned raddle_coalesced_lanes() __asm__("__raddle_coalesced_lanes");
__device__ unsigned raddle_tile_phase(unsigned tile) __asm__("__raddle_tile_phase");

// Which address space a generic pointer points into: 1 global, 3 shared, 4 constant, 5 local, 7 the shared
// memory of another block of the cluster, 101 the kernel's parameters.
__device__ unsigned raddle_address_space(const void *pointer) __asm__("__raddle_address_space");

// A generic pointer into the block's shared memory as bytes from its beginning, and back.
__device__ __SIZE_TYPE__ raddle_shared_offset(const void *pointer) __asm__("__raddle_shared_offset");
__device__ void *raddle_shared_pointer(__SIZE_TYPE__ offset) __asm__("__raddle_shared_pointer");

// Ends the launch with an error and a message: `text`, in which {} stands for `first`, and for `second`.
__device__ void raddle_wrong_use(const char *text, unsigned first,
                                 unsigned second) __asm__("__raddle_wrong_use") __attribute__((noreturn));

// The grids of a multi-device launch: their barrier, the rank of this grid among them, how many they are, the
// threads of all, and those of the grids before this one.
__device__ int raddle_multi_grid_is_valid() __asm__("__raddle_multi_grid_is_valid");
__device__ void raddle_multi_grid_sync() __asm__("__raddle_multi_grid_sync");
__device__ unsigned raddle_multi_grid_rank() __asm__("__raddle_multi_grid_rank");
__device__ unsigned raddle_multi_grid_size() __asm__("__raddle_multi_grid_size");
__device__ unsigned long long raddle_multi_grid_num_threads() __asm__("__raddle_multi_grid_num_threads");
__device__ unsigned long long raddle_multi_grid_thread_offset() __asm__("__raddle_multi_grid_thread_offset");

} // extern "C"

#endif
