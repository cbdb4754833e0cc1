#include "cudart/at_exit.h"

#include "base/environment.h"
#include "cuda_runtime_api.h"
#include "cudart/overruns.h"
#include "cudart/process.h"
#include "runtime/fault.h"
#include "runtime/thread_engine_time.h"

#include <atomic>
#include <cstdint>
#include <fmt/format.h>
#include <mutex>
#include <string>
#include <thread>

namespace raddle::cudart {

namespace {

// The first refused launch whose thread has not asked since.
struct RefusedLaunch {
  std::mutex mutex;
  std::thread::id thread;
  std::string text;
};

RefusedLaunch &refusedLaunch() {
  static auto *const kLaunch = new RefusedLaunch;
  return *kLaunch;
}

// So that programs that ask after each launch take no lock.
std::atomic<bool> is_refused = false;

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
  if (environmentNumber("RADDLE_QUIET", 0, 1, 0) != 0)
    return;
  const std::uint64_t least = environmentNumber("RADDLE_SLOW_SECONDS", 0, kMostSeconds, 1);
  const std::string report = runtime::ThreadEngineTime::instance().report(least * 1'000'000'000u);
  if (!report.empty())
    runtime::printDiagnostic(report);
}

} // namespace

void noteRefusedLaunch(const LaunchRequest &request, cudaError_t error, std::string_view reason) {
  if (Process::instance().scheduler.fault(threadState().device) != cudaSuccess)
    return;
  RefusedLaunch &launch = refusedLaunch();
  std::lock_guard lock(launch.mutex);
  if (!launch.text.empty())
    return;
  launch.thread = std::this_thread::get_id();
  launch.text = fmt::format("kernel '{}' <<<{}, {}{}>>> was not launched: {} ({})",
                            runtime::demangled(modules().kernelName(request.function).c_str()),
                            format(request.grid), format(request.block),
                            request.dynamic_shared ? fmt::format(", {}", request.dynamic_shared) : "",
                            cudaGetErrorName(error), cudaGetErrorString(error));
  if (!reason.empty())
    launch.text += fmt::format("\nnote: {}", reason);
  is_refused = true;
}

void noteThatErrorWasAsked() {
  if (!is_refused.load(std::memory_order_relaxed))
    return;
  RefusedLaunch &launch = refusedLaunch();
  std::lock_guard lock(launch.mutex);
  if (launch.thread != std::this_thread::get_id())
    return;
  launch.text.clear();
  is_refused = false;
}

void reportAtExit() {
  Process &process = Process::instance();
  for (const auto &device : process.devices)
    device->output().flush();
  lookForOverruns(process);
  if (is_refused) {
    RefusedLaunch &launch = refusedLaunch();
    std::lock_guard lock(launch.mutex);
    runtime::printDiagnostic(
        fmt::format("raddle: warning: {}\nnote: the program never asked; cudaGetLastError() tells after a "
                    "launch\n",
                    launch.text));
  }
  for (const auto &device : process.devices)
    reportUnfinishedLaunch(process.scheduler, device->id());
  reportThreadEngineTime();
}

} // namespace raddle::cudart
