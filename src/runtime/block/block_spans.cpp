// What a block has to do with barriers of several blocks.
#include "runtime/block/block.h"

#include <algorithm>

namespace raddle::runtime {

void Block::leaveSpans(const Fiber &fiber) {
  for (int span = 0; span < kSpans; ++span) {
    SpanPart &part = spans[static_cast<std::size_t>(span)];
    if (!part.barrier)
      continue;
    refresh(part, live + 1);
    if (fiber.span_arrivals[span] <= part.phase)
      noLongerMissing(part);
  }
}

bool Block::releaseSpans() {
  if (!canBeReleased())
    return !ready.empty();
  for (SpanPart &part : spans)
    if (part.barrier)
      refresh(part, live);
  return !ready.empty();
}

bool Block::canBeReleased() const {
  return std::ranges::any_of(spans, [this](const SpanPart &part) {
    if (part.waiting.empty())
      return false;
    part.barrier->look(*worker);
    return part.complete() != part.phase;
  });
}

bool Block::awaitsOtherBlocks() const {
  for (const SpanPart &part : spans)
    if (!part.waiting.empty() && part.missing == 0)
      return true;
  return false;
}

} // namespace raddle::runtime
