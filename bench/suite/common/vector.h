// Sixteen lanes as one value, for the hand-written competitors: vector extensions that g++ and clang++ share.
#ifndef RADDLE_BENCH_VECTOR_H
#define RADDLE_BENCH_VECTOR_H

#include <immintrin.h>

namespace bench {

typedef float Float16 __attribute__((vector_size(64)));
typedef int Int16 __attribute__((vector_size(64)));
// The same without the promise of alignment.
typedef float UnalignedFloat16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef int UnalignedInt16 __attribute__((vector_size(64), aligned(4), may_alias));

inline Float16 load(const float *from) { return *reinterpret_cast<const UnalignedFloat16 *>(from); }
inline Int16 load(const int *from) { return *reinterpret_cast<const UnalignedInt16 *>(from); }
inline void store(float *to, Float16 value) { *reinterpret_cast<UnalignedFloat16 *>(to) = value; }
inline void store(int *to, Int16 value) { *reinterpret_cast<UnalignedInt16 *>(to) = value; }
inline Float16 broadcast(float value) { return value - Float16{}; }

/// Whether any lane of a comparison's result holds.
inline bool anyOf(Int16 condition) {
#ifdef __AVX512F__
  return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(condition), reinterpret_cast<__m512i>(condition)) !=
         0;
#else
  int any = 0;
  for (int lane = 0; lane < 16; ++lane)
    any |= condition[lane];
  return any != 0;
#endif
}

} // namespace bench

#endif
