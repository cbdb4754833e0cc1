// Barriers in shared memory that separate arriving from waiting, as plain functions.
//
// A barrier counts arrivals; when as many threads have arrived as were expected, its phase ends and the next
// one begins. An arrival returns a token that stands for the phase.
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "raddle/names/hide.h"

#include "cuda/detail/phase_barrier.h"

#include <stdint.h>

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

#if defined(__CUDA__)

#define RADDLE_MBARRIER RADDLE_CUDA_DEVICE_API static inline

namespace raddle::detail {

RADDLE_MBARRIER PhaseWord *mbarrierWord(__mbarrier_t *barrier) {
  return reinterpret_cast<PhaseWord *>(barrier);
}

RADDLE_MBARRIER __mbarrier_token_t mbarrierArrive(__mbarrier_t *barrier, bool drop) {
  NothingOnCompletion nothing;
  return arrive<AtomicScope::kBlock>(mbarrierWord(barrier), 1, drop, nothing);
}

} // namespace raddle::detail

// How many arrivals a barrier can expect, by CUDA's word; the hardware, and Raddle, count further.
RADDLE_MBARRIER constexpr uint32_t __mbarrier_maximum_count() { return (1u << 14) - 1; }

RADDLE_MBARRIER void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count) {
  *barrier = raddle::detail::firstPhase(expected_count);
}
// Ends the use of the memory as a barrier.
RADDLE_MBARRIER void __mbarrier_inval(__mbarrier_t *barrier) { *barrier = 0; }

RADDLE_MBARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
  return raddle::detail::mbarrierArrive(barrier, false);
}
// Arrives, and is not expected in later phases.
RADDLE_MBARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  return raddle::detail::mbarrierArrive(barrier, true);
}

// How many arrivals were missing before that of the token.
RADDLE_MBARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return static_cast<uint32_t>(raddle::detail::pendingOf(token));
}

// Whether the phase of the token, or the one of this parity, is over; the try functions wait for it up to
// `max_sleep_nanosec`.
RADDLE_MBARRIER bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  using namespace raddle::detail;
  return phaseIsOver<AtomicScope::kBlock>(mbarrierWord(barrier), token);
}
RADDLE_MBARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity) {
  using namespace raddle::detail;
  return parityIsOver<AtomicScope::kBlock>(mbarrierWord(barrier), phase_parity);
}
RADDLE_MBARRIER bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                         uint32_t max_sleep_nanosec) {
  return raddle::detail::waitForNanoseconds(
      [=]() RADDLE_CUDA_INLINED { return __mbarrier_test_wait(barrier, token); }, max_sleep_nanosec);
}
RADDLE_MBARRIER bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool phase_parity,
                                                uint32_t max_sleep_nanosec) {
  return raddle::detail::waitForNanoseconds(
      [=]() RADDLE_CUDA_INLINED { return __mbarrier_test_wait_parity(barrier, phase_parity); },
      max_sleep_nanosec);
}

#undef RADDLE_MBARRIER

#endif

#include "raddle/names/show.h"

#endif
