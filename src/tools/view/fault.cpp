#include "tools/view/fault.h"

#include "tools/check/checked_run.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <fmt/format.h>

namespace raddle::tools::view {

using raddle::check::Finding;
using raddle::check::Severity;

namespace {

std::string literally(const std::string &text) {
  std::string expression;
  for (const char c : text)
    expression += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ' ' || c == ':'
                      ? std::string(1, c)
                      : fmt::format("\\{}", c);
  return expression;
}

// Addresses of two runs have the same place in a page.
constexpr std::uint64_t kInPage = 4095;

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
  for (const Finding &finding : run->findings)
    if (!finding.here.who.kernel.empty() && finding.here.who.block && finding.severity != Severity::kNote)
      return std::optional(finding);
  return std::optional<Finding>();
}

void choose(const Finding &finding, raddle::trace::Options &options) {
  const raddle::check::Who &who = finding.here.who;
  options.kernel = "^" + literally(who.kernel) + "$";
  options.block = {who.block->x, who.block->y, who.block->z};
  options.warp = who.warp.value_or(0);
}

std::size_t stepOf(const Finding &finding, const Trace &trace) {
  const raddle::check::Place place = finding.here.place();
  const std::uint32_t lane = finding.here.who.lane.value_or(0);
  std::size_t step = 0, first = 0, last = 0;
  bool is_known = false;
  for (const Record &record : trace.records) {
    if (record.flags & kJoins)
      continue;
    const Site &site = trace.sites[record.site];
    last = step++;
    if (site.place.line != place.line || site.place.file != place.file || !(record.lanes >> lane & 1))
      continue;
    if (!is_known)
      first = last;
    is_known = true;
    const auto of_lane = static_cast<std::size_t>(std::popcount(record.lanes & ((1u << lane) - 1)));
    if (finding.here.address && !record.values.empty() && site.bytes &&
        (record.values[0][of_lane] & kInPage) == (finding.here.address & kInPage))
      return last;
  }
  return is_known ? first : last;
}

std::string describe(const Finding &finding) {
  const std::string place = finding.here.place().text(), who = finding.here.who.text();
  return fmt::format(
      "{}{}: {}{}{}", place.empty() ? "" : place + ": ", raddle::check::nameOf(finding.severity),
      finding.what, finding.object.empty() ? "" : ", " + finding.object, who.empty() ? "" : " (" + who + ")");
}

} // namespace raddle::tools::view
