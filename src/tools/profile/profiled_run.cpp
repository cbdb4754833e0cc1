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

Result<ProfiledRun> runProfiled(const std::vector<std::string> &command, const std::string &folder) {
  std::error_code failed;
  std::string own = fs::temp_directory_path(failed) / "raddle-profile-XXXXXX";
  if (folder.empty() && !mkdtemp(own.data()))
    return Error{fmt::format("cannot create a temporary folder: {}", std::strerror(errno))};
  const std::string record = folder.empty() ? own : fs::absolute(folder, failed).string();
  const auto begun = std::chrono::steady_clock::now();
  const auto status = runAndWait(command, "RADDLE_PROFILE", [&] { return record; });
  const auto time = std::chrono::steady_clock::now() - begun;
  ProfiledRun run;
  run.profile = readProfile(record);
  if (folder.empty())
    fs::remove_all(own, failed);
  if (!status)
    return status.error();
  run.status = *status;
  run.profile.host_nanoseconds =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  return run;
}

} // namespace raddle::tools::profile
