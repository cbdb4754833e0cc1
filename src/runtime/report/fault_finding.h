// What ends a launch early, as a finding of the checker.
#ifndef RADDLE_RUNTIME_REPORT_FAULT_FINDING_H
#define RADDLE_RUNTIME_REPORT_FAULT_FINDING_H

#include "check/finding.h"
#include "runtime/block/fault.h"
#include "runtime/block/run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace raddle::runtime {

struct Block;

/// Nothing where the checker is not to look for such.
std::optional<check::Finding> findingOf(const Block &block, const Fault &fault);

/// `report` is whole lines (report.h), the first of which says what was found. `site`: code that it is about, or 0.
std::optional<check::Finding> findingOf(const Run &run, check::Rule rule, const std::string &report,
                                        std::uintptr_t site);

} // namespace raddle::runtime

#endif
