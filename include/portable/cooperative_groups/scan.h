// cooperative_groups::inclusive_scan and exclusive_scan: to each thread the combined values of the threads up
// to its own rank, and of those below it.
//
//   inclusive_scan(group, value, operation)                  without operation: plus
//   exclusive_scan(group, value, operation)                  the thread of rank 0 gets a value-initialised T
//   inclusive_scan_update(group, atomic, value, operation)   the same, after what a cuda::atomic or
//   exclusive_scan_update(group, atomic, value, operation)   atomic_ref held, which then takes in all values
//
// group: a tile or a coalesced_group; all its threads call. value: any trivially copyable type of up to 32
// bytes. operation: as for reduce. It need not be commutative: it is called with the value of the higher
// ranks on the left.
//
// Floating-point values are combined in a fixed order: see detail/scan_warp.h.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#if defined(__RADDLE__)
#include "raddle/names/hide.h"
#endif

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

#include "detail/atomic_update.h"
#include "detail/collective.h"
#include "detail/scan_group.h"

namespace cooperative_groups::__v1 {

template <typename Group, typename Value, typename Operation>
RADDLE_CG_DEVICE auto inclusive_scan(const Group &group, Value &&value, Operation &&operation)
    -> detail::value_type<decltype(operation(value, value))> {
  detail::check_collective<Group, Value, decltype(operation(value, value))>();
  return detail::scan_group(group, static_cast<detail::value_type<Value>>(value), operation).inclusive;
}
template <typename Group, typename Value>
RADDLE_CG_DEVICE detail::value_type<Value> inclusive_scan(const Group &group, Value &&value) {
  return inclusive_scan(group, value, plus<detail::value_type<Value>>());
}

template <typename Group, typename Value, typename Operation>
RADDLE_CG_DEVICE auto exclusive_scan(const Group &group, Value &&value, Operation &&operation)
    -> detail::value_type<decltype(operation(value, value))> {
  using T = detail::value_type<Value>;
  detail::check_collective<Group, Value, decltype(operation(value, value))>();
  return detail::exclude_own(group, static_cast<T>(value),
                             detail::scan_group(group, static_cast<T>(value), operation), operation);
}
template <typename Group, typename Value>
RADDLE_CG_DEVICE detail::value_type<Value> exclusive_scan(const Group &group, Value &&value) {
  return exclusive_scan(group, value, plus<detail::value_type<Value>>());
}

// The atomic is changed once for each group, relaxed.
template <typename Group, typename Atomic, typename Value, typename Operation>
RADDLE_CG_DEVICE auto inclusive_scan_update(const Group &group, Atomic &atomic, Value &&value,
                                            Operation &&operation)
    -> detail::value_type<decltype(operation(value, value))> {
  auto inclusive = inclusive_scan(group, value, operation);
  auto before = detail::update_from_last(group, atomic, inclusive, operation);
  return operation(before, inclusive);
}
template <typename Group, typename Atomic, typename Value>
RADDLE_CG_DEVICE detail::value_type<Value> inclusive_scan_update(const Group &group, Atomic &atomic,
                                                                 Value &&value) {
  return inclusive_scan_update(group, atomic, value, plus<detail::value_type<Value>>());
}

template <typename Group, typename Atomic, typename Value, typename Operation>
RADDLE_CG_DEVICE auto exclusive_scan_update(const Group &group, Atomic &atomic, Value &&value,
                                            Operation &&operation)
    -> detail::value_type<decltype(operation(value, value))> {
  using T = detail::value_type<Value>;
  detail::check_collective<Group, Value, decltype(operation(value, value))>();
  auto scanned = detail::scan_group(group, static_cast<T>(value), operation);
  T exclusive = detail::exclude_own(group, static_cast<T>(value), scanned, operation);
  T before = detail::update_from_last(group, atomic, scanned.inclusive, operation);
  return group.thread_rank() == 0 ? before : operation(before, exclusive);
}
template <typename Group, typename Atomic, typename Value>
RADDLE_CG_DEVICE detail::value_type<Value> exclusive_scan_update(const Group &group, Atomic &atomic,
                                                                 Value &&value) {
  return exclusive_scan_update(group, atomic, value, plus<detail::value_type<Value>>());
}

} // namespace cooperative_groups::__v1

#endif
#if defined(__RADDLE__)
#include "raddle/names/show.h"
#endif

#endif
