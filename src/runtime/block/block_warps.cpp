// What a block has to do with lanes of its warps that meet, or ask who is there.
#include "runtime/block/block.h"

#include <algorithm>
#include <bit>

namespace raddle::runtime {

[[gnu::noinline]] void Block::completeGroup(Warp &warp, Warp::Group &group) {
  if (sync_checks) [[unlikely]]
    sync_checks->shuffle(*this, warp, group.op, group.mask, warp.arrivedAt(group));
  compute(group.op, warp.operands, warp.arrivedAt(group));
  noteMeeting(static_cast<std::uint32_t>(&warp - warps), warp.arrivedAt(group));
  warp.open &= ~(1u << (&group - warp.groups));
  release(group.waiting);
}

void Block::completeGroupsWithout(Warp &warp, std::uint32_t bit) {
  for (std::uint32_t rest = warp.open; rest; rest &= rest - 1)
    if (Warp::Group &group = warp.groups[std::countr_zero(rest)]; group.missing & bit) {
      group.missing &= ~bit;
      if (!group.missing)
        completeGroup(warp, group);
    }
}

namespace {

// Those of its warp that ask at the same place.
void answer(Block &block, Warp &warp) {
  const std::uintptr_t site = warp.asker[std::countr_zero(warp.asking)]->wait.site;
  std::uint32_t together = 0;
  for (std::uint32_t rest = warp.asking; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest);
    together |= (warp.asker[lane]->wait.site == site ? 1u : 0u) << lane;
  }
  warp.asking &= ~together;
  for (std::uint32_t rest = together; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest);
    warp.operands.result[lane] = together;
    block.ready.push(warp.asker[lane]);
  }
}

} // namespace

[[gnu::noinline]] void Block::answerAskers(const Fiber *running) {
  // Lanes that have yielded count as those that wait: what they look for may come from those that ask.
  std::uint32_t runnable[kMaxWarpsPerBlock] = {};
  auto note = [&](const Fiber &fiber) {
    runnable[fiber.warp] |= ~fiber.own_warp->yielded & 1u << fiber.lane;
  };
  for (const Fiber *fiber = ready.front(); fiber; fiber = ready.after(fiber))
    note(*fiber);
  if (running)
    note(*running);
  for (std::uint32_t rest = asking_warps; rest; rest &= rest - 1) {
    const auto index = static_cast<std::uint32_t>(std::countr_zero(rest));
    const bool all_started = next_thread >= std::min((index + 1) * kRaddleWarpSize, thread_count);
    if (runnable[index] || !all_started)
      continue;
    noteProgress();
    answer(*this, warps[index]);
    if (!warps[index].asking)
      asking_warps &= ~(1u << index);
  }
}

// As often as no program feels it: this looks at all threads that are ready.
[[gnu::noinline]] void Block::lookAfterAskers() {
  constexpr std::uint32_t kReleasesBetween = 32;
  if (++releases_while_asking % kReleasesBetween == 0)
    answerAskers(worker->current);
}

} // namespace raddle::runtime
