#include "runtime/block/cluster.h"

#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/block/spelling.h"

#include <algorithm>
#include <fmt/format.h>

namespace raddle::runtime {

void ClusterBarrier::blockArrived(Block &block, bool) {
  if (--missing_ != 0)
    return;
  const auto &blocks = block.cluster->blocks;
  missing_ = static_cast<std::uint32_t>(
      std::count_if(blocks.begin(), blocks.end(), [](const Block *member) { return member->live != 0; }));
  phase_.store(phase_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

} // namespace raddle::runtime
