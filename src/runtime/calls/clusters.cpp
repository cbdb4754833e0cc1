// What kernels ask of their cluster.
#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/block/spelling.h"
#include "runtime/calls/spans.h"

#include <fmt/format.h>
#include <memory>

using namespace raddle;
using namespace raddle::runtime;

namespace {

// In a launch without clusters each block is one, which has a barrier as soon as it uses it.
[[gnu::noinline]] void makeClusterOfOne(Block &block) {
  block.worker->onHomeStack([&block] {
    block.cluster = std::make_shared<Cluster>(1);
    block.cluster->blocks[0] = &block;
    block.cluster->barrier.add(block.live);
    block.part(Span::kCluster).begin(&block.cluster->barrier, block.live);
    for (Fiber *fiber = block.fibers.first; fiber; fiber = fiber->sibling)
      fiber->span_arrivals[static_cast<std::size_t>(Span::kCluster)] = 0;
    block.spanning = true;
  });
}

bool owns(const Block &block, const void *pointer) {
  const auto shared = reinterpret_cast<std::uintptr_t>(block.shared);
  return reinterpret_cast<std::uintptr_t>(pointer) - shared < block.shared_bytes;
}

// The block of the caller's cluster whose shared memory `pointer` lies in.
const Block &ownerOf(RaddleThread *thread, const void *pointer, std::uintptr_t site) {
  const Block &block = *static_cast<Block *>(thread->block);
  if (owns(block, pointer))
    return block;
  if (block.cluster)
    for (const Block *other : block.cluster->blocks)
      if (owns(*other, pointer))
        return *other;
  raiseFaultOfKernel(
      thread, FaultKind::kIllegalAddress,
      fmt::format("takes address {} for one of its cluster's shared memory, in which it does not lie",
                  pointer),
      site, nullptr, check::Rule::kForeignShared);
}

} // namespace

RADDLE_EXPORT void raddle_cluster_arrive(RaddleThread *thread) {
  Block &block = *static_cast<Block *>(thread->block);
  if (!block.part(Span::kCluster).barrier) [[unlikely]]
    makeClusterOfOne(block);
  arriveAt(thread, Span::kCluster, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_cluster_wait(RaddleThread *thread) {
  const Block &block = *static_cast<Block *>(thread->block);
  Fiber &self = fiberOf(thread);
  const std::uint32_t arrivals = self.span_arrivals[static_cast<std::size_t>(Span::kCluster)];
  if (!block.part(Span::kCluster).barrier || arrivals == 0) [[unlikely]]
    raiseFaultOfKernel(&self, FaultKind::kIllegalInstruction,
                       "waits at the barrier of its cluster without having arrived there", RADDLE_CALL_SITE,
                       nullptr, check::Rule::kInvalidBarrier);
  waitFor(thread, Span::kCluster, arrivals - 1, Spelling::raddle_cluster_wait, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void *raddle_cluster_map_shared(RaddleThread *thread, void *pointer, uint32_t rank) {
  const Block &block = *static_cast<Block *>(thread->block);
  const Block &owner = ownerOf(thread, pointer, RADDLE_CALL_SITE);
  if (rank >= block.cluster_size) [[unlikely]]
    return SharedMemory::ofNoBlock() + (static_cast<unsigned char *>(pointer) - owner.shared);
  const Block &target = rank == owner.cluster_block_rank ? owner : *block.cluster->blocks[rank];
  return target.shared + (static_cast<unsigned char *>(pointer) - owner.shared);
}

RADDLE_EXPORT uint32_t raddle_cluster_shared_rank(RaddleThread *thread, const void *pointer) {
  return ownerOf(thread, pointer, RADDLE_CALL_SITE).cluster_block_rank;
}
