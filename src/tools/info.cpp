// raddle info: the devices, and what this installation consists of.
#include "tools/subcommands.h"

#include "base/environment.h"
#include "base/paths.h"
#include "base/process.h"
#include "driver/toolchain.h"
#include "driver/version.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>
#include <sched.h>

namespace raddle::tools {

namespace {

void row(std::string_view name, const std::string &value) { fmt::print("  {:<50}{}\n", name, value); }

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

template <typename T> std::string product(const T &values) {
  return fmt::format("{} x {} x {}", values[0], values[1], values[2]);
}

void printDevice(int device, const cudaDeviceProp &properties) {
  int driver = 0, runtime = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  fmt::print("Device {}: \"{}\"\n", device, properties.name);
  row("CUDA driver version / runtime version:", version(driver) + " / " + version(runtime));
  row("CUDA capability:", fmt::format("{}.{}", properties.major, properties.minor));
  row("Total amount of global memory:",
      fmt::format("{:.2f} GBytes ({} bytes)", static_cast<double>(properties.totalGlobalMem) / (1u << 30),
                  properties.totalGlobalMem));
  row("Number of multiprocessors:", fmt::format("{}", properties.multiProcessorCount));
  row("Clock rate:", fmt::format("{} MHz", properties.clockRate / 1000));
  row("L2 cache size:", fmt::format("{} bytes", properties.l2CacheSize));
  row("Total amount of constant memory:", fmt::format("{} bytes", properties.totalConstMem));
  row("Shared memory per block / with opt-in:",
      fmt::format("{} / {} bytes", properties.sharedMemPerBlock, properties.sharedMemPerBlockOptin));
  row("Shared memory per multiprocessor:", fmt::format("{} bytes", properties.sharedMemPerMultiprocessor));
  row("Registers per block:", fmt::format("{}", properties.regsPerBlock));
  row("Warp size:", fmt::format("{}", properties.warpSize));
  row("Maximum number of threads per multiprocessor:",
      fmt::format("{}", properties.maxThreadsPerMultiProcessor));
  row("Maximum number of warps per multiprocessor:",
      fmt::format("{}", properties.maxThreadsPerMultiProcessor / std::max(properties.warpSize, 1)));
  row("Maximum number of blocks per multiprocessor:",
      fmt::format("{}", properties.maxBlocksPerMultiProcessor));
  row("Maximum number of threads per block:", fmt::format("{}", properties.maxThreadsPerBlock));
  row("Maximum size of each dimension of a block:", product(properties.maxThreadsDim));
  row("Maximum size of each dimension of a grid:", product(properties.maxGridSize));
  row("Maximum memory pitch:", fmt::format("{} bytes", properties.memPitch));
}

int printDevices() {
  int count = 0;
  if (cudaError_t failed = cudaGetDeviceCount(&count); failed != cudaSuccess)
    return fail(fmt::format("cudaGetDeviceCount: {}", cudaGetErrorString(failed)));
  fmt::print("Detected {} CUDA capable device(s)\n\n", count);
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    if (cudaError_t failed = cudaGetDeviceProperties(&properties, device); failed != cudaSuccess)
      return fail(fmt::format("cudaGetDeviceProperties({}): {}", device, cudaGetErrorString(failed)));
    printDevice(device, properties);
    fmt::print("\n");
  }
  return 0;
}

// The rule of the runtime: $RADDLE_WORKERS, or the cores this process may use.
unsigned workerCount() {
  if (auto chosen = environmentNumber("RADDLE_WORKERS"); chosen && *chosen > 0)
    return static_cast<unsigned>(*chosen);
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? static_cast<unsigned>(CPU_COUNT(&cores)) : 1;
}

std::string firstLineOf(const std::vector<std::string> &command) {
  auto output = runProcess(command);
  if (!output || output->exit_code != 0)
    return output ? "does not run" : output.error().message;
  return output->output.substr(0, output->output.find('\n'));
}

void printInstallation() {
  fmt::print("Raddle {}\n", driver::raddleVersion());
  row("Workers:", fmt::format("{}", workerCount()));
  std::filesystem::path cache = cacheDirectory();
  row("Cache folder:", cache.empty() ? "none" : cache.string());
  row("Kernel compiler:", kernelCompilerPath());
  row("", firstLineOf({kernelCompilerPath(), "--identity"}));
  auto toolchain = driver::findToolchain();
  row("Front end:", toolchain ? toolchain->clang.string() : toolchain.error().message);
  if (toolchain)
    row("", firstLineOf({toolchain->clang, "--version"}));
  row("CUDA headers:", installPrefix() / "include" / "raddle");
}

}  // namespace

void addInfo(CLI::App &raddle, int &status) {
  CLI::App *command = raddle.add_subcommand("info", "Print the devices and the parts of the installation");
  command->callback([&status] {
    status = printDevices();
    printInstallation();
  });
}

}  // namespace raddle::tools
