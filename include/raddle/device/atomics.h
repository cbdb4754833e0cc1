// Atomic functions, for the types that CUDA has them for. Each returns the old value. All are relaxed: they
// order nothing else. The plain name is atomic for the device, _block for the thread's block, _system for
// all devices and the host.
//
// Most names are bound to a function of the device library that is one atomicrmw or cmpxchg instruction with
// the scope as its LLVM sync scope, which clang cannot be asked for: src/device/atomics/atomics.ll.in.
#ifndef RADDLE_DEVICE_ATOMICS_H
#define RADDLE_DEVICE_ATOMICS_H

#define RADDLE_ATOMIC_SCOPE(function, type, operation, scope)                                                \
  __device__ type function(type *address, type value) __asm__("__raddle_atomic_" operation scope);

#define RADDLE_ATOMIC(function, type, operation)                                                             \
  RADDLE_ATOMIC_SCOPE(function, type, operation, "_device")                                                  \
  RADDLE_ATOMIC_SCOPE(function##_block, type, operation, "_block")                                           \
  RADDLE_ATOMIC_SCOPE(function##_system, type, operation, "_system")

RADDLE_ATOMIC(atomicAdd, int, "add_i32")
RADDLE_ATOMIC(atomicAdd, unsigned int, "add_i32")
RADDLE_ATOMIC(atomicAdd, unsigned long long, "add_i64")
RADDLE_ATOMIC(atomicAdd, float, "fadd_float")
RADDLE_ATOMIC(atomicAdd, double, "fadd_double")

RADDLE_ATOMIC(atomicSub, int, "sub_i32")
RADDLE_ATOMIC(atomicSub, unsigned int, "sub_i32")

RADDLE_ATOMIC(atomicExch, int, "xchg_i32")
RADDLE_ATOMIC(atomicExch, unsigned int, "xchg_i32")
RADDLE_ATOMIC(atomicExch, unsigned long long, "xchg_i64")
RADDLE_ATOMIC(atomicExch, float, "xchg_float")

RADDLE_ATOMIC(atomicMin, int, "min_i32")
RADDLE_ATOMIC(atomicMin, unsigned int, "umin_i32")
RADDLE_ATOMIC(atomicMin, long long, "min_i64")
RADDLE_ATOMIC(atomicMin, unsigned long long, "umin_i64")

RADDLE_ATOMIC(atomicMax, int, "max_i32")
RADDLE_ATOMIC(atomicMax, unsigned int, "umax_i32")
RADDLE_ATOMIC(atomicMax, long long, "max_i64")
RADDLE_ATOMIC(atomicMax, unsigned long long, "umax_i64")

RADDLE_ATOMIC(atomicAnd, int, "and_i32")
RADDLE_ATOMIC(atomicAnd, unsigned int, "and_i32")
RADDLE_ATOMIC(atomicAnd, long long, "and_i64")
RADDLE_ATOMIC(atomicAnd, unsigned long long, "and_i64")

RADDLE_ATOMIC(atomicOr, int, "or_i32")
RADDLE_ATOMIC(atomicOr, unsigned int, "or_i32")
RADDLE_ATOMIC(atomicOr, long long, "or_i64")
RADDLE_ATOMIC(atomicOr, unsigned long long, "or_i64")

RADDLE_ATOMIC(atomicXor, int, "xor_i32")
RADDLE_ATOMIC(atomicXor, unsigned int, "xor_i32")
RADDLE_ATOMIC(atomicXor, long long, "xor_i64")
RADDLE_ATOMIC(atomicXor, unsigned long long, "xor_i64")

// old >= value ? 0 : old + 1, and old == 0 || old > value ? value : old - 1.
RADDLE_ATOMIC(atomicInc, unsigned int, "uinc_wrap_i32")
RADDLE_ATOMIC(atomicDec, unsigned int, "udec_wrap_i32")

#undef RADDLE_ATOMIC
#undef RADDLE_ATOMIC_SCOPE

// Stores `value` where *address equals `expected`; returns what was there.
#define RADDLE_CAS_SCOPE(function, type, operation, scope)                                                   \
  __device__ type function(type *address, type expected,                                                     \
                           type value) __asm__("__raddle_atomic_" operation scope);

#define RADDLE_CAS(type, operation)                                                                          \
  RADDLE_CAS_SCOPE(atomicCAS, type, operation, "_device")                                                    \
  RADDLE_CAS_SCOPE(atomicCAS_block, type, operation, "_block")                                               \
  RADDLE_CAS_SCOPE(atomicCAS_system, type, operation, "_system")

RADDLE_CAS_SCOPE(atomicCAS, unsigned short, "cas_i16", "_device")
RADDLE_CAS(int, "cas_i32")
RADDLE_CAS(unsigned int, "cas_i32")
RADDLE_CAS(unsigned long long, "cas_i64")

#undef RADDLE_CAS
#undef RADDLE_CAS_SCOPE

// Each component is added atomically by itself, which is all that CUDA promises.
#define RADDLE_ATOMIC_VECTORS(function)                                                                      \
  RADDLE_DEVICE float2 function(float2 *address, float2 value) {                                             \
    return float2{function(&address->x, value.x), function(&address->y, value.y)};                           \
  }                                                                                                          \
  RADDLE_DEVICE float4 function(float4 *address, float4 value) {                                             \
    return float4{function(&address->x, value.x), function(&address->y, value.y),                            \
                  function(&address->z, value.z), function(&address->w, value.w)};                           \
  }
RADDLE_ATOMIC_VECTORS(atomicAdd)
RADDLE_ATOMIC_VECTORS(atomicAdd_block)
RADDLE_ATOMIC_VECTORS(atomicAdd_system)
#undef RADDLE_ATOMIC_VECTORS

// Any trivially copyable type of 16 bytes, aligned to 16. Comparison is of all bits.
namespace raddle {
namespace detail {
template <class T, bool = sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T)>
struct Atomic128 {};
template <class T> struct Atomic128<T, true> {
  using Type = T;
  using Word = unsigned __int128;
};

#define RADDLE_ATOMIC_128(scope)                                                                             \
  __device__ unsigned __int128 exchange128##scope(void *address, unsigned __int128 value) __asm__(           \
      "__raddle_atomic_xchg_i128" #scope);                                                                   \
  __device__ unsigned __int128 compareAndSwap128##scope(                                                     \
      void *address, unsigned __int128 expected,                                                             \
      unsigned __int128 value) __asm__("__raddle_atomic_cas_i128" #scope);
RADDLE_ATOMIC_128(_device)
RADDLE_ATOMIC_128(_block)
RADDLE_ATOMIC_128(_system)
#undef RADDLE_ATOMIC_128
} // namespace detail
} // namespace raddle

#define RADDLE_ATOMIC_128(suffix, scope)                                                                     \
  template <class T>                                                                                         \
  RADDLE_DEVICE typename raddle::detail::Atomic128<T>::Type atomicExch##suffix(T *address, T value) {        \
    using Word = typename raddle::detail::Atomic128<T>::Word;                                                \
    return __builtin_bit_cast(T,                                                                             \
                              raddle::detail::exchange128##scope(address, __builtin_bit_cast(Word, value))); \
  }                                                                                                          \
  template <class T>                                                                                         \
  RADDLE_DEVICE                                                                                              \
      typename raddle::detail::Atomic128<T>::Type atomicCAS##suffix(T *address, T expected, T value) {       \
    using Word = typename raddle::detail::Atomic128<T>::Word;                                                \
    return __builtin_bit_cast(                                                                               \
        T, raddle::detail::compareAndSwap128##scope(address, __builtin_bit_cast(Word, expected),             \
                                                    __builtin_bit_cast(Word, value)));                       \
  }
RADDLE_ATOMIC_128(, _device)
RADDLE_ATOMIC_128(_block, _block)
RADDLE_ATOMIC_128(_system, _system)
#undef RADDLE_ATOMIC_128

#endif
