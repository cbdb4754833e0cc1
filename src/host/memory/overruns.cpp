#include "host/memory/overruns.h"

#include "backend/device_memory.h"
#include "base/checks.h"
#include "check/live_objects.h"
#include "check/pools.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "diagnostics/symbolizer.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace raddle::host {

namespace {

constinit std::atomic<bool> is_unseen = false;

// A process that was made by fork() is none of ours: threads that held locks are gone, and the parent looks itself.
constinit std::atomic<pid_t> own_process = 0;
bool isForked() { return getpid() != own_process.load(); }

// A report takes some ten milliseconds, and what is wrong with the first arrays is wrong with the next ones.
constexpr std::size_t kMostTold = 20;

// "buffer.h:12:3", and where it is inlined: ", called at app.cu:30:5"
std::string describePlaces(const std::vector<SourceFrame> &frames) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(frames.size(), kMost); ++i)
    if (const std::string &place = frames[i].place; !place.empty())
      text += (i == 0 ? "" : ", called at ") + place.substr(place.rfind('/') + 1);
  return text;
}

// That, or "main in app", or "app+0x1234".
std::string describeCaller(std::uintptr_t caller) {
  const std::uintptr_t site = callSite(caller);
  // A call that stands for several of the source has no line; what is before it may have one.
  constexpr std::size_t kMostBytes = 32;
  std::vector<std::uintptr_t> sites;
  for (std::size_t bytes = 0; bytes < kMostBytes; ++bytes)
    sites.push_back(site - bytes);
  const std::vector<std::vector<SourceFrame>> all = symbolizeFrames(sites);
  const std::vector<SourceFrame> &frames = all[0];
  for (const std::vector<SourceFrame> &near : all)
    if (!frames.empty() && !near.empty() && near.back().function == frames.back().function &&
        !near.front().place.empty())
      return describePlaces(near);
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void *>(site), &info) || !info.dli_fname)
    return {};
  const char *slash = std::strrchr(info.dli_fname, '/'), *object = slash ? slash + 1 : info.dli_fname;
  if (!frames.empty() && !frames.front().function.empty())
    return fmt::format("{} in {}", frames.front().function, object);
  return fmt::format("{}+{:#x}", object, site - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
}

// The name of a variable, as the user writes it.
std::string nameOf(const Allocation &allocation) {
  // Those of one file alone carry its number.
  const std::string name(allocation.name, std::strcspn(allocation.name, "@"));
  return demangled(name.c_str());
}

// "an array of 4000 bytes", "the variable 'table' of 64 bytes"
std::string describe(const Allocation &allocation) {
  if (allocation.kind == MemoryKind::kKernelHeap)
    return fmt::format("{} that a kernel had from malloc()", plural(allocation.bytes, "byte"));
  if (allocation.is_mapped)
    return fmt::format("mapped memory of {}{}", plural(allocation.bytes, "byte"),
                       allocation.access == PoolAccess::kNone   ? ", which no device was given access to"
                       : allocation.access == PoolAccess::kRead ? ", which devices may only read"
                                                                : "");
  if (!allocation.name)
    return fmt::format("an array of {}", plural(allocation.bytes, "byte"));
  return fmt::format("the variable '{}' of {}", nameOf(allocation), plural(allocation.bytes, "byte"));
}

// ", allocated at app.cu:12:3, freed at app.cu:20:3"
std::string describeOrigin(const Allocation &allocation) {
  std::string text;
  auto add = [&text](const char *what, std::uintptr_t caller) {
    if (const std::string where = caller ? describeCaller(caller) : ""; !where.empty())
      text += fmt::format(", {} at {}", what, where);
  };
  add(allocation.is_mapped ? "mapped" : "allocated", allocation.caller);
  add("freed", allocation.freed_by);
  return text;
}

std::string describeDamage(const Allocation &allocation, const Damage &damage, bool in_front) {
  return fmt::format(
      "{} {} {} {} overwritten, {}", plural(damage.bytes, "byte"), in_front ? "before" : "past the end of",
      describe(allocation), damage.bytes == 1 ? "was" : "were",
      in_front ? distanceInFront(damage, allocation.block.frontMargin().size()) : distanceBehind(damage));
}

const char *severity() { return checks().lenient ? "warning" : "error"; }

// "8 bytes past the end of an array of 4000 bytes, allocated at app.cu:12:3"
std::string describePlace(std::uintptr_t address, const Allocation &allocation) {
  const auto begin = reinterpret_cast<std::uintptr_t>(allocation.base);
  const std::string array = describe(allocation) + describeOrigin(allocation);
  if (address < begin)
    return fmt::format("{} before {}", plural(begin - address, "byte"), array);
  if (address - begin >= allocation.bytes)
    return fmt::format("{} past the end of {}", plural(address - begin - allocation.bytes, "byte"), array);
  return "in " + array;
}

