// raddlecc's own messages, and those of clang's passes.
#ifndef RADDLE_DRIVER_SETUP_DIAGNOSTICS_H
#define RADDLE_DRIVER_SETUP_DIAGNOSTICS_H

#include <set>
#include <string>
#include <string_view>

namespace raddle::driver {

/// Prints "raddlecc: error: ..." to stderr and returns the exit status of a failed raddlecc.
int reportError(std::string_view message);
void reportWarning(std::string_view message);

/// Prints to stderr, line by line as given.
void printToStderr(std::string_view text);

/// A line without the escape sequences of coloured output.
std::string withoutColors(std::string_view line);

/// Each .cu file is compiled twice, for the device and for the host, and clang says most things twice. This
/// filter lets each diagnostic of one file pass once, and drops the counting lines ("2 warnings
/// generated when compiling for sm_90.").
class DiagnosticFilter {
public:
  /// What is new in the output of one more pass.
  std::string filter(std::string_view output);

private:
  std::set<std::string> seen_;
};

} // namespace raddle::driver

#endif
