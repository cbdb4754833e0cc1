// invoke_one: one thread of a group does something for all.
#ifndef COOPERATIVE_GROUPS_DETAIL_INVOKE_H
#define COOPERATIVE_GROUPS_DETAIL_INVOKE_H

#include "group_traits.h"

#include <utility>

namespace cooperative_groups::__v1 {

namespace detail {

// Whole warps and coalesced groups, whose lanes only the run time knows, have an instruction for it.
template <typename Group>
inline constexpr bool elects_lane =
    group_traits<Group>::kWithinWarp &&
    (group_traits<Group>::kStaticSize == 0 || group_traits<Group>::kStaticSize == kWarpSize);

} // namespace detail

// Some thread of the group calls function(arguments...). All threads of the group call it; they do not wait
// for the function.
template <typename Group, typename Function, typename... Arguments>
RADDLE_CG_DEVICE void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
  static_assert(detail::group_traits<Group>::kIsGroup, "invoke_one takes a group");
  bool is_caller;
  if constexpr (detail::elects_lane<Group>)
    is_caller = detail::platform::elect(detail::group_access::lanes(group)).is_caller;
  else
    is_caller = group.thread_rank() == 0;
  if (is_caller)
    std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

// The same for a tile or a coalesced group, and all threads get the function's result, by value.
template <typename Group, typename Function, typename... Arguments>
RADDLE_CG_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> std::remove_reference_t<
        decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...))> {
  using traits = detail::group_traits<Group>;
  static_assert(traits::kWithinWarp || traits::kMultiWarp,
                "invoke_one_broadcast takes a tile or a coalesced group");
  using returned = decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...));
  static_assert(!std::is_void_v<returned>, "a function without a result is for invoke_one");
  using result = std::remove_cv_t<std::remove_reference_t<returned>>;
  detail::require_exchangeable<result>();
  // Only one thread has a value to begin with, and not all types have a default constructor.
  union maybe {
    result value;
    unsigned char nothing;
    RADDLE_CG_DEVICE maybe() {}
  } one;
  if constexpr (detail::elects_lane<Group>) {
    unsigned lanes = detail::group_access::lanes(group);
    auto [is_caller, leader] = detail::platform::elect(lanes);
    if (is_caller)
      new (&one.value) result(std::forward<Function>(function)(std::forward<Arguments>(arguments)...));
    return detail::exchange(one.value, [lanes = lanes, leader = leader](auto word) RADDLE_CG_LAMBDA {
      return __shfl_sync(lanes, word, static_cast<int>(leader));
    });
  } else {
    if (group.thread_rank() == 0)
      new (&one.value) result(std::forward<Function>(function)(std::forward<Arguments>(arguments)...));
    return group.shfl(one.value, 0);
  }
}

} // namespace cooperative_groups::__v1

#endif
