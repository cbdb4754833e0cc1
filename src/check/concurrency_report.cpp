#include "check/concurrency_report.h"

#include "check/report.h"
#include "diagnostics/messages.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace raddle::check {

namespace {

constexpr std::uint64_t kLegacyStream = 1;

std::atomic<std::string (*)(std::uintptr_t)> name_of_memory = nullptr;

struct Side {
  const Work &work;
  const Touch &how;
  std::uintptr_t site;
  Access access;
};

std::string streamOf(const Work &work) {
  return work.stream == kLegacyStream ? "the default stream" : fmt::format("stream {}", work.stream);
}

std::uintptr_t siteOf(const Work &work, const Touch &how) {
  return how.call ? how.call : work.call.count ? work.call.sites[0] : 0;
}

Side sideOf(const Work &work, const Touch &how) {
  Side side{work, how, siteOf(work, how), {}};
  side.access.stack = how.call ? placesAt(how.call) : placesOf(work.call);
  side.access.write = how.writes;
  side.access.bytes = how.bytes;
  if (!work.kernel.empty())
    side.access.who.kernel = demangled(work.kernel.c_str());
  if (work.kind != Work::Kind::kHost)
    side.access.who.stream = streamOf(work);
  return side;
}

std::string textOf(const Side &side) {
  const Touch &how = side.how;
  switch (side.work.kind) {
  case Work::Kind::kCopy:
    return how.writes ? "write by a copy" : "read by a copy";
  case Work::Kind::kFill:
    return "fill";
  case Work::Kind::kFree:
    return "free";
  case Work::Kind::kHost:
    return how.writes ? "write by the host" : "read by the host";
  default:
    break;
  }
  const char *const what = how.is_volatile ? how.writes ? "volatile write" : "volatile read"
                           : how.is_atomic ? how.writes ? "atomic update" : "atomic read"
                           : how.writes    ? "write"
                                           : "read";
  return how.bytes ? fmt::format("{} of {} byte{}", what, how.bytes, how.bytes == 1 ? "" : "s") : what;
}

bool isOfHost(const Work &work) { return work.kind == Work::Kind::kHost; }

std::string withArticle(const std::string &text) {
  return (text.starts_with("atomic") ? "an " : "a ") + text;
}

Rule ruleOf(const Work &first, const Work &second, const Clash &clash) {
  if (isOfHost(first) || isOfHost(second))
    return Rule::kRaceWithHost;
  if (clash.is_narrow)
    return Rule::kRaceNarrowScope;
  if (clash.isOfSameValue())
    return Rule::kRaceSameValue;
  if (first.kind == Work::Kind::kFree || second.kind == Work::Kind::kFree)
    return Rule::kFreeInUse;
  if (first.graph && first.graph == second.graph)
    return Rule::kRaceInGraph;
  return first.device == second.device ? Rule::kRaceBetweenStreams : Rule::kRaceBetweenDevices;
}

const char *orderFor(Rule rule) {
  switch (rule) {
  case Rule::kRaceInGraph:
    return "an edge of the graph from one node to the other (cudaGraphAddDependencies(), or, where streams "
           "were captured, an "
           "event)";
  case Rule::kFreeInUse:
    return "an event: cudaEventRecord() after the use, and cudaStreamWaitEvent() before the free";
  case Rule::kRaceWithHost:
    return "waiting for the work first: cudaDeviceSynchronize(), cudaStreamSynchronize(), or "
           "cudaEventSynchronize() of an event recorded after it";
  default:
    return "an event (cudaEventRecord() in one stream, cudaStreamWaitEvent() in the other), or one stream "
           "for both";
  }
}

std::string whatOf(Rule rule, const Side &here, const Side &other) {
  const std::string text = textOf(here), other_text = withArticle(textOf(other));
  switch (rule) {
  case Rule::kRaceInGraph:
    return fmt::format("{} races with {} of another node of the graph", text, other_text);
  case Rule::kRaceSameValue:
    return fmt::format("{} at the same time as {} of other work, of the same value", text, other_text);
  case Rule::kRaceWithHost:
    return fmt::format("{} races with {}, which the host has not waited for", text, other_text);
  case Rule::kRaceBetweenDevices:
    return fmt::format("{} races with {} on another device", text, other_text);
  case Rule::kRaceNarrowScope:
    return fmt::format("{} races with {} of another launch: the scope of one of them does not hold both",
                       text, other_text);
  case Rule::kFreeInUse: {
    const bool is_free = here.work.kind == Work::Kind::kFree;
    return fmt::format("memory is freed in one stream, and {} in another one: nothing orders the two",
                       withArticle(textOf(is_free ? other : here)));
  }
  default:
    return fmt::format("{} races with {} of another stream", text, other_text);
  }
}

// The host, or the later line comes first, and of one line the write, so that the report does not depend on who has ended first.
bool comesFirst(const Side &a, const Side &b) {
  if (isOfHost(a.work) != isOfHost(b.work))
    return isOfHost(a.work);
  // The host's code and a kernel's may have been compiled with the same file under different names.
  const auto keyOf = [](const Place &place) {
    return std::tuple(place.file.substr(place.file.rfind('/') + 1), place.line, place.column);
  };
  const auto key_of_a = keyOf(a.access.place()), key_of_b = keyOf(b.access.place());
  if (key_of_a != key_of_b)
    return key_of_a > key_of_b;
  return a.how.writes && !b.how.writes;
}

} // namespace

void nameMemoryBy(std::string (*name)(std::uintptr_t address)) { name_of_memory.store(name); }

void reportConcurrent(const Work &first, const Work &second, const Clash &clash) {
  const Rule rule = ruleOf(first, second, clash);
  const std::uintptr_t a = siteOf(first, clash.first.how), b = siteOf(second, clash.second.how);
  const Sites sites{rule, std::min(a, b), std::max(a, b)};
  if (countAgain(sites))
    return;
  Side one = sideOf(first, clash.first.how), two = sideOf(second, clash.second.how);
  const bool is_swapped = comesFirst(two, one);
  Side &here = is_swapped ? two : one, &other = is_swapped ? one : two;
  Finding finding = Finding::of(rule, whatOf(rule, here, other));
  if (const auto name = name_of_memory.load())
    finding.object = name(clash.address);
  finding.ordered_by = orderFor(rule);
  here.access.address = clash.address;
  other.access.what = fmt::format("the other one, {}", withArticle(textOf(other)));
  finding.here = std::move(here.access);
  finding.other = std::move(other.access);
  report(std::move(finding), &sites);
}

} // namespace raddle::check
