// Changing a cuda::atomic or cuda::atomic_ref by any operation.
//
// Nothing of <cuda/atomic> is named here: what is needed of it, the memory order, is the parameter of its
// member load(). NVIDIA's headers include it, and programs may count on that; Raddle's is small, but that of
// the SDK takes longer to compile than all of Cooperative Groups, so with nvcc a program includes it for
// itself.
#ifndef COOPERATIVE_GROUPS_DETAIL_ATOMIC_UPDATE_H
#define COOPERATIVE_GROUPS_DETAIL_ATOMIC_UPDATE_H

#include "operators.h"

#include <utility>

#ifdef __RADDLE__
#include <cuda/atomic>
#endif

namespace cooperative_groups::__v1::detail {

template <typename T, typename Class, typename Order>
__host__ __device__ Order order_parameter(T (Class::*)(Order) const);

// There is none for types that are no atomics.
template <typename Atomic> using memory_order_of = decltype(order_parameter(&Atomic::load));
// std::memory_order_relaxed is the first one.
template <typename Atomic>
inline constexpr memory_order_of<Atomic> relaxed = static_cast<memory_order_of<Atomic>>(0);

// True where the atomic itself has fetch_<name>.
#define RADDLE_CG_HAS(name)                                                                                  \
  template <typename Atomic, typename T, typename = void> inline constexpr bool has_##name = false;          \
  template <typename Atomic, typename T>                                                                     \
  inline constexpr bool has_##name<                                                                          \
      Atomic, T, std::void_t<decltype(std::declval<Atomic &>().name(std::declval<T>(), relaxed<Atomic>))>> = \
      true;
RADDLE_CG_HAS(fetch_add)
RADDLE_CG_HAS(fetch_min)
RADDLE_CG_HAS(fetch_max)
RADDLE_CG_HAS(fetch_and)
RADDLE_CG_HAS(fetch_or)
RADDLE_CG_HAS(fetch_xor)
#undef RADDLE_CG_HAS

// Replaces the value by operation(old, value), relaxed. Returns the old one.
template <typename Atomic, typename T, typename Operation>
RADDLE_CG_DEVICE T update_atomic(Atomic &atomic, T value, Operation &operation) {
  using function = std::remove_cv_t<std::remove_reference_t<Operation>>;
  constexpr operator_kind known =
      std::is_arithmetic_v<T> ? operator_on<function, T> : operator_kind::kUnknown;
  constexpr auto order = relaxed<Atomic>;
  // Minima of floating-point numbers differ in what they make of NaNs, so those are compared here.
  if constexpr (known == operator_kind::kAdd && has_fetch_add<Atomic, T>) {
    return atomic.fetch_add(value, order);
  } else if constexpr (known == operator_kind::kMin && is_integer<T> && has_fetch_min<Atomic, T>) {
    return atomic.fetch_min(value, order);
  } else if constexpr (known == operator_kind::kMax && is_integer<T> && has_fetch_max<Atomic, T>) {
    return atomic.fetch_max(value, order);
  } else if constexpr (known == operator_kind::kAnd && has_fetch_and<Atomic, T>) {
    return atomic.fetch_and(value, order);
  } else if constexpr (known == operator_kind::kOr && has_fetch_or<Atomic, T>) {
    return atomic.fetch_or(value, order);
  } else if constexpr (known == operator_kind::kXor && has_fetch_xor<Atomic, T>) {
    return atomic.fetch_xor(value, order);
  } else {
    T old = atomic.load(order);
    while (!atomic.compare_exchange_weak(old, operation(old, value), order, order)) {
    }
    return old;
  }
}

} // namespace cooperative_groups::__v1::detail

#endif
