#include "api/cudart/errors/at_exit.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/unchecked_errors.h"
#include "api/shared/failed_calls.h"
#include "base/environment.h"
#include "check/report.h"
#include "cuda_runtime_api.h"
#include "diagnostics/messages.h"

#include <fmt/format.h>
#include <string>

namespace raddle::cudart {

namespace {

void reportUnfinishedLaunch(const host::StreamScheduler &scheduler, int device) {
  if (const std::shared_ptr<host::LaunchOperation> operation = scheduler.unfinishedLaunch(device))
    printDiagnostic(fmt::format("raddle: warning: the program ends before kernel '{}' does\n"
                                "note: cudaDeviceSynchronize() waits for kernels, and returns their errors\n",
                                demangled(operation->launch.function->name)));
}

std::string describeRefusal(const host::LaunchRequest &request) {
  return fmt::format("kernel '{}' <<<{}, {}{}>>> was not launched",
                     demangled(modules().kernelName(request.function).c_str()), format(request.grid),
                     format(request.block),
                     request.dynamic_shared ? fmt::format(", {}", request.dynamic_shared) : "");
}

std::string noteOf(std::string_view reason) {
  return reason.empty() ? "" : fmt::format("note: {}\n", reason);
}

} // namespace

void noteRefusedLaunch(const host::LaunchRequest &request, cudaError_t error, std::string_view reason) {
  describeRefusedLaunch(error, request.function, describeRefusal(request), noteOf(reason));
}

void explainRefusedLaunch(const host::LaunchRequest &request, std::string_view reason) {
  if (api::reportsApiErrors())
    host::explainNextError(
        {[note = noteOf(reason)] { return note; }, check::Rule::kLaunchFailed, describeRefusal(request)});
}

void reportAtExit() {
  Process &process = cudart::process();
  // Of a kernel that is checked, all is looked at.
  if (check::enabled() && !hostThread().in_host_function)
    for (const auto &device : process.devices)
      process.scheduler.waitDevice(device->id());
  for (const auto &device : process.devices)
    device->state().flushOutput();
  static_cast<void>(host::lookForOverruns(process.memory, process.devices));
  if (isQuiet())
    return;
  printDiagnostic(describeUncheckedErrors());
  for (const auto &device : process.devices)
    reportUnfinishedLaunch(process.scheduler, device->id());
  if (const std::string report = process.backend.lastReport(); !report.empty())
    printDiagnostic(report);
}

} // namespace raddle::cudart
