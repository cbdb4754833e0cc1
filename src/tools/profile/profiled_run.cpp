#include "tools/profile/profiled_run.h"

#include "tools/started_program.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace raddle::tools::profile {

namespace fs = std::filesystem;

namespace {

// A folder that goes when this does.
class TemporaryFolder {
public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "raddle-profile-XXXXXX").string()) {
    is_made_ = mkdtemp(path_.data()) != nullptr;
  }
  ~TemporaryFolder() {
    std::error_code failed;
    if (is_made_)
      fs::remove_all(path_, failed);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  bool isMade() const { return is_made_; }
  const std::string &path() const { return path_; }

private:
  std::string path_;
  bool is_made_ = false;
};

} // namespace

Result<ProfiledRun> runProfiled(const Request &request) {
  const TemporaryFolder own;
  if (!own.isMade())
    return Error{fmt::format("cannot create a temporary folder: {}", std::strerror(errno))};
  std::error_code failed;
  const std::string record =
      request.record.empty() ? own.path() : fs::absolute(request.record, failed).string();
  if (!request.timeline.empty())
    setenv("RADDLE_TIMELINE", own.path().c_str(), 1);
  if (request.shows_hot_lines)
    setenv("RADDLE_SAMPLES", own.path().c_str(), 1);
  // An empty variable is none.
  const auto begun = std::chrono::steady_clock::now();
  const auto status = runAndWait(request.command, "RADDLE_PROFILE",
                                 [&] { return request.wantsCounts() ? record : std::string(); });
  const auto time = std::chrono::steady_clock::now() - begun;
  ProfiledRun run;
  if (request.wantsCounts())
    run.profile = readProfile(record);
  if (!request.timeline.empty())
    run.timeline = readTimeline(own.path());
  if (request.shows_hot_lines)
    run.hot_lines = readHotLines(own.path());
  if (!status)
    return status.error();
  run.status = *status;
  run.profile.host_nanoseconds =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  return run;
}

} // namespace raddle::tools::profile
