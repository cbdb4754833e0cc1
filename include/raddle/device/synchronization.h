// Barriers of a block and of a warp, fences, and waiting.
#ifndef RADDLE_DEVICE_SYNCHRONIZATION_H
#define RADDLE_DEVICE_SYNCHRONIZATION_H

// __syncthreads() itself is a builtin of clang.

// Barriers that also reduce a predicate over all threads of the block: how many, all, any.
RADDLE_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
RADDLE_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
RADDLE_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }

// Waits for the lanes named in `mask`, which must include the caller, and orders their memory accesses.
RADDLE_DEVICE void __syncwarp(unsigned int mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }

// The named barriers 0..15: for the whole block, or for `count` threads (a multiple of the warp size).
RADDLE_DEVICE void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
RADDLE_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count) {
  __nvvm_barrier_sync_cnt(id, count);
}

// Fences: writes before are seen by the block, the device, the system before writes after.
RADDLE_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
RADDLE_DEVICE void __threadfence() { __nvvm_membar_gl(); }
RADDLE_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

// Suspends the thread for about `nanoseconds`, at most a millisecond. Compute capability 7.0 and above.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
RADDLE_DEVICE void __nanosleep(unsigned int nanoseconds) { __nvvm_nanosleep(nanoseconds); }
#endif

// Ends the launch with an error; stops in a debugger.
RADDLE_DEVICE void __trap() { __builtin_trap(); }
RADDLE_DEVICE void __brkpt() { __builtin_debugtrap(); }
RADDLE_DEVICE void __brkpt(int) { __builtin_debugtrap(); }

#endif
