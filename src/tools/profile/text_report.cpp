#include "tools/profile/advice.h"
#include "tools/profile/fit.h"
#include "tools/profile/gpu_model.h"
#include "tools/profile/reports.h"
#include "tools/profile/source_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <tuple>

namespace raddle::tools::profile {

namespace {

double number(std::uint64_t value) { return static_cast<double>(value); }

// "12", "1,234", "12.3 M"
std::string brief(std::uint64_t value) {
  if (value >= 10'000'000'000)
    return fmt::format("{:.1f} G", number(value) / 1e9);
  if (value >= 10'000'000)
    return fmt::format("{:.1f} M", number(value) / 1e6);
  std::string digits = fmt::format("{}", value);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

std::string duration(std::uint64_t nanoseconds) {
  const double value = number(nanoseconds);
  if (value < 1e3)
    return fmt::format("{} ns", nanoseconds);
  if (value < 1e6)
    return fmt::format("{:.3g} us", value / 1e3);
  if (value < 1e9)
    return fmt::format("{:.3g} ms", value / 1e6);
  return fmt::format("{:.3g} s", value / 1e9);
}

std::string plural(std::uint64_t count, const std::string &one, const std::string &many) {
  return fmt::format("{} {}", brief(count), count == 1 ? one : many);
}
std::string plural(std::uint64_t count, const std::string &word) { return plural(count, word, word + 's'); }

std::string percent(double part) { return fmt::format("{:.3g} %", 100 * part); }

std::ptrdiff_t lastWarpOf(const KernelProfile &kernel) {
  std::uint32_t warps = 1;
  for (const Launches &launches : kernel.launches)
    warps = std::max(warps, launches.warps());
  return static_cast<std::ptrdiff_t>(std::min<std::uint32_t>(warps, 32)) - 1;
}

// "about 12 us each, bounded by memory (10.2 us); issue 3.1 us", and why that may be wrong.
std::string describeEstimate(const GpuEstimate &estimate) {
  const double per_cycle = estimate.nanoseconds / estimate.cycles;
  auto ofCycles = [&](double cycles) { return duration(static_cast<std::uint64_t>(cycles * per_cycle)); };
  std::string text =
      fmt::format("                  estimated {} each on {}, bounded by {} ({})", ofCycles(estimate.cycles),
                  withArticle(estimate.machine), estimate.bound(), ofCycles(estimate.parts.front().cycles));
  constexpr std::size_t kMostParts = 4;
  for (std::size_t i = 1; i < std::min(estimate.parts.size(), kMostParts); ++i)
    text += fmt::format("{} {} {}", i == 1 ? ";" : ",", estimate.parts[i].name,
                        ofCycles(estimate.parts[i].cycles));
  text += '\n';
  for (const std::string &doubt : estimate.doubts)
    text += fmt::format("                  outside of what the model knows: {}\n", doubt);
  return text;
}

// How full the last of several waves is.
std::string describeTail(const Fit &fit) {
  const double last = fit.waves - std::floor(fit.waves);
  return fit.waves > 1 && last > 0 ? fmt::format(", the last one {} full", percent(last)) : "";
}

std::string describeTimes(std::uint64_t launches, std::uint64_t altogether, std::uint64_t shortest,
                          std::uint64_t longest) {
  return fmt::format("{}, {} altogether, {} to {} each", plural(launches, "launch", "launches"),
                     duration(altogether), duration(shortest), duration(longest));
}

// How launches with one size would fit a GPU, and how long each would take on it.
std::string describeFit(const Launches &launches, const Target &target) {
  std::string text;
  if (const std::optional<Fit> fit = fitOf(launches, target)) {
    text += fmt::format("  on {:<11}  {} of {} on an SM: {} occupancy, limited by {}", target.architecture,
                        plural(fit->occupancy.blocks, "block"), plural(launches.warps(), "warp"),
                        percent(fit->occupancy.fraction), fit->limiter);
    if (fit->machine)
      text += fmt::format("; {:.3g} waves on {}{}", fit->waves, withArticle(fit->machine->product),
                          describeTail(*fit));
    text += fmt::format("\n                  (with {} registers per thread, an estimate)\n",
                        fit->resources.registers_per_thread);
  }
  if (const std::optional<GpuEstimate> estimate = estimateTime(launches, target))
    text += describeEstimate(*estimate);
  else
    text +=
        fmt::format("                  no estimate of a GPU's time: {}\n", whyNoEstimate(launches, target));
  return text;
}

std::string describeSize(const Launches &launches, const Target &target) {
  return fmt::format("  {}\n  on this CPU     {}{}\n", launches.shape(),
                     describeTimes(launches.count, launches.nanoseconds, launches.shortest, launches.longest),
                     launches.lanes == 1 ? ", on the thread engine" : "") +
         describeFit(launches, target);
}

// "1 to 64", or "8".
std::string rangeOf(const std::vector<Launches> &launches, std::uint64_t (*value)(const Launches &)) {
  const auto [least, most] = std::ranges::minmax(launches, {}, value);
  return value(least) == value(most) ? brief(value(least))
                                     : fmt::format("{} to {}", brief(value(least)), brief(value(most)));
}

// Of many sizes those that took longest, and the range of all.
std::string describeSizes(const KernelProfile &kernel, const Target &target) {
  constexpr std::size_t kMostSizes = 6;
  std::vector<Launches> launches = kernel.launches;
  std::uint64_t shortest = ~std::uint64_t{0}, longest = 0;
  for (const Launches &each : launches) {
    shortest = std::min(shortest, each.shortest);
    longest = std::max(longest, each.longest);
  }
  std::string text = fmt::format(
      "{}  launched with {} different sizes: {} blocks of {} threads\n  on this CPU     {}\n", kernel.title,
      launches.size(), rangeOf(launches, [](const Launches &each) { return each.blocks(); }),
      rangeOf(launches, [](const Launches &each) { return std::uint64_t{each.threads()}; }),
      describeTimes(kernel.launchCount(), kernel.nanoseconds(), shortest, longest));
  std::ranges::stable_sort(launches, std::greater(), &Launches::nanoseconds);
  launches.resize(std::min(launches.size(), kMostSizes));
  std::ranges::sort(launches, {}, &Launches::number);
  for (const Launches &each : launches)
    text += describeSize(each, target);
  if (const std::size_t others = kernel.launches.size() - launches.size())
    text += fmt::format("  and {} that took less time (--json FILE has all)\n",
                        plural(others, "other size", "other sizes"));
  return text;
}

std::string describeLaunches(const KernelProfile &kernel, const Target &target) {
  const Launches &usual = kernel.launches.front();
  std::string text =
      kernel.launches.size() > 1 ? describeSizes(kernel, target) : kernel.title + describeSize(usual, target);
  if (std::ranges::any_of(kernel.launches, &Launches::is_approximate))
    text += "  not exact: blocks did so much on the thread engine that not all lanes could be put together\n";
  return text;
}

std::string describeTotals(const Counts &counts) {
  const Executions all = counts.of("");
  std::string text = fmt::format("  instructions    {} of warps, {:.1f} of 32 lanes active; ",
                                 brief(all.warps), all.lanesPerWarp());
  text += fmt::format("{}, of which {} divergent\n", plural(counts.branches.warps, "branch", "branches"),
                      brief(counts.divergent_branches));
  std::vector<std::pair<std::string, Executions>> kinds(counts.instructions.begin(),
                                                        counts.instructions.end());
  std::sort(kinds.begin(), kinds.end(), [](const auto &one, const auto &other) {
    return std::tie(other.second.warps, one.first) < std::tie(one.second.warps, other.first);
  });
  std::string line = "                 ";
  for (const auto &[kind, executions] : kinds)
    if (const std::string part =
            fmt::format(" {} {}", kind, percent(number(executions.warps) / number(all.warps)));
        line.size() + part.size() < 100)
      line += part + ",";
  text += line.substr(0, line.size() - 1) + '\n';
  for (const Memory memory : kMemories)
    for (const Operation operation : kOperations) {
      const Accesses &accesses = counts.of(operation, memory);
      if (!accesses.requests)
        continue;
      text += fmt::format("  {:<15} {}, {} bytes", fmt::format("{} {}s", nameOf(memory), nameOf(operation)),
                          plural(accesses.requests, "request"), brief(accesses.bytes));
      if (memory != Memory::kLocal)
        text += fmt::format(", {} {} ({:.3g} each), {} more than needed", brief(accesses.units),
                            memory == Memory::kGlobal ? "sectors" : "wavefronts", accesses.perRequest(),
                            brief(accesses.excessive));
      if (operation == Operation::kAtomic)
        text += fmt::format(", {} conflicts", brief(accesses.conflicts));
      text += '\n';
    }
  if (const std::uint64_t barriers = counts.of("barrier").warps)
    text += fmt::format("  barriers        {} by warps\n", brief(barriers));
  return text;
}

// Who waits for whom.
std::string describeBarriers(const KernelProfile &kernel) {
  std::string text;
  for (const auto &[place, waits] : kernel.barriers) {
    const double average = number(waits.waited) / number(waits.arrivals);
    if (average < 0.5)
      continue;
    const auto most = std::max_element(waits.by_warp.begin(), waits.by_warp.end());
    const auto least =
        std::min_element(waits.by_warp.begin(), waits.by_warp.begin() + lastWarpOf(kernel) + 1);
    text += fmt::format("                  {}:{}: a warp waits {:.3g} instructions for the last one; warp {} "
                        "most, warp {} least\n",
                        place.first.substr(place.first.rfind('/') + 1), place.second, average,
                        most - waits.by_warp.begin(), least - waits.by_warp.begin());
  }
  return text;
}

std::string describeLines(const KernelProfile &kernel, std::size_t most) {
  const double all = number(std::max<std::uint64_t>(kernel.counts.of("").warps, 1));
  // By what they cost, as the advice has it.
  auto cost = [](const SourceLine &line) {
    return number(line.counts.of("").warps) + 2 * number(line.counts.of(Memory::kGlobal).units) +
           4 * number(line.counts.of(Memory::kShared).units);
  };
  std::vector<const SourceLine *> lines;
  for (const SourceLine &line : kernel.lines)
    lines.push_back(&line);
  std::sort(lines.begin(), lines.end(), [&](const SourceLine *one, const SourceLine *other) {
    return cost(*one) != cost(*other) ? cost(*one) > cost(*other) : one < other;
  });
  lines.resize(std::min(lines.size(), most));
  std::sort(lines.begin(), lines.end());
  std::string text = fmt::format("\n  {:>24} {:>7} {:>6} {:>9} {:>11} {:>11} {:>11} {:>11}\n", "", "", "",
                                 "divergent", "", "excessive", "", "bank");
  text += fmt::format("  {:>24} {:>7} {:>6} {:>9} {:>11} {:>11} {:>11} {:>11}\n", "line", "instr.", "lanes",
                      "branches", "sectors", "sectors", "wavefronts", "conflicts");
  for (const SourceLine *line : lines) {
    const Executions instructions = line->counts.of("");
    const Accesses global = line->counts.of(Memory::kGlobal), shared = line->counts.of(Memory::kShared);
    auto orNothing = [](std::uint64_t value) { return value ? brief(value) : std::string(); };
    std::string place = fmt::format("{}:{}", line->file.substr(line->file.rfind('/') + 1), line->line);
    if (place.size() > 24)
      place = "..." + place.substr(place.size() - 21);
    std::string row = fmt::format(
        "  {:>24} {:>7} {:>6} {:>9} {:>11} {:>11} {:>11} {:>11}  {}", place,
        percent(number(instructions.warps) / all),
        instructions.warps ? fmt::format("{:.1f}", instructions.lanesPerWarp()) : "",
        orNothing(line->counts.divergent_branches), orNothing(global.units), orNothing(global.excessive),
        orNothing(shared.units), orNothing(shared.excessive), sourceLine(line->path, line->line));
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

std::string describeAdvice(const std::vector<Advice> &advice) {
  std::string text;
  for (const Advice &each : advice)
    text += fmt::format("  {:>4}  {}{}\n", percent(each.saves).substr(0, 6),
                        each.place.empty() ? "" : each.place + ": ", each.text);
  return text.empty() ? text : "\n  what may be saved, as part of the kernel's work\n" + text;
}

} // namespace

std::string textReport(const Profile &profile, std::size_t most_lines) {
  std::uint64_t in_kernels = 0, compiling = 0;
  for (const KernelProfile &kernel : profile.kernels)
    in_kernels += kernel.nanoseconds();
  for (const Compilation &each : profile.compilations)
    compiling += each.nanoseconds;
  std::string text = profile.program;
  if (profile.host_nanoseconds)
    text += fmt::format(": {}, of which kernels took {}", duration(profile.host_nanoseconds),
                        duration(in_kernels));
  text += fmt::format("; {} on {}\n", plural(profile.kernels.size(), "kernel"),
                      plural(profile.workers, "worker"));
  if (compiling)
    text += fmt::format("{} compiled for this run in {} of one core\n",
                        plural(profile.compilations.size(), "kernel"), duration(compiling));
  for (const KernelProfile &kernel : profile.kernels)
    if (!kernel.launches.empty() && kernel.launchCount())
      text += '\n' + describeLaunches(kernel, profile.target) + describeTotals(kernel.counts) +
              describeBarriers(kernel) + describeLines(kernel, most_lines) +
              describeAdvice(adviceFor(kernel, profile.target));
  return text;
}

} // namespace raddle::tools::profile
