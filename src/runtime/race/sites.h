// The places in the code from which memory is accessed, by number.
#ifndef RADDLE_RUNTIME_RACE_SITES_H
#define RADDLE_RUNTIME_RACE_SITES_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <string>

namespace raddle::runtime::race {

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
