#include "machine/last_level_cache.h"

#include "machine/identity.h"
#include "machine/worker_count.h"

#include <initializer_list>
#include <unistd.h>

namespace raddle {

namespace {

// sysconf() adds up the caches of the whole processor. 0 when it does not say which cores share one.
std::size_t bytesOnAmd() {
  const SharedCache cache = lastSharedCache();
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

} // namespace raddle
