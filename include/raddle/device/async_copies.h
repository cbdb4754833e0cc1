// What RADDLE_CHECK=race has to know of asynchronous copies into shared memory. They are made at once, but nobody may look at
// them before their thread has waited; so headers say when a copy has started, which copies make up a group, and which groups the
// thread waits for. In code that is not checked these calls are nothing.
#ifndef RADDLE_DEVICE_ASYNC_COPIES_H
#define RADDLE_DEVICE_ASYNC_COPIES_H

#if defined(__CUDA__)

extern "C" {

// `bytes` bytes at `target` have just been copied.
__device__ void raddle_copy_starts(void *target, __SIZE_TYPE__ bytes) __asm__("__raddle_copy_starts");
// The thread's copies since the last time become a group.
__device__ void raddle_copies_commit() __asm__("__raddle_copies_commit");
// The thread has waited for all but the last `prior` groups; for the oldest one; for all copies.
__device__ void raddle_copies_wait(unsigned prior) __asm__("__raddle_copies_wait");
__device__ void raddle_copies_wait_for_oldest() __asm__("__raddle_copies_wait_for_oldest");
__device__ void raddle_copies_wait_for_all() __asm__("__raddle_copies_wait_for_all");
}

#endif

#endif
