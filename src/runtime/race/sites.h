// The places in the code from which memory is accessed, by number.
#ifndef RADDLE_RUNTIME_RACE_SITES_H
#define RADDLE_RUNTIME_RACE_SITES_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <string>

namespace raddle::runtime::race {

/// What the bytes of a read say that stands for several (see check-races).
struct ReadsOfSite {
  bool are_several;
  std::uint64_t bytes; // of each
  std::uint64_t extent;
  std::int64_t step;

  explicit ReadsOfSite(const RaddleRaceSite &site)
      : are_several((site.flags & (kRaddleRaceHasValue | kRaddleRaceWrites)) == kRaddleRaceHasValue),
        bytes(are_several ? site.bytes & 0xfff : site.bytes), extent(site.bytes >> 12 & 0xfffff),
        step(static_cast<std::int32_t>(site.bytes >> 32)) {}
};

struct Site {
  std::uintptr_t call = 0; // a code address; 0 where it is not known
  std::uint32_t flags = 0; // RaddleRaceFlags
  std::uint64_t bytes = 0;
};

/// The number of the site, which calls from there; 0 when there are too many.
unsigned numberOf(RaddleRaceSite &site, std::uintptr_t call);
/// Of a copy or fill.
unsigned numberOf(std::uintptr_t call, std::uint32_t flags);
Site siteAt(unsigned number);

} // namespace raddle::runtime::race

#endif
