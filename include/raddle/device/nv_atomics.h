// The atomic functions of CUDA 12.8 with the memory order and the scope as arguments: __nv_atomic_load and
// its family. In nvcc these are builtins with rules of their own; the same rules are checked here.
//
// The functions ending in _n take integers by value. Those without take any trivially copyable object of the
// sizes that the hardware has, by address. fetch_ returns the old value, the same name without it nothing.
// From C++17 on.
#ifndef RADDLE_DEVICE_NV_ATOMICS_H
#define RADDLE_DEVICE_NV_ATOMICS_H

#if __cplusplus >= 201703L

#include "cuda/detail/scoped_atomics.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#define RADDLE_CHECK_SCOPE(scope)                                                                            \
  __attribute__((diagnose_if((scope) < 0 || (scope) > 4, "not one of __NV_THREAD_SCOPE_*", "error")))
#define RADDLE_CHECK_ORDER(order)                                                                            \
  __attribute__((diagnose_if((order) < 0 || (order) > 5, "not one of __NV_ATOMIC_*", "error")))
#define RADDLE_CHECK_LOAD_ORDER(order)                                                                       \
  RADDLE_CHECK_ORDER(order)                                                                                  \
  __attribute__((diagnose_if((order) == __NV_ATOMIC_RELEASE || (order) == __NV_ATOMIC_ACQ_REL,               \
                             "the memory order of a load cannot be release or acq_rel", "error")))
#define RADDLE_CHECK_STORE_ORDER(order)                                                                      \
  RADDLE_CHECK_ORDER(order)                                                                                  \
  __attribute__((diagnose_if((order) == __NV_ATOMIC_CONSUME || (order) == __NV_ATOMIC_ACQUIRE ||             \
                                 (order) == __NV_ATOMIC_ACQ_REL,                                             \
                             "the memory order of a store cannot be consume, acquire or acq_rel", "error")))

namespace raddle::detail {

// Keeps a parameter from taking part in template argument deduction.
template <class T> struct Same {
  using Type = T;
};

// The threads of a cluster share one OS thread, as those of a block do.
RADDLE_CUDA_API constexpr int nvAtomicMode(int order, int scope) {
  return atomicMode(scope >= __NV_THREAD_SCOPE_SYSTEM   ? AtomicScope::kSystem
                    : scope == __NV_THREAD_SCOPE_DEVICE ? AtomicScope::kDevice
                                                        : AtomicScope::kBlock,
                    order);
}

template <class T, unsigned Smallest> RADDLE_CUDA_API constexpr void checkAtomicObject() {
  static_assert(std::is_trivially_copyable_v<T>, "an atomic object must be trivially copyable");
  static_assert(
      sizeof(T) >= Smallest && sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0,
      "this atomic function takes objects of at most 16 bytes, a power of two: loads and stores from 1 "
      "byte, compare-and-swap from 2, exchange from 4");
}
template <class T> RADDLE_CUDA_API constexpr void checkAtomicInteger() {
  static_assert(std::is_integral_v<T> || sizeof(T) == 16 /* __int128 in strict modes */,
                "the functions ending in _n take integers; those without _n take objects of any type");
}
template <class T, bool TakesFloat, bool TakesLong> RADDLE_CUDA_API constexpr void checkAtomicArithmetic() {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>,
                "takes integers, enumerations and, to add, float and double");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "takes objects of 4 or 8 bytes");
  static_assert(TakesFloat || !std::is_floating_point_v<T>, "does not take floating-point numbers");
  static_assert(TakesLong || !std::is_signed_v<T> || std::is_floating_point_v<T> || sizeof(T) == 4,
                "does not take signed integers of 8 bytes");
}

} // namespace raddle::detail

// ---- Load and store.

template <class T>
RADDLE_DEVICE T __nv_atomic_load_n(T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
    RADDLE_CHECK_LOAD_ORDER(order) RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicInteger<T>();
  raddle::detail::checkAtomicObject<T, 1>();
  return raddle::detail::atomicLoad(address, raddle::detail::nvAtomicMode(order, scope));
}

template <class T>
RADDLE_DEVICE void __nv_atomic_load(T *address, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
    RADDLE_CHECK_LOAD_ORDER(order) RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicObject<T, 1>();
  *result = raddle::detail::atomicLoad(address, raddle::detail::nvAtomicMode(order, scope));
}

template <class T>
RADDLE_DEVICE void __nv_atomic_store_n(T *address, typename raddle::detail::Same<T>::Type value, int order,
                                       int scope = __NV_THREAD_SCOPE_SYSTEM) RADDLE_CHECK_STORE_ORDER(order)
    RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicInteger<T>();
  raddle::detail::checkAtomicObject<T, 1>();
  raddle::detail::atomicStore(address, value, raddle::detail::nvAtomicMode(order, scope));
}

template <class T>
RADDLE_DEVICE void __nv_atomic_store(T *address, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
    RADDLE_CHECK_STORE_ORDER(order) RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicObject<T, 1>();
  raddle::detail::atomicStore(address, *value, raddle::detail::nvAtomicMode(order, scope));
}

// ---- Exchange, and compare and swap: true when the value was stored; else *expected becomes what was there.

