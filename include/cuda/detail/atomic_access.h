// What cuda::atomic and cuda::atomic_ref do to an object of type T, as static functions on its storage.
//
// Objects of 1, 2, 4 and 8 bytes are accessed by one instruction each; any other size has a lock beside it.
#ifndef RADDLE_CUDA_DETAIL_ATOMIC_ACCESS_H
#define RADDLE_CUDA_DETAIL_ATOMIC_ACCESS_H

#include "../std/cstddef"
#include "../std/cstdint"
#include "../std/type_traits"
#include "scope.h"
#include "scoped_atomics.h"
#include "waiting.h"

#include <cstddef>
#include <type_traits>

namespace cuda::detail {

RADDLE_CUDA_API constexpr ::raddle::detail::AtomicScope atomicScope(thread_scope scope) {
  return scope == thread_scope_system   ? ::raddle::detail::AtomicScope::kSystem
         : scope == thread_scope_device ? ::raddle::detail::AtomicScope::kDevice
                                        : ::raddle::detail::AtomicScope::kBlock;
}

RADDLE_CUDA_API constexpr int atomicMode(thread_scope scope, memory_order order) {
  return ::raddle::detail::atomicMode(atomicScope(scope), static_cast<int>(order));
}

// The order of a compare-and-swap that orders as much as `success` and `failure` ask for.
RADDLE_CUDA_API constexpr memory_order strongerOrder(memory_order success, memory_order failure) {
  return static_cast<memory_order>(
      ::raddle::detail::strongerOrder(static_cast<int>(success), static_cast<int>(failure)));
}

template <class T>
inline constexpr bool is_lock_free_size_v =
    sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;

// The members that need no lock. `Storage` is where atomic keeps its T.
template <class T, thread_scope Scope, bool LockFree = is_lock_free_size_v<T>> struct AtomicAccess {
  struct alignas(sizeof(T) > alignof(T) ? sizeof(T) : alignof(T)) Storage {
    T value;
  };

  RADDLE_CUDA_API static T load(const T *object, memory_order order) {
    return ::raddle::detail::atomicLoad(object, atomicMode(Scope, order));
  }
  RADDLE_CUDA_API static void store(T *object, T value, memory_order order) {
    ::raddle::detail::atomicStore(object, value, atomicMode(Scope, order));
  }
  RADDLE_CUDA_API static T exchange(T *object, T value, memory_order order) {
    return ::raddle::detail::atomicExchange(object, value, atomicMode(Scope, order));
  }
  RADDLE_CUDA_API static bool compareExchange(T *object, T &expected, T value, memory_order order) {
    return ::raddle::detail::atomicCas(object, expected, value, atomicMode(Scope, order));
  }
};

// Any other size: a lock that all threads of the system respect, before plain accesses.
template <class T, thread_scope Scope> struct AtomicAccess<T, Scope, false> {
  struct Storage {
    T value;
    mutable unsigned lock;
  };

  class Locked {
  public:
    RADDLE_CUDA_API explicit Locked(const T *object)
        : lock_(&reinterpret_cast<const Storage *>(object)->lock) {
      ::raddle::detail::waitUntil([this]() RADDLE_CUDA_INLINED {
        return ::raddle::detail::atomicExchange(lock_, 1u, atomicMode(Scope, memory_order_acquire)) == 0;
      });
    }
    RADDLE_CUDA_API ~Locked() {
      ::raddle::detail::atomicStore(lock_, 0u, atomicMode(Scope, memory_order_release));
    }
    Locked(const Locked &) = delete;
    Locked &operator=(const Locked &) = delete;

  private:
    unsigned *lock_;
  };

  RADDLE_CUDA_API static T load(const T *object, memory_order) {
    Locked locked(object);
    return *object;
  }
  RADDLE_CUDA_API static void store(T *object, T value, memory_order) {
    Locked locked(object);
    *object = value;
  }
  RADDLE_CUDA_API static T exchange(T *object, T value, memory_order) {
    Locked locked(object);
    T old = *object;
    *object = value;
    return old;
  }
  RADDLE_CUDA_API static bool compareExchange(T *object, T &expected, T value, memory_order) {
    Locked locked(object);
    if (__builtin_memcmp(object, &expected, sizeof(T)) == 0) {
      *object = value;
      return true;
    }
    expected = *object;
    return false;
  }
};

template <class T> RADDLE_CUDA_API bool sameBits(const T &a, const T &b) {
  return __builtin_memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T, thread_scope Scope>
RADDLE_CUDA_API void waitForChange(const T *object, const T &old, memory_order order) {
  ::raddle::detail::waitUntil(
      [&]() RADDLE_CUDA_INLINED { return !sameBits(AtomicAccess<T, Scope>::load(object, order), old); });
}

// What fetch_add adds: elements to a pointer, else a T.
template <class T> using Difference = ::std::conditional_t<::std::is_pointer_v<T>, ::std::ptrdiff_t, T>;

template <class T>
inline constexpr bool has_bits_v = ::std::is_integral_v<T> && !::std::is_same_v<::std::remove_cv_t<T>, bool>;
template <class T> inline constexpr bool has_increment_v = has_bits_v<T> || ::std::is_pointer_v<T>;
template <class T> inline constexpr bool has_addition_v = has_increment_v<T> || ::std::is_floating_point_v<T>;

template <thread_scope Scope, class T>
RADDLE_CUDA_API T fetchAdd(T *object, Difference<T> value, memory_order order) {
  const int mode = atomicMode(Scope, order);
  if constexpr (::std::is_pointer_v<T>)
    return reinterpret_cast<T>(::raddle::detail::atomicFetchAdd(
        reinterpret_cast<::std::ptrdiff_t *>(object),
        static_cast<::std::ptrdiff_t>(value * sizeof(::std::remove_pointer_t<T>)), mode));
  else
    return ::raddle::detail::atomicFetchAdd(object, value, mode);
}
template <thread_scope Scope, class T>
RADDLE_CUDA_API T fetchSub(T *object, Difference<T> value, memory_order order) {
  if constexpr (has_bits_v<T>)
    return ::raddle::detail::atomicFetchSub(object, value, atomicMode(Scope, order));
  else
    return fetchAdd<Scope>(object, -value, order);
}
template <thread_scope Scope, class T> RADDLE_CUDA_API T fetchMin(T *object, T value, memory_order order) {
  const int mode = atomicMode(Scope, order);
  if constexpr (::std::is_integral_v<T>)
    return ::raddle::detail::atomicFetchMin(object, value, mode);
  else
    return ::raddle::detail::atomicUpdate(
        object, mode, [value](T old) RADDLE_CUDA_INLINED { return value < old ? value : old; });
}
template <thread_scope Scope, class T> RADDLE_CUDA_API T fetchMax(T *object, T value, memory_order order) {
  const int mode = atomicMode(Scope, order);
  if constexpr (::std::is_integral_v<T>)
    return ::raddle::detail::atomicFetchMax(object, value, mode);
  else
    return ::raddle::detail::atomicUpdate(
        object, mode, [value](T old) RADDLE_CUDA_INLINED { return old < value ? value : old; });
}

} // namespace cuda::detail

#endif