// `text`: what is said otherwise. Nobody knows where it was written, so the place is that of the allocation.
void reportFinding(const Allocation &allocation, std::string_view text) {
  check::Finding finding = check::Finding::of(check::Rule::kStrayWrite, "");
  for (bool is_first = true; !text.empty(); is_first = false) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t colon = line.rfind(is_first ? "error: " : "note: ");
    const std::string words(line.substr(colon == std::string_view::npos ? 0 : line.find(": ", colon) + 2));
    if (is_first)
      finding.what = words;
    else
      finding.notes.push_back({words});
  }
  finding.notes.push_back({"the place is that of the allocation: the checker has not seen who wrote"});
  if (const auto lifetime = check::lifetimeOf(allocation.base))
    finding.here.stack = check::placesOf(lifetime->made);
  check::report(std::move(finding));
}

void tell(const Overrun &overrun) {
  const Allocation &allocation = overrun.allocation;
  std::string text;
  auto add = [&](const Damage &damage, bool in_front) {
    text += fmt::format("raddle: {}: {}\n", severity(), describeDamage(allocation, damage, in_front));
  };
  if (overrun.freed)
    text += fmt::format("raddle: {}: {} of {} {} overwritten after it was freed\n", severity(),
                        plural(overrun.freed->bytes, "byte"), describe(allocation),
                        overrun.freed->bytes == 1 ? "was" : "were");
  if (overrun.front)
    add(*overrun.front, true);
  if (overrun.rear)
    add(*overrun.rear, false);
  if (overrun.stray)
    text += fmt::format("raddle: {}: something was written where no array is\nnote: address {:#x} lies {}\n",
                        severity(), overrun.stray, describePlace(overrun.stray, allocation));
  else
    text += fmt::format("note: it lies at {}{}\n", static_cast<void *>(allocation.base),
                        describeOrigin(allocation));
  if (!checks().at_each_synchronization)
    text +=
        "note: RADDLE_GUARD=sync looks at each synchronisation, which is nearer to the kernel that did it\n";
  if (check::enabled(check::Detector::kMemory))
    return reportFinding(allocation, text);
  printDiagnostic(text);
}

void tell(const PassedAccess &access) {
  const std::string place = symbolize({access.pc})[0];
  const std::string who =
      access.kernel ? fmt::format("kernel '{}'", demangled(access.kernel)) : "the program";
  printDiagnostic(fmt::format("{}warning: {} {} memory that lies {}\nnote: RADDLE_LENIENT=1 lets it "
                              "pass; this is told once for each array\n",
                              placePrefix(place), who, access.write ? "wrote" : "read",
                              describePlace(access.address, access.allocation)));
}

// Runs when all else has ended, even the destructors of the program.
void endWithFailure(int status, void *) {
  if (status != 0 || !is_unseen.load() || isForked())
    return;
  std::fflush(nullptr);
  _exit(EXIT_FAILURE);
}

// The first of what is to be done at the end is the last that is done.
[[gnu::constructor]] void prepareEnd() { on_exit(endWithFailure, nullptr); }

std::string describeKind(const Allocation &allocation) { return describe(allocation); }

class NamedMemory final : public backend::DeviceMemory {
public:
  explicit NamedMemory(MemoryRegistry &memory) : memory_(memory) {}

  std::string describe(std::uintptr_t address) const override {
    const auto neighbour = memory_.nearest(address);
    if (!neighbour)
      return {};
    const std::string place = describePlace(address, neighbour->allocation);
    return neighbour->freed && !neighbour->allocation.freed_by ? place + ", which is freed already" : place;
  }

  bool isConstant(const void *address) const override {
    const auto allocation = memory_.find(address);
    return allocation && allocation->kind == MemoryKind::kVariable &&
           (allocation->flags & kRaddleVariableConstant) != 0;
  }

  std::optional<Object> objectAt(std::uintptr_t address) const override {
    return asObject(memory_.findWithEnd(reinterpret_cast<const void *>(address)), false);
  }

  std::optional<Object> freedAt(std::uintptr_t address) const override {
    return asObject(memory_.findFreed(reinterpret_cast<const void *>(address)), true);
  }

