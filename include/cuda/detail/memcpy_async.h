// cuda::memcpy_async: copies that a barrier or a pipeline waits for.
//
// On a CPU a copy is as fast as the instructions that start one, so it is done when memcpy_async() returns. A
// barrier has nothing to wait for beyond the arrival of the threads that copied.
#ifndef RADDLE_CUDA_DETAIL_MEMCPY_ASYNC_H
#define RADDLE_CUDA_DETAIL_MEMCPY_ASYNC_H

#include "aligned_size.h"
#include "barrier.h"
#include "word_copies.h"

#include <cstddef>
#include <type_traits>

namespace cuda {

// What a memcpy_async() with a barrier has started: nothing that goes on by itself.
enum class async_contract_fulfillment { none, async };

namespace detail {

// A group of one thread.
struct SingleThread {
  static RADDLE_CUDA_API constexpr unsigned size() { return 1; }
  static RADDLE_CUDA_API constexpr unsigned thread_rank() { return 0; }
};

// The threads of the group share the bytes.
template <class Group>
RADDLE_CUDA_API void copyTogether(const Group &group, void *target, const void *source, ::std::size_t bytes) {
  ::raddle::detail::copyInTurns(target, source, bytes, static_cast<unsigned>(group.thread_rank()),
                                static_cast<unsigned>(group.size()));
}

} // namespace detail

// The calling thread copies `size` bytes. The current phase of the barrier does not end before.
template <class Size, thread_scope Scope, class Completion>
RADDLE_CUDA_API async_contract_fulfillment memcpy_async(void *target, const void *source, Size size,
                                                        barrier<Scope, Completion> &) {
  detail::copyTogether(detail::SingleThread(), target, source, static_cast<::std::size_t>(size));
  return async_contract_fulfillment::none;
}

// The threads of a group copy together. All of them call this, with the same arguments.
template <class Group, class Size, thread_scope Scope, class Completion>
RADDLE_CUDA_API async_contract_fulfillment memcpy_async(const Group &group, void *target, const void *source,
                                                        Size size, barrier<Scope, Completion> &) {
  detail::copyTogether(group, target, source, static_cast<::std::size_t>(size));
  return async_contract_fulfillment::none;
}

#if defined(__CUDA__)
namespace device {

// Copies from global to shared memory, and counts the bytes of which barrier_expect_tx() or
// barrier_arrive_tx() has told the barrier.
template <::std::size_t Alignment>
RADDLE_CUDA_DEVICE_API async_contract_fulfillment memcpy_async_tx(void *target, const void *source,
                                                                  aligned_size_t<Alignment> size,
                                                                  barrier<thread_scope_block> &barrier) {
  static_assert(Alignment >= 16, "memcpy_async_tx copies bytes that are aligned to 16");
  detail::copyTogether(detail::SingleThread(), target, source, size);
  detail::BarrierAccess::changeBytes(barrier, -static_cast<long long>(size.value));
  return async_contract_fulfillment::async;
}

} // namespace device
#endif

} // namespace cuda

#endif
