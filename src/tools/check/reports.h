// What was found, in the formats that other programs read.
#ifndef RADDLE_TOOLS_CHECK_REPORTS_H
#define RADDLE_TOOLS_CHECK_REPORTS_H

#include "base/result.h"
#include "tools/check/checked_run.h"

#include <string>
#include <string_view>

namespace raddle::tools::check {

/// Raddle's own format: all that is known of each finding.
std::string jsonReport(const CheckedRun &run);

/// SARIF 2.1.0, which the pages of forges show beside the source.
std::string sarifReport(const CheckedRun &run);

/// JUnit's XML: each kind of finding is a test that has failed.
std::string junitReport(const CheckedRun &run);

/// One page that needs no other file: the findings with the source around their places.
std::string htmlReport(const CheckedRun &run);

/// What NVIDIA's compute-sanitizer writes with --xml.
std::string sanitizerXmlReport(const CheckedRun &run);

/// For text and attributes of XML and HTML. Characters that XML does not allow become question marks.
std::string escapedForXml(std::string_view text);

/// The command as it may be typed.
std::string commandLine(const CheckedRun &run);

} // namespace raddle::tools::check

#endif
