#include "tools/view/traced_run.h"

#include "tools/started_program.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace raddle::tools::view {

namespace fs = std::filesystem;

Result<TracedRun> runTraced(const std::vector<std::string> &command, raddle::trace::Options options) {
  std::error_code failed;
  options.folder = fs::temp_directory_path(failed) / "raddle-view-XXXXXX";
  if (!mkdtemp(options.folder.data()))
    return Error{fmt::format("cannot create a temporary folder: {}", std::strerror(errno))};
  const auto status = runAndWait(command, "RADDLE_TRACE", [&] { return raddle::trace::format(options); });
  TracedRun run{readTrace(options.folder), 0};
  fs::remove_all(options.folder, failed);
  if (!status)
    return status.error();
  run.status = *status;
  joinRecords(run.trace);
  return run;
}

namespace {

std::string textOf(const RaddleDim3 &size) { return fmt::format("({},{},{})", size.x, size.y, size.z); }

enum class Listed { kAll, kWanted };

std::string listOf(const Trace &trace, Listed which) {
  std::set<std::string> known;
  std::string list;
  for (const LaunchShape &launch : trace.launches) {
    if (which == Listed::kWanted && !launch.is_wanted)
      continue;
    const RaddleDim3 &grid = launch.grid, &block = launch.block;
    const std::uint32_t warps = (block.x * block.y * block.z + kRaddleWarpSize - 1) / kRaddleWarpSize;
    std::string line = fmt::format("\n  {} <<<{}, {}>>>: blocks 0,0,0 to {},{},{}, warps 0 to {}",
                                   trace.titleOf(launch.kernel, launch.file), textOf(grid), textOf(block),
                                   grid.x - 1, grid.y - 1, grid.z - 1, warps - 1);
    if (known.insert(line).second)
      list += line;
  }
  return list;
}

} // namespace

std::string whyNothing(const Trace &trace, const raddle::trace::Options &options) {
  if (!trace.kernel.empty())
    return !trace.records.empty() ? ""
           : trace.skipped > 0
               ? fmt::format("the warp has only {} records, all of which --skip leaves out", trace.skipped)
               : "the launch ended before the warp took a step";
  if (trace.launches.empty())
    return "no kernel has run";
  if (trace.wanted_launches == 0)
    return fmt::format("no kernel that ran contains '{}'; there are{}", options.kernel,
                       listOf(trace, Listed::kAll));
  if (options.launch >= trace.wanted_launches && options.launch > 0)
    return fmt::format("such kernels were not launched {} times; there were{}", options.launch + 1,
                       listOf(trace, Listed::kWanted));
  return fmt::format("there is no warp {} in a block {},{},{} of that launch; there are{}", options.warp,
                     options.block[0], options.block[1], options.block[2], listOf(trace, Listed::kWanted));
}

} // namespace raddle::tools::view
