// Calls that tell the race detector (RADDLE_CHECK=race) about asynchronous copies into shared memory. Raddle copies at once, but a
// program may not read the result before the thread that copies has waited. Therefore the headers report when a copy starts, which
// copies form a group, and for which groups the thread waits. Code that is not checked contains none of these calls.
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