  Extent extentAt(std::uintptr_t address) const override {
    const auto found = memory_.findWithEnd(reinterpret_cast<const void *>(address));
    if (!found || found->kind == MemoryKind::kRegistered)
      return {};
    const Extent unknown{0, 0, found->isDeviceOnly()};
    if (check::knowsPools()) {
      // Whatever needs a closer look has no extent.
      if (const auto piece = check::pieceAt(address))
        return mayDoAll(piece->begin) ? Extent{piece->begin, piece->bytes, found->isDeviceOnly()} : unknown;
      const auto begin = reinterpret_cast<std::uintptr_t>(found->base);
      if (check::hasPools(begin, found->bytes) || !mayDoAll(begin))
        return unknown;
    }
    return {reinterpret_cast<std::uintptr_t>(found->base), found->bytes, found->isDeviceOnly()};
  }

  std::uint64_t version() const override { return memory_.version() + check::versionOfPools(); }

  bool pass(std::uintptr_t address, std::uintptr_t pc, bool write, const char *kernel) override {
    return memory_.pass(address, pc, write, kernel);
  }

  void tellFaultOfHost(std::uintptr_t address, bool write) const override {
    const auto near = memory_.guardedNow(address);
    if (!near)
      return;
    const Allocation &array = near->allocation;
    const auto begin = reinterpret_cast<std::uintptr_t>(array.base), end = begin + array.bytes;
    char place[64] = "in";
    if (address < begin)
      std::snprintf(place, sizeof place, "%zu bytes before", begin - address);
    else if (address >= end)
      std::snprintf(place, sizeof place, "%zu bytes past the end of", address - end);
    char text[256];
    const int length = std::snprintf(
        text, sizeof text,
        "raddle: error: the program, not a kernel, %s memory that lies %s an array of %zu bytes%s\n",
        write ? "wrote" : "read", place, array.bytes, near->freed ? ", which was freed" : "");
    // Whatever comes of it: there is nobody to tell.
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, text, std::min(static_cast<std::size_t>(length), sizeof text - 1));
  }

private:
  static bool mayDoAll(std::uintptr_t begin) {
    return check::permissionsOf(reinterpret_cast<const void *>(begin)) == check::kMayDoAll;
  }

  static std::optional<Object> asObject(const std::optional<Allocation> &allocation, bool freed) {
    if (!allocation)
      return std::nullopt;
    return Object{reinterpret_cast<std::uintptr_t>(allocation->base),
                  allocation->bytes,
                  freed,
                  allocation->kind == MemoryKind::kRegistered,
                  allocation->name ? nameOf(*allocation) : std::string(),
                  describeKind(*allocation)};
  }

  MemoryRegistry &memory_;
};

} // namespace

std::string describeArray(const Allocation &allocation) {
  return describe(allocation) + describeOrigin(allocation);
}

Status tellOverruns(const std::vector<Overrun> &overruns) {
  if (overruns.empty())
    return Status::kSuccess;
  static std::atomic<std::size_t> told = 0;
  const std::size_t before = told.fetch_add(overruns.size());
  for (std::size_t i = 0; i < overruns.size() && before + i < kMostTold; ++i)
    tell(overruns[i]);
  if (before < kMostTold && before + overruns.size() > kMostTold)
    printDiagnostic("raddle: more arrays were overrun, of which nothing is said\n");
  if (checks().lenient)
    return Status::kSuccess;
  is_unseen = true;
  return Status::kIllegalAddress;
}

void addHeapOverruns(Device &device, std::vector<Overrun> &overruns) {
  for (const backend::DeviceState::HeapOverrun &found : device.state().takeHeapOverruns()) {
    const Allocation block{.base = found.block, .bytes = found.bytes, .kind = MemoryKind::kKernelHeap};
    overruns.push_back({.allocation = block, .rear = found.rear});
  }
}

Status lookForOverruns(MemoryRegistry &memory, const DeviceList &devices) {
  if (isForked())
    return Status::kSuccess;
  for (const PassedAccess &access : memory.takePassedAccesses())
    tell(access);
  std::vector<Overrun> overruns = memory.takeOverruns();
  for (const auto &device : devices)
    addHeapOverruns(*device, overruns);
  return tellOverruns(overruns);
}

Status lookAfterSynchronization(MemoryRegistry &memory, const DeviceList &devices) {
  if (checks().at_each_synchronization)
    return lookForOverruns(memory, devices);
  if (checks().lenient)
    for (const PassedAccess &access : memory.takePassedAccesses())
      tell(access);
  return Status::kSuccess;
}

bool looksAtSynchronization() { return checks().at_each_synchronization || checks().lenient; }

void noteThatOverrunWasSeen() { is_unseen = false; }

void describeAddressesBy(MemoryRegistry &memory) {
  own_process = getpid();
  static auto *const kMemory = new NamedMemory(memory);
  backend::setDeviceMemory(kMemory);
}

} // namespace raddle::host
