#include "host/memory/freed_arrays.h"

#include "base/margin.h"
#include "check/report.h"

namespace raddle::host {

void FreedArrays::add(Allocation allocation, std::vector<Overrun> &overruns) {
  allocation.told = false;
  const bool is_checked = check::enabled(check::Detector::kMemory);
  allocation.held = allocation.block.is_small || is_checked;
  if (allocation.held) {
    if (allocation.block.is_small)
      fillMargin(allocation.base, allocation.bytes);
    bytes_held_ += allocation.bytes;
  } else {
    heap_.release(allocation.block);
  }
  arrays_.push_back(allocation);
  while (arrays_.size() > (is_checked ? kMostForCheck : kMost) ||
         bytes_held_ > (is_checked ? kMostBytesForCheck : kMostBytesHeld)) {
    Allocation &oldest = arrays_.front();
    if (oldest.held) {
      lookAt(oldest, overruns);
      if (oldest.told)
        fillMargin(oldest.base, oldest.bytes);
      bytes_held_ -= oldest.bytes;
      heap_.release(oldest.block);
    }
    arrays_.pop_front();
  }
}

void FreedArrays::lookAt(Allocation &allocation, std::vector<Overrun> &overruns) {
  if (!allocation.held || !allocation.block.is_small || allocation.told)
    return;
  Overrun overrun{.freed = findDamage(allocation.base, allocation.bytes)};
  if (!overrun.freed)
    return;
  allocation.told = true;
  overrun.allocation = allocation;
  overruns.push_back(overrun);
}

void FreedArrays::look(std::vector<Overrun> &overruns) {
  for (Allocation &allocation : arrays_)
    lookAt(allocation, overruns);
}

const Allocation *FreedArrays::find(std::uintptr_t address) const {
  for (auto freed = arrays_.rbegin(); freed != arrays_.rend(); ++freed)
    if (distance(address, *freed) == 0)
      return &*freed;
  return nullptr;
}

Allocation *FreedArrays::nearest(std::uintptr_t address) {
  Allocation *best = nullptr;
  for (auto freed = arrays_.rbegin(); freed != arrays_.rend(); ++freed)
    if (!best || distance(address, *freed) < distance(address, *best))
      best = &*freed;
  return best;
}

} // namespace raddle::host
