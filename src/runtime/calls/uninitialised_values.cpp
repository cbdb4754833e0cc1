// RADDLE_CHECK=init: what kernels tell of values that nobody has given.

#include "abi/kernel_exports.h"
#include "backend/device_memory.h"
#include "check/live_objects.h"
#include "check/poisoned_stores.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "machine/keeping_registers.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/device/device_heap.h"
#include "runtime/worker/worker.h"

#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <string_view>

using namespace raddle;
using namespace raddle::runtime;

namespace {

// A value of one thread.
struct Value {
  std::uintptr_t read;    // the address that it was read from; 0: not known
  std::uint64_t source;   // see kRaddleSourceShift
  std::uintptr_t written; // where it is stored
  const char *names;      // of the sources
  std::uint32_t use;      // RaddleUse
  std::uint32_t stored;   // bytes

  std::uint64_t bytes() const { return source & ((std::uint64_t{1} << kRaddleSourceShift) - 1); }
  std::uint64_t number() const { return source >> kRaddleSourceShift; }
};

// What a line of the names says.
struct Source {
  check::Place place;
  char kind = kRaddleSourceMemory;
  std::string variable;
};

std::string_view cut(std::string_view &text, char end) {
  const std::size_t length = text.find(end);
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return word;
}

unsigned numberOf(std::string_view text) {
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Source sourceOf(const Value &value) {
  std::string_view text = value.names;
  for (std::uint64_t i = 0; i < value.number(); ++i)
    cut(text, '\n');
  std::string_view line = cut(text, '\n');
  Source source;
  source.place.file = cut(line, '\t');
  source.place.line = numberOf(cut(line, '\t'));
  source.place.column = numberOf(cut(line, '\t'));
  source.place.function = cut(line, '\t');
  if (const std::string_view kind = cut(line, '\t'); !kind.empty())
    source.kind = kind[0];
  source.variable = cut(line, '\t');
  return source;
}

const char *wordsOf(std::uint32_t use) {
  switch (use) {
  case kRaddleUseBranch:
    return "a branch depends on";
  case kRaddleUseAddress:
    return "an address is computed from";
  case kRaddleUseStore:
  case kRaddleUseCopy:
    return "the host copies";
  case kRaddleUseAtomic:
    return "an atomic operation takes";
  case kRaddleUseAtomicMemory:
    return "an atomic operation changes";
  case kRaddleUsePrint:
    return "printf() prints";
  case kRaddleUseMask:
    return "a mask is computed from";
  case kRaddleUseVote:
    return "a barrier is given";
  default:
    return "a length is computed from";
  }
}

// Which rule is broken, and what the value is, in words.
struct Words {
  check::Rule rule;
  std::string value, object;
  std::optional<check::Access> made = {};
};

Words wordsOfMemory(const Block &block, const Value &value, const Source &source) {
  const std::string named = source.variable.empty() ? "" : "'" + source.variable + "'";
  const std::string bytes = plural(value.bytes(), "byte");
  const auto begin = reinterpret_cast<std::uintptr_t>(block.shared);
  if (value.read != 0 && value.read - begin < block.shared_bytes)
    return {check::Rule::kUninitialisedShared,
            bytes + " of " + (named.empty() ? "shared memory" : named) + " that the block has not written",
            fmt::format("byte {} of the block's shared memory", value.read - begin)};
  if (const backend::DeviceMemory *memory = value.read ? backend::deviceMemory() : nullptr)
    if (const auto object = memory->objectAt(value.read)) {
      Words words{check::Rule::kUninitialisedGlobal,
                  fmt::format("{} of {} that nobody has written", bytes,
                              object->name.empty() ? object->text : "'" + object->name + "'"),
                  fmt::format("byte {} of {}", value.read - object->begin, plural(object->bytes, "byte"))};
      if (const auto lifetime = check::lifetimeOf(reinterpret_cast<const void *>(object->begin))) {
        words.made = check::Access{.stack = check::placesOf(lifetime->made), .what = "allocated here"};
        if (const std::string where = words.made->place().text(); !where.empty())
          words.object += " allocated at " + where;
      }
      return words;
    }
  DeviceHeap *heap = block.run->heap();
  if (value.read != 0 && heap && heap->contains(reinterpret_cast<const void *>(value.read)))
    return {check::Rule::kUninitialisedHeap, bytes + " of what malloc() returned, that nobody has written",
            ""};
  switch (source.kind) {
  case kRaddleSourceShared:
    return {check::Rule::kUninitialisedShared,
            (named.empty() ? "shared memory" : named) + ", of which the block has not written all", ""};
  case kRaddleSourceLocal:
    return {check::Rule::kUninitialisedLocal,
            (named.empty() ? "an element of a local array" : "an element of " + named) + " that has no value",
            ""};
  case kRaddleSourceVariable:
    return {check::Rule::kUninitialisedValue, (named.empty() ? "a variable" : named) + ", which has no value", ""};
  default:
    return {check::Rule::kUninitialisedGlobal, "memory that nobody has written", ""};
  }
}

check::Finding findingOf(const Block &block, const RaddleThread *thread, const Value &value,
                         const StackTrace &stack) {
  const Source source = sourceOf(value);
  Words words = wordsOfMemory(block, value, source);
  check::Finding finding =
      check::Finding::of(words.rule, fmt::format("{} {}", wordsOf(value.use), words.value));
  finding.object = std::move(words.object);
  finding.here.stack = check::placesOf(stack);
  finding.here.who = {.kernel = kernelName(block.kernel()),
                      .launch = block.run->launchNumber(),
                      .block = block.block_idx,
                      .thread = thread->thread_idx,
                      .warp = thread->warp,
                      .lane = thread->lane};
  const check::Place here = finding.here.place();
  const bool is_elsewhere = source.place.line != here.line || source.place.file != here.file;
  if (source.place.isKnown() && is_elsewhere && source.kind != kRaddleSourceVariable)
    finding.notes.push_back({"it was read here", source.place});
  else if (source.place.isKnown() && is_elsewhere)
    finding.notes.push_back({"the variable has no value here", source.place});
  if (words.made)
    finding.other = std::move(words.made);
  return finding;
}

void tell(RaddleThread *thread, const Value &value, std::uintptr_t call) {
  Block &block = *static_cast<Block *>(thread->block);
  if (!block.run->launch().checked)
    return;
  const bool is_stored = value.use == kRaddleUseStore || value.use == kRaddleUseCopy;
  const std::uintptr_t site = callSite(call);
  const auto source = reinterpret_cast<std::uintptr_t>(value.names) + value.number();
  StackTrace stack;
  const check::StorePlace store{site, source, value.use == kRaddleUseCopy};
  if (!is_stored || !check::isNoted(store))
    captureStack(site, stack);
  bool ends = false;
  block.worker->onHomeStack([&] {
    if (is_stored) {
      const backend::DeviceMemory *memory = backend::deviceMemory();
      if (!memory || !memory->extentAt(value.written).is_device_only) {
        check::noteStoreForHost(value.written, value.stored);
        return;
      }
      check::noteStore(store, value.written, value.stored,
                       [&] { return findingOf(block, thread, value, stack); });
      return;
    }
    // The rule follows from the rest.
    const check::Sites sites{check::Rule::kUninitialisedValue, site, source};
    if (!check::countAgain(sites))
      check::report(findingOf(block, thread, value, stack), &sites);
    ends = check::options().fatal;
  });
  if (ends) {
    Fault fault;
    fault.kind = FaultKind::kIllegalAddress;
    fault.told = true;
    fault.site = site;
    raiseFault(block, std::move(fault));
  }
}

} // namespace

RADDLE_EXPORT void raddle_thread_uninitialised(RaddleThread *thread, uint64_t read, uint64_t source,
                                               uint64_t written, const char *names, uint32_t use) {
  tell(thread, {read, source, written, names, use & 0xff, use >> kRaddleUseBytesShift}, RADDLE_CALL_SITE);
}

RADDLE_BEHIND_KEPT_REGISTERS void raddle_lanes_uninitialised_at(RaddleThread *thread, uint32_t lanes,
                                                                RaddleUninitialisedLanes *values,
                                                                std::uintptr_t call) {
  const uint32_t own_warp = thread->warp;
  thread->warp = values->warp;
  for (uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    raddle_select_lane(thread, lane);
    tell(thread,
         {values->reads[lane], values->sources[lane], values->written[lane], values->names,
          values->use & 0xff, values->use >> kRaddleUseBytesShift},
         call);
  }
  thread->warp = own_warp;
  raddle_select_lane(thread, 0);
}

RADDLE_KEEPING_REGISTERS(raddle_lanes_uninitialised, rcx,
                         (RaddleThread * thread, uint32_t lanes, RaddleUninitialisedLanes *values),
                         (thread, lanes, values))
