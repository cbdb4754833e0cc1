#include "machine/identity.h"

#include <cpuid.h>
#include <cstring>

namespace raddle {

namespace {

// AMD's leaf for the parameters of caches, laid out as Intel's.
constexpr unsigned kCachesOfAmd = 0x8000001d;
constexpr unsigned kMostCaches = 16;

bool isAmd() {
  unsigned highest = 0, words[3] = {};
  if (!__get_cpuid(0, &highest, &words[0], &words[2], &words[1]))
    return false;
  return std::memcmp(words, "AuthenticAMD", sizeof words) == 0 ||
         std::memcmp(words, "HygonGenuine", sizeof words) == 0;
}

} // namespace

bool isVirtualMachine() {
  constexpr unsigned kHypervisor = 1u << 31;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & kHypervisor) != 0;
}

SharedCache lastSharedCache() {
  SharedCache last;
  if (!isAmd())
    return last;
  unsigned a = 0, b = 0, c = 0, d = 0, level = 0;
  for (unsigned number = 0;
       number < kMostCaches && __get_cpuid_count(kCachesOfAmd, number, &a, &b, &c, &d) && (a & 31) != 0;
       ++number)
    if ((a >> 5 & 7) > level) {
      level = a >> 5 & 7;
      const std::size_t ways = (b >> 22) + 1, partitions = (b >> 12 & 1023) + 1, line = (b & 4095) + 1;
      last = {ways * partitions * line * (std::size_t{c} + 1), (a >> 14 & 4095) + 1};
    }
  return last;
}

} // namespace raddle
