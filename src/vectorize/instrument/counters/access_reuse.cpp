#include "vectorize/instrument/counters/access_reuse.h"

#include <cstdlib>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::int64_t kSectorBytes = 32;

// The part that an iteration of the innermost loop finds from the one before.
unsigned reusedOfLoop(const CountedAccess &access, const LoopInfo &loops, LoopStrides &strides) {
  const Loop *loop = loops.getLoopFor(access.instruction->getParent());
  if (!loop)
    return 0;
  const std::optional<std::int64_t> stride = strides.strideOf(access.address, *loop);
  if (!stride || std::abs(*stride) >= kSectorBytes)
    return 0;
  return static_cast<unsigned>(100 - 100 * std::abs(*stride) / kSectorBytes);
}

} // namespace

std::vector<unsigned> reusedParts(ArrayRef<CountedAccess> accesses, const LoopInfo &loops,
                                  LoopStrides &strides) {
  std::vector<unsigned> parts(accesses.size());
  constexpr std::size_t kMostBefore = 32; // that are looked at
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (accesses[i].kind != "load")
      continue;
    parts[i] = reusedOfLoop(accesses[i], loops, strides);
    for (std::size_t j = i; j-- > 0 && i - j <= kMostBefore;) {
      if (accesses[j].instruction->getParent() != accesses[i].instruction->getParent())
        break;
      if (accesses[j].kind != "load")
        continue;
      if (const auto distance = strides.distance(accesses[j].address, accesses[i].address);
          distance && std::abs(*distance) < kSectorBytes)
        parts[i] = 100;
    }
  }
  return parts;
}

} // namespace raddle::vectorize
