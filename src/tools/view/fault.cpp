#include "tools/view/fault.h"

#include "tools/check/checked_run.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace raddle::tools::view {

using raddle::check::Finding;
using raddle::check::Severity;
namespace fs = std::filesystem;

namespace {

// How much a step at the finding's place has in common with it. Addresses of two runs have the same place in a page.
int likenessOf(const Record &record, const Site &site, const Finding &finding, std::uint32_t lane) {
  constexpr std::uint64_t kInPage = 4095;
  const auto index = static_cast<std::size_t>(std::popcount(record.lanes & ((1u << lane) - 1)));
  const bool is_access = site.bytes != 0;
  return 1 + (site.place.column == finding.here.place().column) +
         2 * (is_access == (finding.here.bytes != 0) && (site.kind != "load") == finding.here.write) +
         4 * (is_access && !record.values.empty() && finding.here.address &&
              (record.values[0][index] & kInPage) == (finding.here.address & kInPage));
}

} // namespace

Result<std::optional<Finding>> findFault(const std::vector<std::string> &command,
                                         const std::string &detectors) {
  std::vector<std::string> errors;
  raddle::check::Options options = raddle::check::parseOptions(detectors, errors);
  if (!errors.empty() || !options.any())
    return Error{fmt::format("--check is '{}'; it can be memory, init, race, sync, or all", detectors)};
  options.style = raddle::check::Style::kNone;
  const auto run = check::runChecked(command, options);
  if (!run)
    return run.error();
  setenv("RADDLE_CHECK", raddle::check::format(options).c_str(), 1);
  for (const Finding &finding : run->findings)
    if (!finding.here.who.kernel.empty() && finding.here.who.block && finding.severity != Severity::kNote)
      return std::optional(finding);
  return std::optional<Finding>();
}

void choose(const Finding &finding, raddle::trace::Options &options) {
  const raddle::check::Who &who = finding.here.who;
  options.kernel = who.kernel;
  options.is_exact = true;
  options.launch = who.launch.value_or(0);
  options.block = {who.block->x, who.block->y, who.block->z};
  options.warp = who.warp.value_or(0);
}

std::size_t stepOf(const Finding &finding, const Trace &trace) {
  const raddle::check::Place place = finding.here.place();
  const std::uint32_t lane = finding.here.who.lane.value_or(0);
  std::size_t step = 0, best = 0;
  int best_likeness = 0;
  for (const Record &record : trace.records) {
    if (record.flags & kJoins)
      continue;
    const Site &site = trace.sites[record.site];
    const bool is_there = site.place.line == place.line && (record.lanes >> lane & 1) &&
                          fs::path(site.place.path).filename() == fs::path(place.file).filename();
    const int likeness = is_there ? likenessOf(record, site, finding, lane) : 0;
    if (likeness > best_likeness)
      best = step, best_likeness = likeness;
    ++step;
  }
  return best_likeness ? best : step - 1;
}

std::string describe(const Finding &finding) {
  const std::string place = finding.here.place().text(), who = finding.here.who.text();
  return fmt::format(
      "{}{}: {}{}{}", place.empty() ? "" : place + ": ", raddle::check::nameOf(finding.severity),
      finding.what, finding.object.empty() ? "" : ", " + finding.object, who.empty() ? "" : " (" + who + ")");
}

} // namespace raddle::tools::view
