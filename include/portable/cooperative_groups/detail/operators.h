// The function objects that reduce and scan know. Unlike those of the standard library, less and greater give
// the smaller and the larger value. All that they need of T is the operator: +, <, &, | or ^.
#ifndef COOPERATIVE_GROUPS_DETAIL_OPERATORS_H
#define COOPERATIVE_GROUPS_DETAIL_OPERATORS_H

#include "config.h"

#include <type_traits>

namespace cooperative_groups::__v1 {

template <typename T> struct plus {
  RADDLE_CG_CONSTEXPR T operator()(T left, T right) const { return left + right; }
};
// The left one is taken of equal values, and of any that cannot be ordered.
template <typename T> struct less {
  RADDLE_CG_CONSTEXPR T operator()(T left, T right) const { return right < left ? right : left; }
};
template <typename T> struct greater {
  RADDLE_CG_CONSTEXPR T operator()(T left, T right) const { return left < right ? right : left; }
};
template <typename T> struct bit_and {
  RADDLE_CG_CONSTEXPR T operator()(T left, T right) const { return left & right; }
};
template <typename T> struct bit_or {
  RADDLE_CG_CONSTEXPR T operator()(T left, T right) const { return left | right; }
};
template <typename T> struct bit_xor {
  RADDLE_CG_CONSTEXPR T operator()(T left, T right) const { return left ^ right; }
};

namespace detail {

enum class operator_kind { kUnknown, kAdd, kMin, kMax, kAnd, kOr, kXor };

template <typename Function, typename T> inline constexpr operator_kind operator_on = operator_kind::kUnknown;
template <typename T> inline constexpr operator_kind operator_on<plus<T>, T> = operator_kind::kAdd;
template <typename T> inline constexpr operator_kind operator_on<less<T>, T> = operator_kind::kMin;
template <typename T> inline constexpr operator_kind operator_on<greater<T>, T> = operator_kind::kMax;
template <typename T> inline constexpr operator_kind operator_on<bit_and<T>, T> = operator_kind::kAnd;
template <typename T> inline constexpr operator_kind operator_on<bit_or<T>, T> = operator_kind::kOr;
template <typename T> inline constexpr operator_kind operator_on<bit_xor<T>, T> = operator_kind::kXor;

// The same operator for another type.
template <typename Other, template <typename> class Operator, typename T>
RADDLE_CG_CONSTEXPR Operator<Other> for_type(const Operator<T> &) {
  return {};
}

// True for the types on which the order of these operations does not matter, and which fit into two words.
template <typename T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

// Which operation `Function` is, if one on integers: such may be computed in any order and by other means.
template <typename Function, typename T>
inline constexpr operator_kind integer_operator =
    is_integer<T> ? operator_on<std::remove_cv_t<std::remove_reference_t<Function>>, T>
                  : operator_kind::kUnknown;

// True where f(a, a) is a and the order does not matter.
RADDLE_CG_CONSTEXPR bool is_idempotent(operator_kind known) {
  return known == operator_kind::kMin || known == operator_kind::kMax || known == operator_kind::kAnd ||
         known == operator_kind::kOr;
}

} // namespace detail

} // namespace cooperative_groups::__v1

#endif
