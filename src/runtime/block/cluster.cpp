#include "runtime/block/cluster.h"

#include <algorithm>

namespace raddle::runtime {

void ClusterBarrier::blockArrived(Carrier &, bool) {
  if (--missing_ != 0)
    return;
  missing_ = static_cast<std::uint32_t>(
      std::ranges::count_if(living_threads_, [](const std::uint32_t *living) { return *living != 0; }));
  phase_.store(phase_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

} // namespace raddle::runtime