template <class T>
RADDLE_DEVICE T __nv_atomic_exchange_n(T *address, typename raddle::detail::Same<T>::Type value, int order,
                                       int scope = __NV_THREAD_SCOPE_SYSTEM) RADDLE_CHECK_ORDER(order)
    RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicInteger<T>();
  raddle::detail::checkAtomicObject<T, 4>();
  return raddle::detail::atomicExchange(address, static_cast<T>(value),
                                        raddle::detail::nvAtomicMode(order, scope));
}

template <class T>
RADDLE_DEVICE void __nv_atomic_exchange(T *address, T *value, T *result, int order,
                                        int scope = __NV_THREAD_SCOPE_SYSTEM) RADDLE_CHECK_ORDER(order)
    RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicObject<T, 4>();
  *result = raddle::detail::atomicExchange(address, *value, raddle::detail::nvAtomicMode(order, scope));
}

template <class T>
RADDLE_DEVICE bool
__nv_atomic_compare_exchange_n(T *address, T *expected, typename raddle::detail::Same<T>::Type value,
                               bool weak, int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
    RADDLE_CHECK_ORDER(success) RADDLE_CHECK_ORDER(failure) RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicInteger<T>();
  raddle::detail::checkAtomicObject<T, 2>();
  (void)weak;
  const int order = raddle::detail::strongerOrder(success, failure);
  return raddle::detail::atomicCas(address, *expected, static_cast<T>(value),
                                   raddle::detail::nvAtomicMode(order, scope));
}

template <class T>
RADDLE_DEVICE bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool weak, int success,
                                                int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
    RADDLE_CHECK_ORDER(success) RADDLE_CHECK_ORDER(failure) RADDLE_CHECK_SCOPE(scope) {
  raddle::detail::checkAtomicObject<T, 2>();
  (void)weak;
  const int order = raddle::detail::strongerOrder(success, failure);
  return raddle::detail::atomicCas(address, *expected, *value, raddle::detail::nvAtomicMode(order, scope));
}

// ---- Arithmetic.

#define RADDLE_NV_ATOMIC_ARITHMETIC(name, function, takes_float, takes_long)                                 \
  template <class T>                                                                                         \
  RADDLE_DEVICE T __nv_atomic_fetch_##name(T *address, typename raddle::detail::Same<T>::Type value,         \
                                           int order, int scope = __NV_THREAD_SCOPE_SYSTEM)                  \
      RADDLE_CHECK_ORDER(order) RADDLE_CHECK_SCOPE(scope) {                                                  \
    raddle::detail::checkAtomicArithmetic<T, takes_float, takes_long>();                                     \
    return function(address, value, raddle::detail::nvAtomicMode(order, scope));                             \
  }                                                                                                          \
  template <class T>                                                                                         \
  RADDLE_DEVICE void __nv_atomic_##name(T *address, typename raddle::detail::Same<T>::Type value, int order, \
                                        int scope = __NV_THREAD_SCOPE_SYSTEM) RADDLE_CHECK_ORDER(order)      \
      RADDLE_CHECK_SCOPE(scope) {                                                                            \
    __nv_atomic_fetch_##name(address, value, order, scope);                                                  \
  }

namespace raddle::detail {
template <class T> RADDLE_CUDA_DEVICE_API inline T nvFetchSub(T *address, T value, int mode) {
  if constexpr (std::is_floating_point_v<T>)
    return atomicFetchAdd(address, -value, mode);
  else
    return atomicFetchSub(address, value, mode);
}
} // namespace raddle::detail

RADDLE_NV_ATOMIC_ARITHMETIC(add, raddle::detail::atomicFetchAdd, true, false)
RADDLE_NV_ATOMIC_ARITHMETIC(sub, raddle::detail::nvFetchSub, true, false)
RADDLE_NV_ATOMIC_ARITHMETIC(and, raddle::detail::atomicFetchAnd, false, true)
RADDLE_NV_ATOMIC_ARITHMETIC(or, raddle::detail::atomicFetchOr, false, true)
RADDLE_NV_ATOMIC_ARITHMETIC(xor, raddle::detail::atomicFetchXor, false, true)
RADDLE_NV_ATOMIC_ARITHMETIC(min, raddle::detail::atomicFetchMin, false, true)
RADDLE_NV_ATOMIC_ARITHMETIC(max, raddle::detail::atomicFetchMax, false, true)
#undef RADDLE_NV_ATOMIC_ARITHMETIC

RADDLE_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
    RADDLE_CHECK_ORDER(order) RADDLE_CHECK_SCOPE(scope) {
  if (order == __NV_ATOMIC_RELAXED)
    return;
  if (scope >= __NV_THREAD_SCOPE_SYSTEM)
    __nvvm_membar_sys();
  else if (scope == __NV_THREAD_SCOPE_DEVICE)
    __nvvm_membar_gl();
  else
    __nvvm_membar_cta();
}

#undef RADDLE_CHECK_SCOPE
#undef RADDLE_CHECK_ORDER
#undef RADDLE_CHECK_LOAD_ORDER
#undef RADDLE_CHECK_STORE_ORDER

#endif // C++17
#endif
