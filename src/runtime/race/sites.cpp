#include "runtime/race/sites.h"

#include "machine/spin_lock.h"
#include "runtime/race/shadow.h"
#include "runtime/race/touched_bytes.h"

#include <atomic>
#include <map>
#include <mutex>

namespace raddle::runtime::race {

namespace {

static_assert(kSites <= 1u << TouchedBytes::kSiteBits);

struct Sites {
  SpinLock lock;
  std::array<Site, kSites> all;
  unsigned count = 1;
  std::map<std::pair<std::uintptr_t, std::uint32_t>, unsigned> by_call;
};
Sites &sites() {
  static auto *const all = new Sites;
  return *all;
}

// With the lock.
unsigned add(Sites &known, const Site &site) {
  if (known.count == kSites)
    return 0;
  known.all[known.count] = site;
  return known.count++;
}

} // namespace

unsigned numberOf(RaddleRaceSite &site, std::uintptr_t call) {
  const std::atomic_ref<std::uint32_t> id(site.id);
  if (const std::uint32_t number = id.load(std::memory_order_relaxed)) [[likely]]
    return number % kSites;
  Sites &known = sites();
  std::lock_guard guard(known.lock);
  if (const std::uint32_t number = id.load(std::memory_order_relaxed))
    return number % kSites;
  const unsigned number = add(known, {call, site.flags, ReadsOfSite(site).bytes});
  id.store(number ? number : kSites, std::memory_order_relaxed);
  return number;
}

unsigned numberOf(std::uintptr_t call, std::uint32_t flags) {
  Sites &known = sites();
  std::lock_guard guard(known.lock);
  unsigned &number = known.by_call[{call, flags}];
  if (!number)
    number = add(known, {call, flags, 0});
  return number;
}

Site siteAt(unsigned number) {
  Sites &known = sites();
  std::lock_guard guard(known.lock);
  return known.all[number];
}

} // namespace raddle::runtime::race
