// RADDLE_PROFILE: what kernels count. The code of warps counts most things itself; threads that run one by one are put together
// to warps here.

#include "abi/kernel_exports.h"
#include "profile/access_counts.h"
#include "runtime/block/block.h"
#include "runtime/block/carrier.h"

#include <bit>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

Block &blockOf(const RaddleThread *thread) { return *static_cast<Block *>(thread->block); }

bool isSame(const RaddleDim3 &one, const RaddleDim3 &other) {
  return one.x == other.x && one.y == other.y && one.z == other.z;
}

// What lies on the stack of the threads that run is a local variable.
bool isLocal(const Block &block, std::uint64_t address) {
  Fiber &fiber = *block.worker->current;
  return address - reinterpret_cast<std::uintptr_t>(fiber.stack_bottom) <
         static_cast<std::size_t>(fiber.stackTop() - fiber.stack_bottom);
}

bool isKnown(std::uint32_t flags) { return flags >> kRaddleCountSpaceShift & 0xff; }

// Those of the block that runs. The warps of a block that needs no fibers run one after the other.
profile::LaneGroups &groupsOf(const RaddleThread *thread) {
  Block &block = blockOf(thread);
  if (!block.lane_groups)
    block.lane_groups = std::make_unique<profile::LaneGroups>();
  const bool is_other = !isSame(block.grouped_block, block.block_idx) ||
                        (!block.by_threads && block.grouped_warp != thread->warp);
  if (is_other)
    block.countLanes();
  if (block.lane_groups->isFull()) {
    block.countLanes();
    if (profile::LaunchCounts *counts = block.run->counts())
      counts->noteApproximation();
  }
  block.grouped_block = block.block_idx;
  block.grouped_warp = thread->warp;
  return *block.lane_groups;
}

profile::LaneGroups::Visit visitOf(const RaddleThread *thread, std::uint64_t *counters, std::uint64_t path) {
  return {counters, path, thread->warp, thread->lane};
}

profile::BarrierWaits &waitsOf(const RaddleThread *thread) {
  Block &block = blockOf(thread);
  if (!block.barrier_waits)
    block.barrier_waits = std::make_unique<profile::BarrierWaits>();
  return *block.barrier_waits;
}

} // namespace

RADDLE_EXPORT uint64_t *raddle_counters(RaddleThread *thread, const RaddleCounterTable *table) {
  Block &block = blockOf(thread);
  if (profile::LaunchCounts *counts = block.run->counts())
    return counts->of(block.worker->index(), block.worker->count(), table);
  // Somebody has had kernels compiled to count, and wants to know nothing.
  thread_local profile::LaunchCounts unused;
  return unused.of(0, 1, table);
}

RADDLE_EXPORT uint64_t *raddle_work(RaddleThread *thread) { return waitsOf(thread).work(); }

RADDLE_EXPORT void raddle_count_block(RaddleThread *thread, uint64_t *counters, uint32_t first, uint64_t path,
                                      uint64_t *work, uint32_t warp, uint32_t instructions) {
  if (groupsOf(thread).runBlock(visitOf(thread, counters + first, path)) && work)
    work[warp] += instructions;
}

RADDLE_EXPORT void raddle_count_branch(RaddleThread *thread, uint64_t *counters, uint32_t first,
                                       uint64_t path, uint32_t way) {
  groupsOf(thread).branch(visitOf(thread, counters + first, path), way);
}

RADDLE_EXPORT void raddle_count_access(RaddleThread *thread, uint64_t *counters, uint32_t first,
                                       uint64_t path, const void *address, uint32_t flags) {
  if (isKnown(flags) || !isLocal(blockOf(thread), reinterpret_cast<std::uintptr_t>(address)))
    groupsOf(thread).access(visitOf(thread, counters + first, path),
                            reinterpret_cast<std::uintptr_t>(address), flags);
}

RADDLE_EXPORT void raddle_set_path(RaddleThread *thread, uint64_t path) { fiberOf(thread).path = path; }

RADDLE_EXPORT uint64_t raddle_path(RaddleThread *thread) { return fiberOf(thread).path; }

RADDLE_EXPORT void raddle_count_lanes(RaddleThread *thread, uint64_t *counters, const uint64_t *addresses,
                                      uint32_t lanes, uint32_t flags) {
  const Block &block = blockOf(thread);
  const auto shared = reinterpret_cast<std::uintptr_t>(block.shared);
  if (!isKnown(flags))
    for (std::uint32_t left = lanes; left; left &= left - 1)
      if (const int lane = std::countr_zero(left); isLocal(block, addresses[lane]))
        lanes &= ~(1u << lane);
  if (flags & kRaddleCountRemembers)
    profile::countAndRemember(counters, const_cast<uint64_t *>(addresses), lanes, flags, shared,
                              block.shared_bytes);
  else
    profile::countAccess(counters, {addresses, lanes, flags & 0xff}, flags, shared, block.shared_bytes);
}

RADDLE_EXPORT void raddle_warp_arrives(RaddleThread *thread, uint64_t *counters, uint32_t first,
                                       uint32_t warp, uint32_t lanes) {
  if (!lanes)
    return;
  if (first == ~0u)
    waitsOf(thread).begin(warp);
  else
    waitsOf(thread).arrive(counters + first, warp, lanes);
}

RADDLE_EXPORT void raddle_count_row(RaddleThread *thread, uint64_t *counters, uint64_t address,
                                    int64_t stride, uint32_t lanes, uint32_t flags) {
  uint64_t addresses[kRaddleWarpSize];
  for (std::uint64_t lane = 0; lane < kRaddleWarpSize; ++lane)
    addresses[lane] = address + lane * static_cast<std::uint64_t>(stride);
  raddle_count_lanes(thread, counters, addresses, lanes, flags);
}
