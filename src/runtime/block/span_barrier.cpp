#include "runtime/block/span_barrier.h"

#include <algorithm>

namespace raddle::runtime {

bool hasBeenReleased(std::span<const SpanPart> parts) {
  return std::ranges::any_of(parts, [](const SpanPart &part) {
    return !part.waiting.empty() && part.barrier->isComplete(part.phase);
  });
}

} // namespace raddle::runtime
