// What may be handed to reduce and scan.
#ifndef COOPERATIVE_GROUPS_DETAIL_COLLECTIVE_H
#define COOPERATIVE_GROUPS_DETAIL_COLLECTIVE_H

#include "group_traits.h"

namespace cooperative_groups::__v1::detail {

// The type that a collective over arguments of type Value computes with and returns.
template <typename Value> using value_type = std::remove_cv_t<std::remove_reference_t<Value>>;

// `Result`: of the operation, called with two values.
template <typename Group, typename Value, typename Result> RADDLE_CG_CONSTEXPR void check_collective() {
  static_assert(group_traits<Group>::kWithinWarp || group_traits<Group>::kMultiWarp,
                "reduce and scan take a tile or a coalesced_group; partition other groups first");
  static_assert(std::is_same_v<value_type<Value>, value_type<Result>>,
                "the operation must return the type of the values");
}

} // namespace cooperative_groups::__v1::detail

#endif
