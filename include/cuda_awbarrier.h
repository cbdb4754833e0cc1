// nvcuda::experimental::awbarrier, the forerunner of cuda::barrier.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include "raddle/names/hide.h"

#include "cuda_awbarrier_primitives.h"

#if defined(__CUDA__) && defined(__cplusplus)

namespace nvcuda::experimental {

class awbarrier {
public:
  class arrival_token {
  public:
    arrival_token() = default;
    // How many arrivals were missing before this one.
    RADDLE_CUDA_DEVICE_API uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

  private:
    friend class awbarrier;
    RADDLE_CUDA_DEVICE_API arrival_token(__mbarrier_token_t token) : token_(token) {}

    __mbarrier_token_t token_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;

  static constexpr RADDLE_CUDA_DEVICE_API uint32_t max() { return __mbarrier_maximum_count(); }

  friend RADDLE_CUDA_DEVICE_API void init(awbarrier *barrier, uint32_t expected_count) {
    __mbarrier_init(&barrier->barrier_, expected_count);
  }

  RADDLE_CUDA_DEVICE_API arrival_token arrive() { return __mbarrier_arrive(&barrier_); }
  RADDLE_CUDA_DEVICE_API arrival_token arrive_and_drop() { return __mbarrier_arrive_and_drop(&barrier_); }

  RADDLE_CUDA_DEVICE_API void wait(arrival_token token) {
    raddle::detail::waitUntil(
        [&]() RADDLE_CUDA_INLINED { return __mbarrier_test_wait(&barrier_, token.token_); });
  }
  RADDLE_CUDA_DEVICE_API void arrive_and_wait() { wait(arrive()); }

  // Waits for about `hint_cycles` at most; whether the phase is over.
  RADDLE_CUDA_DEVICE_API bool timed_wait(arrival_token token, uint32_t hint_cycles) {
    return __mbarrier_try_wait(&barrier_, token.token_, hint_cycles);
  }
  RADDLE_CUDA_DEVICE_API bool timed_wait_parity(bool phase, uint32_t hint_cycles) {
    return __mbarrier_try_wait_parity(&barrier_, phase, hint_cycles);
  }

private:
  friend class pipeline;

  __mbarrier_t barrier_;
};

} // namespace nvcuda::experimental

#endif

#include "raddle/names/show.h"

#endif
