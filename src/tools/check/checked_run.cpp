#include "tools/check/checked_run.h"

#include "tools/started_program.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <sstream>
#include <unistd.h>

namespace raddle::tools::check {

namespace fs = std::filesystem;
using raddle::check::Severity;

namespace {

std::string contentOf(const fs::path &file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string counted(std::size_t count, const char *word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

} // namespace

std::size_t CheckedRun::count(Severity severity) const {
  return std::accumulate(findings.begin(), findings.end(), std::size_t{0},
                         [&](std::size_t sum, const Finding &finding) {
                           return sum + (finding.severity == severity ? finding.count : 0);
                         });
}

std::size_t CheckedRun::kinds(Severity severity) const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding &finding) { return finding.severity == severity; }));
}

Result<CheckedRun> runChecked(const std::vector<std::string> &command, raddle::check::Options options,
                              bool is_alone) {
  std::error_code failed;
  std::string folder = fs::temp_directory_path(failed) / "raddle-check-XXXXXX";
  if (!mkdtemp(folder.data()))
    return Error{fmt::format("cannot create a temporary folder: {}", std::strerror(errno))};
  if (options.record.empty())
    options.record = fs::path(folder) / "record";
  else
    options.record = fs::absolute(options.record, failed);
  if (!options.suppressions.empty())
    options.suppressions = fs::absolute(options.suppressions, failed);
  const auto status = runAndWait(command, "RADDLE_CHECK", [&] {
    if (is_alone)
      options.process_id = static_cast<std::uint64_t>(getpid());
    return raddle::check::format(options);
  });
  const std::string record = contentOf(options.record);
  CheckedRun run{command, 0, readRecord(record), saysThatCudaIsUsed(record)};
  fs::remove_all(folder, failed);
  if (!status)
    return status.error();
  run.status = *status;
  return run;
}

std::string describeCounts(const CheckedRun &run) {
  std::string text;
  for (const auto &[severity, word] :
       {std::pair(Severity::kError, "error"), std::pair(Severity::kWarning, "warning"),
        std::pair(Severity::kNote, "note")})
    if (const std::size_t kinds = run.kinds(severity))
      text += (text.empty() ? "" : ", ") + counted(kinds, word);
  return text.empty() ? "nothing" : text;
}

} // namespace raddle::tools::check
