// nvcuda::experimental::pipeline, the forerunner of cuda::pipeline: the copies of one thread, in batches.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "raddle/names/hide.h"

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#if defined(__CUDA__) && defined(__cplusplus)

namespace nvcuda::experimental {

class pipeline {
public:
  RADDLE_CUDA_DEVICE_API pipeline() : batches_(0) {}
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  // Closes a batch and returns its number.
  RADDLE_CUDA_DEVICE_API size_t commit() {
    __pipeline_commit();
    return batches_++;
  }
  RADDLE_CUDA_DEVICE_API void commit_and_wait() { wait(commit()); }

  // Wait for this batch and all before it, or for all but the last `Prior`.
  RADDLE_CUDA_DEVICE_API void wait(size_t batch) {
    __pipeline_wait_prior(batch < batches_ ? batches_ - 1 - batch : 0);
  }
  template <unsigned Prior> RADDLE_CUDA_DEVICE_API void wait_prior() { __pipeline_wait_prior(Prior); }

  // The current phase of the barrier also waits for the copies so far.
  RADDLE_CUDA_DEVICE_API void arrive_on(awbarrier &barrier) { __pipeline_arrive_on(&barrier.barrier_); }

private:
  size_t batches_;
};

// Copies one object from global to shared memory.
template <class T>
RADDLE_CUDA_DEVICE_API inline void memcpy_async(T &target_shared, const T &source_global, pipeline &) {
  ::raddle::detail::copyInTurns(&target_shared, &source_global, sizeof(T), 0, 1);
  raddle_copy_starts(&target_shared, sizeof(T));
}

} // namespace nvcuda::experimental

#endif

#include "raddle/names/show.h"

#endif
