// A profile in the forms in which it is written.
#ifndef RADDLE_TOOLS_PROFILE_REPORTS_H
#define RADDLE_TOOLS_PROFILE_REPORTS_H

#include "tools/profile/counts.h"

#include <string>
#include <vector>

namespace raddle::tools::profile {

/// Tables and advice, for people. `most_lines` of each kernel.
std::string textReport(const Profile &profile, std::size_t most_lines);

/// All that is known.
std::string jsonReport(const Profile &profile);

/// A row for each kernel and metric, in the columns of ncu --csv; with `by_line` one for each line too. Only the named metrics, or
/// all where none is named.
std::string csvReport(const Profile &profile, const std::vector<std::string> &metrics, bool by_line);

/// As `ncu --csv --page raw`: a row for each kernel and size of its launches in the order in which they came, with a column for each metric,
/// by name; the second row has the units.
std::string rawReport(const Profile &profile, const std::vector<std::string> &metrics);

/// The named metrics of each kernel, for people.
std::string metricsReport(const Profile &profile, const std::vector<std::string> &metrics);

} // namespace raddle::tools::profile

#endif
