// Small things that every processor has and C++ has no word for.
#ifndef RADDLE_MACHINE_PROCESSOR_H
#define RADDLE_MACHINE_PROCESSOR_H

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#elif !defined(__aarch64__)
#error "Raddle's runtime is written for x86-64 and AArch64"
#endif

namespace raddle {

/// Tells the processor that this is a spin loop.
inline void spinPause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  asm volatile("yield" ::: "memory");
#endif
}

/// Counts up at a constant rate, alike on all cores, in steps of about 0.4 ns ("cycles"): x86's time stamp counter.
/// AArch64 has a timer of 24 MHz to 1 GHz, which is multiplied.
inline std::uint64_t timeStamp() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  constexpr std::uint64_t kPerSecond = 2'500'000'000;
  std::uint64_t ticks = 0, ticks_per_second = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  asm("mrs %0, cntfrq_el0" : "=r"(ticks_per_second));
  return ticks * (kPerSecond / (ticks_per_second ? ticks_per_second : kPerSecond));
#endif
}

/// Stores that pass the caches come before all that follows: neither do they keep to an order, nor do locks wait for
/// them everywhere.
inline void orderStreamedStores() {
#if defined(__x86_64__)
  _mm_sfence();
#else
  asm volatile("dmb ishst" ::: "memory");
#endif
}

} // namespace raddle

#endif
