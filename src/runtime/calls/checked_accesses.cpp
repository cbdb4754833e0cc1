// RADDLE_CHECK=memory: what kernels ask about the bounds of objects, and what they do when an access is not within them.

#include "abi/kernel_exports.h"
#include "backend/device_memory.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "machine/keeping_registers.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/calls/wrong_access.h"
#include "runtime/worker/worker.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

using namespace raddle;
using namespace raddle::runtime;

namespace {

constexpr RaddleObjectBounds kUnknown{};

// Those that kernels have read stay where they are as long as the process lives.
const RaddleObjectBounds *boundsOf(const backend::DeviceMemory::Extent &extent) {
  static std::mutex mutex;
  static auto *const all = new std::map<std::pair<std::uintptr_t, std::size_t>, RaddleObjectBounds>;
  std::lock_guard lock(mutex);
  return &all->try_emplace({extent.begin, extent.bytes}, RaddleObjectBounds{extent.begin, extent.bytes})
              .first->second;
}

struct FoundLately {
  std::uint64_t version = ~std::uint64_t{0};
  const RaddleObjectBounds *last = &kUnknown;
  std::array<std::pair<std::uintptr_t, const RaddleObjectBounds *>, 64> by_pointer;
};

// Not among the thread's variables themselves: programs that load the library late, as Python does, have little room for these.
FoundLately &foundLately() {
  thread_local const auto found = std::make_unique<FoundLately>();
  return *found;
}

// Reports for the thread that `thread` is at present. True where the access is not to be made.
bool report(RaddleThread *thread, const CheckedAccess &access, std::uintptr_t call) {
  Block &block = *static_cast<Block *>(thread->block);
  if (!block.run->launch().checked)
    return false;
  std::optional<WrongAccess> wrong;
  const std::uintptr_t site = callSite(call);
  StackTrace stack;
  captureStack(site, stack);
  bool ends = false;
  Fiber &self = *block.worker->current; // which it is not on the home stack
  block.worker->onHomeStack([&] {
    wrong = whatIsWrong(block, self, access);
    if (!wrong)
      return;
    const check::Sites sites{wrong->rule, site, 0};
    if (!check::countAgain(sites)) {
      check::Finding finding = findingOf(access, *wrong);
      finding.here.stack = check::placesOf(stack);
      finding.here.who = {.kernel = kernelName(block.kernel()),
                          .launch = block.run->launchNumber(),
                          .block = block.block_idx,
                          .thread = thread->thread_idx,
                          .warp = thread->warp,
                          .lane = thread->lane};
      check::report(std::move(finding), &sites);
    }
    ends = check::options().fatal;
  });
  if (ends) {
    Fault fault;
    fault.kind = FaultKind::kIllegalAddress;
    fault.told = true;
    fault.site = site;
    raiseFault(block, std::move(fault));
  }
  return wrong.has_value();
}

} // namespace

RADDLE_EXPORT const RaddleObjectBounds *raddle_find_object(const void *pointer) {
  const backend::DeviceMemory *memory = backend::deviceMemory();
  if (!memory)
    return &kUnknown;
  FoundLately &known = foundLately();
  if (const std::uint64_t version = memory->version(); known.version != version)
    known = {.version = version, .by_pointer = {}};
  const auto number = reinterpret_cast<std::uintptr_t>(pointer);
  if (number - known.last->begin < known.last->bytes)
    return known.last;
  auto &[its_pointer, bounds] = known.by_pointer[(number >> 8 ^ number >> 20) % known.by_pointer.size()];
  if (its_pointer != number || !bounds) {
    const backend::DeviceMemory::Extent extent = memory->extentAt(number);
    bounds = extent.bytes ? boundsOf(extent) : &kUnknown;
    its_pointer = number;
  }
  if (bounds != &kUnknown)
    known.last = bounds;
  return bounds;
}

RADDLE_EXPORT uint32_t raddle_thread_outside(RaddleThread *thread, uint64_t address, uint64_t bytes,
                                             uint64_t root, uint64_t size, const char *variable,
                                             uint32_t flags) {
  return report(thread, {address, bytes, root, size, variable, flags}, RADDLE_CALL_SITE);
}

RADDLE_BEHIND_KEPT_REGISTERS void raddle_lanes_outside_at(RaddleThread *thread, uint32_t lanes,
                                                          RaddleCheckedLanes *access, std::uintptr_t call) {
  const uint32_t own_warp = thread->warp;
  thread->warp = access->warp;
  for (uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    raddle_select_lane(thread, lane);
    const bool is_wrong =
        report(thread,
               {access->addresses[lane], access->bytes[access->flags & kRaddleAccessBytesVary ? lane : 0],
                access->roots[access->flags & kRaddleAccessRootVaries ? lane : 0], access->size,
                access->variable, access->flags},
               call);
    if (!is_wrong)
      lanes &= ~(1u << lane);
  }
  access->refused = lanes;
  thread->warp = own_warp;
  raddle_select_lane(thread, 0);
}

RADDLE_KEEPING_REGISTERS(raddle_lanes_outside, rcx,
                         (RaddleThread * thread, uint32_t lanes, RaddleCheckedLanes *access),
                         (thread, lanes, access))

// Other threads see a value that is aligned as a whole.
static void copyValue(void *to, const void *from, std::uint32_t bytes) {
  auto copy = [&]<typename T>(T) { *static_cast<volatile T *>(to) = *static_cast<const volatile T *>(from); };
  switch (bytes) {
  case 1:
    return copy(std::uint8_t());
  case 2:
    return copy(std::uint16_t());
  case 4:
    return copy(std::uint32_t());
  case 8:
    return copy(std::uint64_t());
  default:
    std::memcpy(to, from, bytes);
  }
}

RADDLE_BEHIND_KEPT_REGISTERS void raddle_load_lanes_at(uint32_t lanes, uint32_t bytes,
                                                       RaddleLaneValues *accesses, std::uintptr_t) {
  auto *values = reinterpret_cast<std::byte *>(accesses->values);
  std::memset(values, 0, std::size_t{kRaddleWarpSize} * bytes);
  for (uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    copyValue(values + std::size_t{lane} * bytes, accesses->addresses[lane], bytes);
  }
}

RADDLE_KEEPING_REGISTERS(raddle_load_lanes, rcx, (uint32_t lanes, uint32_t bytes, RaddleLaneValues *accesses),
                         (lanes, bytes, accesses))

RADDLE_BEHIND_KEPT_REGISTERS void raddle_store_lanes_at(uint32_t lanes, uint32_t bytes,
                                                        RaddleLaneValues *accesses, std::uintptr_t) {
  const auto *values = reinterpret_cast<const std::byte *>(accesses->values);
  for (uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    copyValue(accesses->addresses[lane], values + std::size_t{lane} * bytes, bytes);
  }
}

RADDLE_KEEPING_REGISTERS(raddle_store_lanes, rcx,
                         (uint32_t lanes, uint32_t bytes, RaddleLaneValues *accesses),
                         (lanes, bytes, accesses))
