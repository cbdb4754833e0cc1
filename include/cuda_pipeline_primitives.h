// Asynchronous copies into shared memory, as plain functions.
//
// A thread starts copies, closes a batch with __pipeline_commit(), and later waits for batches. Here a copy
// is done when the function that starts it returns, so there is nothing to wait for.
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "raddle/names/hide.h"

#include "cuda/detail/word_copies.h"
#include "cuda_awbarrier_primitives.h"
#include "raddle/device/async_copies.h"

#include <assert.h>
#include <stddef.h>

#if defined(__CUDA__)

// Copies `size_and_align` bytes, 4, 8 or 16, to which both addresses are aligned; the last `zfill` of them
// become zero instead.
RADDLE_CUDA_DEVICE_API static inline void __pipeline_memcpy_async(void *__restrict__ target_shared,
                                                                  const void *__restrict__ source_global,
                                                                  size_t size_and_align, size_t zfill = 0) {
  assert(size_and_align == 4 || size_and_align == 8 || size_and_align == 16);
  assert(zfill <= size_and_align);
  ::raddle::detail::copyWordAndFill(target_shared, source_global, size_and_align, size_and_align - zfill);
  raddle_copy_starts(target_shared, size_and_align);
}

RADDLE_CUDA_DEVICE_API static inline void __pipeline_commit() { raddle_copies_commit(); }

// Waits for all but the last `prior` batches.
RADDLE_CUDA_DEVICE_API static inline void __pipeline_wait_prior(size_t prior) {
  raddle_copies_wait(static_cast<unsigned>(prior));
}

// The current phase of the barrier also waits for all copies of this thread so far; the number of arrivals
// that it expects stays the same.
RADDLE_CUDA_DEVICE_API static inline void __pipeline_arrive_on(__mbarrier_t *barrier) {
  (void)barrier;
  raddle_copies_wait_for_all();
}

#endif

#include "raddle/names/show.h"

#endif
