#include "api/cudart/at_exit.h"

#include "base/environment.h"
#include "cuda_runtime_api.h"
#include "api/cudart/overruns.h"
#include "api/cudart/process.h"
#include "api/cudart/unchecked_errors.h"
#include "runtime/block/fault.h"
#include "runtime/executor/thread_engine_time.h"

#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace raddle::cudart {

namespace {

std::string format(const dim3 &extent) { return runtime::format(RaddleDim3{extent.x, extent.y, extent.z}); }

void reportUnfinishedLaunch(const runtime::StreamScheduler &scheduler, int device) {
  if (const std::shared_ptr<runtime::Operation> operation = scheduler.unfinishedLaunch(device))
    runtime::printDiagnostic(
        fmt::format("raddle: warning: the program ends before kernel '{}' does\n"
                    "note: cudaDeviceSynchronize() waits for kernels, and returns their errors\n",
                    runtime::kernelName(*operation->launch.kernel)));
}

constexpr std::uint64_t kMostSeconds = 1'000'000;

void reportThreadEngineTime() {
  const std::uint64_t least = environmentNumber("RADDLE_SLOW_SECONDS", 0, kMostSeconds, 1);
  const std::string report = runtime::ThreadEngineTime::instance().report(least * 1'000'000'000u);
  if (!report.empty())
    runtime::printDiagnostic(report);
}

} // namespace

void noteRefusedLaunch(const LaunchRequest &request, cudaError_t error, std::string_view reason) {
  describeRefusedLaunch(
      error, request.function,
      fmt::format("kernel '{}' <<<{}, {}{}>>> was not launched",
                  runtime::demangled(modules().kernelName(request.function).c_str()), format(request.grid),
                  format(request.block),
                  request.dynamic_shared ? fmt::format(", {}", request.dynamic_shared) : ""),
      reason.empty() ? "" : fmt::format("note: {}\n", reason));
}

void reportAtExit() {
  Process &process = Process::instance();
  for (const auto &device : process.devices)
    device->output().flush();
  lookForOverruns(process);
  if (isQuiet())
    return;
  runtime::printDiagnostic(describeUncheckedErrors());
  for (const auto &device : process.devices)
    reportUnfinishedLaunch(process.scheduler, device->id());
  reportThreadEngineTime();
}

} // namespace raddle::cudart
