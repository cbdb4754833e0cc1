#include "runtime/last_level_cache.h"

#include "runtime/worker_count.h"

#include <cpuid.h>
#include <cstring>
#include <initializer_list>
#include <unistd.h>

namespace raddle::runtime {

namespace {

// AMD's leaf for the parameters of caches, laid out as Intel's. sysconf() adds up the caches of the whole processor.
constexpr unsigned kCachesOfAmd = 0x8000001d;
constexpr unsigned kMostCaches = 16;

bool isAmd() {
  unsigned highest = 0, words[3] = {};
  if (!__get_cpuid(0, &highest, &words[0], &words[2], &words[1]))
    return false;
  return std::memcmp(words, "AuthenticAMD", sizeof words) == 0 ||
         std::memcmp(words, "HygonGenuine", sizeof words) == 0;
}

struct Cache {
  std::size_t bytes = 0;
  unsigned cores = 1; // that share it
};

// Empty when the processor does not say.
Cache lastCacheOfAmd() {
  Cache last;
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

// 0 when the processor does not say.
std::size_t bytesOnAmd() {
  const Cache cache = isAmd() ? lastCacheOfAmd() : Cache();
  return cache.bytes * ((availableCores() + cache.cores - 1) / cache.cores);
}

} // namespace

std::size_t lastLevelCacheBytes() {
  if (const std::size_t bytes = bytesOnAmd())
    return bytes;
  for (int level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (const long bytes = sysconf(level); bytes > 0)
      return static_cast<std::size_t>(bytes);
  return 0;
}

std::size_t cacheBytesForResults() {
  // Where two launches of a[i] = b[i] + s * c[i] hand their results on, a quarter is still found on Zen 4, and a half
  // is not.
  if (const std::size_t bytes = bytesOnAmd())
    return bytes / 8 * 3;
  // The others' is that of the whole processor, and more than this process has use for it.
  constexpr std::size_t kUsual = 32 << 20;
  const std::size_t bytes = lastLevelCacheBytes();
  return (bytes != 0 ? bytes : kUsual) / 8;
}

} // namespace raddle::runtime
