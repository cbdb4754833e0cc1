#include "host/requests/copied_values.h"

#include "backend/device_memory.h"
#include "base/margin.h"
#include "check/live_objects.h"
#include "check/poisoned_stores.h"
#include "check/program_stack.h"
#include "check/report.h"
#include "diagnostics/messages.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <vector>

namespace raddle::host {

using backend::Region;
using backend::Shape;

namespace {

// Gaps of structures are shorter, and each structure has them: there is one for so many bytes.
constexpr std::size_t kLongestGap = 15, kLargestStructure = 256;

// Behind a gap is a member, or the next structure, of which the alignment is larger than the gap. No structure begins with one.
bool mayBeGap(std::uintptr_t begin, std::size_t bytes, std::uintptr_t begin_of_copy) {
  return bytes <= kLongestGap && begin != begin_of_copy && (begin + bytes) % std::bit_ceil(bytes + 1) == 0;
}

// What the host sees may have been written by it.
bool isOfHost(const MemoryRegistry &memory, const void *address) {
  const auto allocation = memory.find(address);
  return !allocation || !allocation->isDeviceOnly();
}

template <typename Visit> void forEachRow(const Shape &shape, Visit visit) {
  for (std::size_t z = 0; z < shape.depth; ++z)
    for (std::size_t y = 0; y < shape.height; ++y)
      visit(y, z);
}

std::byte *rowOf(const Region &region, std::size_t y, std::size_t z) {
  return region.base + z * region.slice + y * region.pitch;
}

// Bytes that lie together.
struct Run {
  const std::byte *begin;
  std::size_t bytes;
};

std::vector<Run> poisonedRuns(const Region &source, const Shape &shape) {
  std::vector<Run> runs;
  forEachRow(shape, [&](std::size_t y, std::size_t z) {
    const std::byte *row = rowOf(source, y, z);
    for (std::size_t at = 0; at < shape.width;) {
      const auto found = check::findPoisoned(row + at, shape.width - at);
      if (!found)
        break;
      runs.push_back({row + at + found->offset, found->count});
      at += found->offset + found->count;
    }
  });
  return runs;
}

} // namespace

void CopiedValues::noteCall(const MemoryRegistry &memory, const Region &destination, const Region &source,
                            const Shape &shape) {
  if (!shape.isEmpty())
    call_ = std::make_shared<const Call>(
        Call{isOfHost(memory, source.base), isOfHost(memory, destination.base), check::stackOfProgram()});
}

void CopiedValues::follow(const Region &destination, const Region &source, const Shape &shape) const {
  if (call_->is_to_host && !call_->is_from_host)
    tellOfPoison(source, shape);
  if (call_->is_to_host)
    return;
  forEachRow(shape, [&](std::size_t y, std::size_t z) {
    std::byte *const to = rowOf(destination, y, z);
    if (call_->is_from_host)
      check::noteWritten(to, shape.width);
    else
      check::copyShadow(to, rowOf(source, y, z), shape.width);
  });
}

void CopiedValues::tellOfPoison(const Region &source, const Shape &shape) const {
  std::vector<Run> runs = poisonedRuns(source, shape);
  if (runs.empty())
    return;
  const std::vector<check::Place> callers = check::placesOf(call_->stack);
  const std::size_t bytes = shape.width * shape.height * shape.depth;
  const bool have_gaps = runs.size() * kLargestStructure >= bytes;
  std::size_t unwritten = 0;
  const Run *first = nullptr;
  for (const Run &run : runs) {
    const auto begin = reinterpret_cast<std::uintptr_t>(run.begin);
    const bool may_be_gap =
        have_gaps && mayBeGap(begin, run.bytes, reinterpret_cast<std::uintptr_t>(source.base));
    bool is_stored = false;
    for (check::FoundStore &store : check::storesIn(begin, run.bytes)) {
      if (may_be_gap && store.place.is_copy)
        continue;
      is_stored = true;
      const check::Sites sites{store.finding.rule, store.place.site, store.place.source};
      if (check::countAgain(sites))
        continue;
      store.finding.other = check::Access{.stack = callers, .what = "copied here"};
      check::report(std::move(store.finding), &sites);
    }
    if (is_stored || may_be_gap)
      continue;
    unwritten += run.bytes;
    first = first ? first : &run;
  }
  if (!first)
    return;
  check::Finding finding = check::Finding::of(
      check::Rule::kUninitialisedCopy,
      fmt::format("copy of {} to the host, of which nobody has written {}", plural(bytes, "byte"),
                  unwritten == bytes ? "any" : std::to_string(unwritten)));
  // Of a part of an array that nobody has written the host may know itself.
  if (unwritten != bytes)
    finding.severity = check::Severity::kNote;
  finding.here.stack = callers;
  if (const backend::DeviceMemory *memory = backend::deviceMemory())
    if (const auto object = memory->objectAt(reinterpret_cast<std::uintptr_t>(first->begin))) {
      finding.object =
          fmt::format("byte {} of {}", reinterpret_cast<std::uintptr_t>(first->begin) - object->begin,
                      plural(object->bytes, "byte"));
      if (const auto lifetime = check::lifetimeOf(reinterpret_cast<const void *>(object->begin))) {
        finding.other = check::Access{.stack = check::placesOf(lifetime->made), .what = "allocated here"};
        if (const std::string where = finding.other->place().text(); !where.empty())
          finding.object += " allocated at " + where;
      }
    }
  check::report(std::move(finding));
}

void copiedByKernel(const Region &destination, const Region &source, const Shape &shape) {
  if (check::hasShadow())
    forEachRow(shape, [&](std::size_t y, std::size_t z) {
      check::copyShadow(rowOf(destination, y, z), rowOf(source, y, z), shape.width);
    });
}

void filledValues(const Region &region, const Shape &shape) {
  if (check::hasShadow())
    forEachRow(shape,
               [&](std::size_t y, std::size_t z) { check::noteWritten(rowOf(region, y, z), shape.width); });
}

} // namespace raddle::host
