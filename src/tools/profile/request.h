// What raddle profile is asked for, on its own command line or on those of NVIDIA's profilers.
#ifndef RADDLE_TOOLS_PROFILE_REQUEST_H
#define RADDLE_TOOLS_PROFILE_REQUEST_H

#include "tools/profile/kernel_choice.h"

#include <cstddef>
#include <string>
#include <vector>

namespace raddle::tools::profile {

struct Request {
  KernelChoice kernel;
  std::string metrics, json, csv, record, import;
  std::string gpu;      // the product that estimates are for
  std::string timeline; // the file that it is written to
  bool quiet = false, by_line = false, lists_metrics = false;
  bool is_raw = false; // the CSV has a column for each metric
  bool shows_scaling = false;
  bool shows_hot_lines = false;
  bool sums_up_timeline = true; // prints what took how long
  std::size_t most_lines = 12;
  std::vector<std::string> command;

  /// Counting makes kernels slower: who wants to know only when things happen, or where time goes, does not want it.
  bool wantsCounts() const {
    return !shows_hot_lines && (timeline.empty() || !(kernel.text.empty() && metrics.empty() &&
                                                      json.empty() && csv.empty() && record.empty()));
  }
};

/// Does it, and answers the exit status.
int answer(const Request &request);

} // namespace raddle::tools::profile

#endif
