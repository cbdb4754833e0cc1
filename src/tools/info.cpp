// raddle info: the devices, and what this installation consists of.
#include "tools/subcommands.h"

#include "base/environment.h"
#include "base/environment_table.h"
#include "base/paths.h"
#include "base/process.h"
#include "driver/command/version.h"
#include "driver/setup/toolchain.h"
#include "tools/gpu_driver.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>
#include <sched.h>

namespace raddle::tools {

namespace {

void row(std::string_view name, const std::string &value) { fmt::print("  {:<50}{}\n", name, value); }

DeviceFacts virtualDevice(int device, const cudaDeviceProp &properties) {
  DeviceFacts facts;
  facts.id = device;
  facts.name = properties.name;
  facts.memory_bytes = properties.totalGlobalMem;
  static_cast<void>(cudaDriverGetVersion(&facts.driver_version));
  static_cast<void>(cudaRuntimeGetVersion(&facts.runtime_version));
  facts.attribute = [device](int number) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(number), device) == cudaSuccess ? value
                                                                                                      : 0;
  };
  return facts;
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
    fmt::print("{}\n", describeDevice(virtualDevice(device, properties)));
  }
  return 0;
}

// GPUs that Raddle does not use, but can tell about.
void printRealGpus() {
  auto gpus = realGpus();
  if (!gpus) {
    fmt::print("Real GPUs: none ({})\n\n", gpus.error().message);
    return;
  }
  fmt::print("Real GPUs: {}, not used by Raddle\n\n", gpus->size());
  for (const DeviceFacts &gpu : *gpus)
    fmt::print("{}\n", describeDevice(gpu));
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

// Layouts, LLVM and the processor; the stamps of files after them are for cache keys.
std::string compilerVersion() {
  const std::string identity = firstLineOf({kernelCompilerPath(), "--identity"});
  if (!identity.starts_with("raddle-abi"))
    return identity;
  std::size_t end = 0;
  for (int word = 0; word < 3; ++word)
    end = identity.find(' ', end + 1);
  return identity.substr(0, end);
}

void printInstallation() {
  fmt::print("Raddle {}\n", driver::raddleVersion());
  row("Workers:", fmt::format("{}", workerCount()));
  std::filesystem::path cache = cacheDirectory();
  row("Cache folder:", cache.empty() ? "none" : cache.string());
  row("Kernel compiler:", kernelCompilerPath());
  row("", compilerVersion());
  auto toolchain = driver::findToolchain();
  row("Front end:", toolchain ? toolchain->clang.string() : toolchain.error().message);
  if (toolchain)
    row("", firstLineOf({toolchain->clang, "--version"}));
  row("CUDA headers:", installPrefix() / "include");
}

// What is set, and else what holds then.
void printEnvironment() {
  fmt::print("\nEnvironment variables\n");
  for (const EnvironmentVariable &variable : environmentVariables()) {
    const std::optional<std::string> value = environment(variable.name);
    const std::string fallback =
        *variable.fallback ? fmt::format("not set: {}", variable.fallback) : "not set";
    fmt::print("  {:<24}{}\n", variable.name, value ? *value : fallback);
  }
}

} // namespace

void addInfo(CLI::App &raddle, int &status) {
  CLI::App *command = raddle.add_subcommand(
      "info", "Print the devices, the real GPUs of this machine, and the parts of the installation");
  command->callback([&status] {
    status = printDevices();
    printRealGpus();
    printInstallation();
    printEnvironment();
  });
}

} // namespace raddle::tools
