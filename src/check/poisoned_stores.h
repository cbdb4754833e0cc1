// Values that are not initialised, and that a kernel has stored in memory of the device. They do no harm until somebody looks at
// them: when the host copies them, the place that stored them is told.
#ifndef RADDLE_CHECK_POISONED_STORES_H
#define RADDLE_CHECK_POISONED_STORES_H

#include "check/finding.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace raddle::check {

/// Code that stores, what it stores, and whether that was only read before, so that it may be a gap of a structure.
struct StorePlace {
  std::uintptr_t site;
  std::uintptr_t source;
  bool is_copy;

  auto operator<=>(const StorePlace &) const = default;
};

bool isNoted(const StorePlace &place);

/// `describe` is called the first time.
void noteStore(const StorePlace &place, std::uintptr_t begin, std::size_t bytes,
               const std::function<Finding()> &describe);

/// Of memory that the host sees: what it writes there is not seen, so it counts as written from the next launch on.
void noteStoreForHost(std::uintptr_t begin, std::size_t bytes);
void unpoisonStoresForHost();

/// Somebody else has written the bytes: they are initialised, and what was stored there is gone.
void noteWritten(const void *begin, std::size_t bytes);

/// Those that have stored in [begin, begin + bytes): findings without the second place.
struct FoundStore {
  StorePlace place;
  Finding finding;
};
std::vector<FoundStore> storesIn(std::uintptr_t begin, std::size_t bytes);

} // namespace raddle::check

#endif
