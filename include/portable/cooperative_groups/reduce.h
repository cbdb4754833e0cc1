// cooperative_groups::reduce: one value of each thread, combined into one for all of them.
//
//   reduce(group, value, operation)                         all threads get the result
//   reduce_store_async(group, target, value, operation)     it is stored to *target, or to a cuda::atomic
//   reduce_update_async(group, atomic, value, operation)    it is combined with a cuda::atomic or atomic_ref
//
// group: a tile or a coalesced_group; all its threads call. value: any trivially copyable type of up to 32
// bytes. operation: plus, less, greater, bit_and, bit_or, bit_xor of this namespace, or anything that can be
// called with two values and returns one; it must be associative and commutative, up to rounding.
//
// Floating-point values are combined in a fixed order: see detail/reduce_warp.h.
#ifndef _COOPERATIVE_GROUPS_REDUCE_H_
#define _COOPERATIVE_GROUPS_REDUCE_H_

#if defined(__RADDLE__)
#include "raddle/names/hide.h"
#endif

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

#include "detail/atomic_update.h"
#include "detail/collective.h"
#include "detail/reduce_warp.h"
#include "detail/warp_totals.h"

namespace cooperative_groups::__v1 {

namespace detail {

template <unsigned Size, typename T, typename Operation>
RADDLE_CG_DEVICE T reduce_group(const multi_warp_tile<Size> &tile, T value, Operation &operation) {
  constexpr unsigned kWarps = Size / kWarpSize;
  unsigned phase = group_access::channel(tile).phase();
  value = reduce_tile<kWarpSize>(kFullMask, value, operation);
  if constexpr (fits_buffer<T>) {
    return butterfly_of<kWarps>(publish_totals(tile, phase, value, 0), operation);
  } else {
    value = gather_totals(tile, value, 0);
    return reduce_tile<kWarps>(kFullMask, value, operation);
  }
}

} // namespace detail

template <typename Group, typename Value, typename Operation>
RADDLE_CG_DEVICE auto reduce(const Group &group, Value &&value, Operation &&operation)
    -> detail::value_type<decltype(operation(value, value))> {
  detail::check_collective<Group, Value, decltype(operation(value, value))>();
  return detail::reduce_group(group, static_cast<detail::value_type<Value>>(value), operation);
}

// Some thread stores the result; others see it after the group, or a larger one, has synchronised. To a
// cuda::atomic it is stored relaxed.
template <typename Group, typename T, typename Value, typename Operation>
RADDLE_CG_DEVICE void reduce_store_async(const Group &group, T *target, Value &&value,
                                         Operation &&operation) {
  T result = reduce(group, value, operation);
  if (group.thread_rank() == 0)
    *target = result;
}
template <typename Group, typename Atomic, typename Value, typename Operation,
          typename = detail::memory_order_of<Atomic>>
RADDLE_CG_DEVICE void reduce_store_async(const Group &group, Atomic &atomic, Value &&value,
                                         Operation &&operation) {
  auto result = reduce(group, value, operation);
  if (group.thread_rank() == 0)
    atomic.store(result, detail::relaxed<Atomic>);
}

// Some thread replaces the value of the atomic by operation(old, result), relaxed.
template <typename Group, typename Atomic, typename Value, typename Operation,
          typename = detail::memory_order_of<Atomic>>
RADDLE_CG_DEVICE void reduce_update_async(const Group &group, Atomic &atomic, Value &&value,
                                          Operation &&operation) {
  auto result = reduce(group, value, operation);
  if (group.thread_rank() == 0)
    detail::update_atomic(atomic, result, operation);
}

} // namespace cooperative_groups::__v1

#endif
#if defined(__RADDLE__)
#include "raddle/names/show.h"
#endif

#endif
