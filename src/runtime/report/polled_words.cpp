#include "runtime/report/polled_words.h"

#include "backend/device_memory.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "machine/clock.h"
#include "runtime/block/block.h"
#include "runtime/block/last_writes.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace raddle::runtime {

namespace {

std::string seconds(std::uint64_t since) {
  return fmt::format("{:.1f} s", static_cast<double>(nanoseconds() - since) / 1e9);
}

std::string objectAt(const Block &block, std::uintptr_t address) {
  const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(block.shared);
  if (offset < block.shared_bytes)
    return fmt::format("byte {} of the block's shared memory", offset);
  const backend::DeviceMemory *memory = backend::deviceMemory();
  const auto object = memory ? memory->objectAt(address) : std::nullopt;
  if (!object)
    return fmt::format("{:#x}", address);
  return fmt::format("byte {} of {}", address - object->begin,
                     object->name.empty() ? object->text : "'" + object->name + "'");
}

// What a word says if it may be the state of an mbarrier, as cuda::barrier and cuda::pipeline have them (include/cuda/detail/
// phase_word.h); else "".
std::string asBarrier(std::uint64_t word) {
  constexpr std::uint64_t kArrivals = (1u << 20) - 1;
  const std::uint64_t expected = word & kArrivals, pending = word >> 20 & kArrivals;
  const std::int64_t bytes = static_cast<std::int64_t>(word << 3) >> 43;
  if (expected == 0 || pending > expected || (pending == 0 && bytes == 0))
    return "";
  std::string text = fmt::format(" (a barrier in phase {}, parity {}, in which {} of {} arrivals are missing",
                                 word >> 61, word >> 61 & 1, pending, expected);
  if (bytes)
    text += fmt::format(", and {} bytes of copies", bytes);
  return text + ')';
}

std::string contentOf(const Fiber &fiber) {
  const unsigned bytes = std::min(fiber.polled_bytes, 8u);
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void *>(fiber.polled), bytes);
  const unsigned unused = 64 - 8 * bytes;
  return fmt::format("{} bytes, which hold {}{}", fiber.polled_bytes,
                     static_cast<std::int64_t>(value << unused) >> unused,
                     bytes == 8 ? asBarrier(value) : "");
}

bool isSame(const RaddleDim3 &a, const RaddleDim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// What a thread of the block does while others wait for it, or "" where that is not known.
std::string stateOf(const Block &block, const RaddleDim3 &thread, const Fiber &poller) {
  if (!block.by_threads)
    return "";
  const std::uint32_t linear = (thread.z * block.block_dim.y + thread.y) * block.block_dim.x + thread.x;
  for (const Fiber *fiber = block.fibers.first; fiber; fiber = fiber->sibling) {
    const std::uint32_t first = fiber->warp * kRaddleWarpSize + (block.lanes == 1 ? fiber->lane : 0);
    if (linear - first >= block.lanes)
      continue;
    if (fiber->wait.what)
      return fmt::format(", and waits at {}", fiber->wait.what);
    bool is_ready = false;
    for (const Fiber *other = block.ready.front(); other; other = block.ready.after(other))
      is_ready |= other == fiber;
    if (!is_ready)
      continue;
    if (block.lanes == 1 || !fiber->lanes_here || fiber->lanes_here >> linear % kRaddleWarpSize & 1)
      return fiber == &poller && block.lanes == 1 ? ", and polls it itself" : ", and polls, too";
    return ", and goes on when the lanes of its warp that poll do, or has returned";
  }
  return ", and has returned";
}

} // namespace

std::string describePolledObject(const Block &block, const Fiber &fiber) { return objectAt(block, fiber.polled); }

std::string describePolledWord(const Block &block, const Fiber &fiber, const std::string &indentation) {
  if (!fiber.polled || fiber.polled_site != fiber.wait.site)
    return "";
  std::string text = fmt::format("{}they poll {}, {}, for {}", indentation, objectAt(block, fiber.polled),
                                 contentOf(fiber), seconds(fiber.polled_since));
  const auto write = lastWriteTo(fiber.polled);
  if (!write || write->launch != block.run->id())
    return text + "; nobody of this launch is known to have changed it\n";
  const std::string place = check::Access{.stack = check::placesAt(callSite(write->site))}.place().text();
  return text +
         fmt::format("; block {}, thread {} has changed it last, {} ago{}{}\n", format(write->block),
                     format(write->thread), seconds(write->time), place.empty() ? "" : " [" + place + "]",
                     isSame(write->block, block.block_idx) ? stateOf(block, write->thread, fiber) : "");
}

} // namespace raddle::runtime
