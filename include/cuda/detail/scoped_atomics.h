// Atomic accesses of any memory order in any scope, to objects of 1, 2, 4 and 8 bytes, in device and host
// code; of 16 bytes in device code only, without arithmetic.
//
// In device code each is one instruction of the device library (src/device/atomics/scoped_atomics.ll.in), which keeps
// the scope. Host code always is in the scope of the system. Independent of namespace cuda, so that
// <cuda_awbarrier.h> and its kin work next to a user's own libcu++.
#ifndef RADDLE_CUDA_DETAIL_SCOPED_ATOMICS_H
#define RADDLE_CUDA_DETAIL_SCOPED_ATOMICS_H

#include "attributes.h"

#include <type_traits>

namespace raddle::detail {

// A scope and an order (__ATOMIC_RELAXED ...) as one number, the `mode` of all functions below.
enum class AtomicScope : int { kSystem = 0, kDevice = 1, kBlock = 2 };

RADDLE_CUDA_API constexpr int atomicMode(AtomicScope scope, int order) {
  return 8 * static_cast<int>(scope) + (order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order);
}
RADDLE_CUDA_API constexpr AtomicScope atomicScope(int mode) { return static_cast<AtomicScope>(mode / 8); }
RADDLE_CUDA_API constexpr int atomicOrder(int mode) { return mode % 8; }

// The order (__ATOMIC_...) of a compare-and-swap that orders as much as `success` and `failure` ask for.
RADDLE_CUDA_API constexpr int strongerOrder(int success, int failure) {
  if (success == __ATOMIC_SEQ_CST || failure == __ATOMIC_SEQ_CST)
    return __ATOMIC_SEQ_CST;
  const bool releases = success == __ATOMIC_RELEASE || success == __ATOMIC_ACQ_REL;
  const bool acquires = failure != __ATOMIC_RELAXED || success == __ATOMIC_ACQUIRE ||
                        success == __ATOMIC_CONSUME || success == __ATOMIC_ACQ_REL;
  return releases && acquires ? __ATOMIC_ACQ_REL
         : releases           ? __ATOMIC_RELEASE
         : acquires           ? __ATOMIC_ACQUIRE
                              : __ATOMIC_RELAXED;
}

template <unsigned Bytes> struct AtomicWord;

// ---- On words. Device and host functions overload each other: clang takes those of the caller's side. ----

#if defined(__CUDA__)
#define RADDLE_SCOPED_RMW(function, type, instruction)                                                       \
  __device__ type function(type *address, type value, int mode) __asm__("__raddle_scoped_" instruction);

#define RADDLE_SCOPED_SIGN(type, suffix, minimum, maximum)                                                   \
  RADDLE_SCOPED_RMW(wordFetchAdd, type, "add_" suffix)                                                       \
  RADDLE_SCOPED_RMW(wordFetchSub, type, "sub_" suffix)                                                       \
  RADDLE_SCOPED_RMW(wordFetchAnd, type, "and_" suffix)                                                       \
  RADDLE_SCOPED_RMW(wordFetchOr, type, "or_" suffix)                                                         \
  RADDLE_SCOPED_RMW(wordFetchXor, type, "xor_" suffix)                                                       \
  RADDLE_SCOPED_RMW(wordFetchMin, type, minimum suffix)                                                      \
  RADDLE_SCOPED_RMW(wordFetchMax, type, maximum suffix)

#define RADDLE_SCOPED_ACCESS(type, suffix)                                                                   \
  RADDLE_SCOPED_RMW(wordExchange, unsigned type, "xchg_" suffix)                                             \
  __device__ unsigned type wordLoad(const unsigned type *address,                                            \
                                    int mode) __asm__("__raddle_scoped_load_" suffix);                       \
  __device__ void wordStore(unsigned type *address, unsigned type value,                                     \
                            int mode) __asm__("__raddle_scoped_store_" suffix);                              \
  __device__ unsigned type wordCas(unsigned type *address, unsigned type expected, unsigned type value,      \
                                   int mode) __asm__("__raddle_scoped_cas_" suffix);

#define RADDLE_SCOPED_FUNCTIONS(type, suffix)                                                                \
  RADDLE_SCOPED_SIGN(signed type, suffix, "min_", "max_")                                                    \
  RADDLE_SCOPED_SIGN(unsigned type, suffix, "umin_", "umax_")                                                \
  RADDLE_SCOPED_ACCESS(type, suffix)

RADDLE_SCOPED_ACCESS(__int128, "i128")
RADDLE_SCOPED_RMW(wordFetchAdd, float, "fadd_float")
RADDLE_SCOPED_RMW(wordFetchAdd, double, "fadd_double")
#else
#define RADDLE_SCOPED_FUNCTIONS(type, suffix)
#endif

#define RADDLE_SCOPED_WORD(bytes, type, suffix)                                                              \
  template <> struct AtomicWord<bytes> {                                                                     \
    using Signed = signed type;                                                                              \
    using Unsigned = unsigned type;                                                                          \
  };                                                                                                         \
  RADDLE_SCOPED_FUNCTIONS(type, suffix)

RADDLE_SCOPED_WORD(1, char, "i8")
RADDLE_SCOPED_WORD(2, short, "i16")
RADDLE_SCOPED_WORD(4, int, "i32")
RADDLE_SCOPED_WORD(8, long long, "i64")
template <> struct AtomicWord<16> {
  using Unsigned = unsigned __int128;
};

#undef RADDLE_SCOPED_WORD
#undef RADDLE_SCOPED_FUNCTIONS
#undef RADDLE_SCOPED_ACCESS
#undef RADDLE_SCOPED_SIGN
#undef RADDLE_SCOPED_RMW

// The object that is accessed as a word has another type.
#define RADDLE_HOST_RMW(function, builtin)                                                                   \
  template <class Word> __host__ inline Word function(Word *address, Word value, int mode) {                 \
    typedef Word __attribute__((may_alias)) Aliasing;                                                        \
    return builtin(reinterpret_cast<Aliasing *>(address), value, atomicOrder(mode));                         \
  }
RADDLE_HOST_RMW(wordExchange, __atomic_exchange_n)
RADDLE_HOST_RMW(wordFetchAdd, __atomic_fetch_add)
RADDLE_HOST_RMW(wordFetchSub, __atomic_fetch_sub)
RADDLE_HOST_RMW(wordFetchAnd, __atomic_fetch_and)
RADDLE_HOST_RMW(wordFetchOr, __atomic_fetch_or)
RADDLE_HOST_RMW(wordFetchXor, __atomic_fetch_xor)
#undef RADDLE_HOST_RMW

template <class Word> __host__ inline Word wordLoad(const Word *address, int mode) {
  typedef const Word __attribute__((may_alias)) Aliasing;
  return __atomic_load_n(reinterpret_cast<Aliasing *>(address), atomicOrder(mode));
}
template <class Word> __host__ inline void wordStore(Word *address, Word value, int mode) {
  typedef Word __attribute__((may_alias)) Aliasing;
  __atomic_store_n(reinterpret_cast<Aliasing *>(address), value, atomicOrder(mode));
}
template <class Word> __host__ inline Word wordCas(Word *address, Word expected, Word value, int mode) {
  typedef Word __attribute__((may_alias)) Aliasing;
  const int order = atomicOrder(mode);
  const int on_failure = order == __ATOMIC_ACQ_REL   ? __ATOMIC_ACQUIRE
                         : order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
                                                     : order;
  __atomic_compare_exchange_n(reinterpret_cast<Aliasing *>(address), &expected, value, false, order,
                              on_failure);
  return expected;
}

template <class Word, class Change> __host__ inline Word wordUpdate(Word *address, int mode, Change change) {
  Word old = wordLoad(address, __ATOMIC_RELAXED);
  for (;;) {
    const Word seen = wordCas(address, old, change(old), mode);
    if (seen == old)
      return old;
    old = seen;
  }
}
template <class Word> __host__ inline Word wordFetchMin(Word *address, Word value, int mode) {
  return wordUpdate(address, mode, [value](Word old) { return value < old ? value : old; });
}
template <class Word> __host__ inline Word wordFetchMax(Word *address, Word value, int mode) {
  return wordUpdate(address, mode, [value](Word old) { return old < value ? value : old; });
}

// ---- On any trivially copyable T of the size of a word. ----

template <class T> using BitsOf = typename AtomicWord<sizeof(T)>::Unsigned;
template <class T>
using IntegerOf = std::conditional_t<std::is_signed_v<T>, typename AtomicWord<sizeof(T)>::Signed,
                                     typename AtomicWord<sizeof(T)>::Unsigned>;

template <class T> RADDLE_CUDA_API inline BitsOf<T> *bitsAt(T *address) {
  return reinterpret_cast<BitsOf<T> *>(address);
}
template <class T> RADDLE_CUDA_API inline BitsOf<T> toBits(const T &value) {
  return __builtin_bit_cast(BitsOf<T>, value);
}

template <class T> RADDLE_CUDA_API inline T atomicLoad(const T *address, int mode) {
  return __builtin_bit_cast(T, wordLoad(bitsAt(const_cast<T *>(address)), mode));
}
template <class T> RADDLE_CUDA_API inline void atomicStore(T *address, T value, int mode) {
  wordStore(bitsAt(address), toBits(value), mode);
}
template <class T> RADDLE_CUDA_API inline T atomicExchange(T *address, T value, int mode) {
  return __builtin_bit_cast(T, wordExchange(bitsAt(address), toBits(value), mode));
}

// Stores `value` where *address holds the bits of `expected`; else stores in `expected` what is there.
template <class T> RADDLE_CUDA_API inline bool atomicCas(T *address, T &expected, T value, int mode) {
  const BitsOf<T> wanted = toBits(expected);
  const BitsOf<T> seen = wordCas(bitsAt(address), wanted, toBits(value), mode);
  if (seen == wanted)
    return true;
  expected = __builtin_bit_cast(T, seen);
  return false;
}

// Puts change(old) in the place of each old value it may meet; returns the one that was replaced.
template <class T, class Change> RADDLE_CUDA_API inline T atomicUpdate(T *address, int mode, Change change) {
  T old = atomicLoad(address, atomicMode(atomicScope(mode), __ATOMIC_RELAXED));
  while (!atomicCas(address, old, change(old), mode)) {
  }
  return old;
}

// These are for integers. Signed ones wrap too. Each returns the old value.
#define RADDLE_ATOMIC_ARITHMETIC(operation)                                                                  \
  template <class T> RADDLE_CUDA_API inline T atomic##operation(T *address, T value, int mode) {             \
    using Integer = IntegerOf<T>;                                                                            \
    return static_cast<T>(                                                                                   \
        word##operation(reinterpret_cast<Integer *>(address), static_cast<Integer>(value), mode));           \
  }
RADDLE_ATOMIC_ARITHMETIC(FetchAdd)
RADDLE_ATOMIC_ARITHMETIC(FetchSub)
RADDLE_ATOMIC_ARITHMETIC(FetchAnd)
RADDLE_ATOMIC_ARITHMETIC(FetchOr)
RADDLE_ATOMIC_ARITHMETIC(FetchXor)
RADDLE_ATOMIC_ARITHMETIC(FetchMin)
RADDLE_ATOMIC_ARITHMETIC(FetchMax)
#undef RADDLE_ATOMIC_ARITHMETIC

#if defined(__CUDA__)
RADDLE_CUDA_DEVICE_API inline float atomicFetchAdd(float *address, float value, int mode) {
  return wordFetchAdd(address, value, mode);
}
RADDLE_CUDA_DEVICE_API inline double atomicFetchAdd(double *address, double value, int mode) {
  return wordFetchAdd(address, value, mode);
}
#endif
__host__ inline float atomicFetchAdd(float *address, float value, int mode) {
  return atomicUpdate(address, mode, [value](float old) RADDLE_CUDA_INLINED { return old + value; });
}
__host__ inline double atomicFetchAdd(double *address, double value, int mode) {
  return atomicUpdate(address, mode, [value](double old) RADDLE_CUDA_INLINED { return old + value; });
}

} // namespace raddle::detail

#endif
