#include "driver/device/describe_kernels.h"

#include "base/paths.h"
#include "base/process.h"
#include "occupancy/search.h"

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace raddle::driver {

namespace fs = std::filesystem;

Result<std::vector<KernelDescription>> describeKernels(const std::vector<fs::path> &bitcode) {
  std::vector<std::string> command{kernelCompilerPath(), "--describe-kernels"};
  for (const fs::path &file : bitcode)
    command.insert(command.end(), {"--bitcode", file});
  auto output = runProcess(command);
  if (!output)
    return output.error();
  if (output->exit_code != 0)
    return Error{output->output};
  std::vector<KernelDescription> kernels;
  std::istringstream lines(output->output);
  for (std::string line; std::getline(lines, line);) {
    auto value = llvm::json::parse(line);
    if (!value || !value->getAsObject()) {
      llvm::consumeError(value.takeError());
      return Error{fmt::format("the kernel compiler says: {}", line)};
    }
    const llvm::json::Object &facts = *value->getAsObject();
    auto number = [&](llvm::StringRef key) {
      return static_cast<unsigned>(facts.getInteger(key).value_or(0));
    };
    kernels.push_back({.name = facts.getString("name").value_or("").str(),
                       .static_shared = number("static_shared"),
                       .constants = number("constants"),
                       .max_threads = number("max_threads"),
                       .min_blocks = number("min_blocks"),
                       .max_registers = number("max_registers"),
                       .registers = number("registers"),
                       .barriers = number("barriers")});
  }
  return kernels;
}

std::string describeResources(const std::vector<KernelDescription> &kernels,
                              const GpuArchitecture &architecture) {
  // All that can be compiled for have a row there.
  const occupancy::Architecture *limits = occupancy::findArchitecture(architecture.name());
  std::string text;
  for (const KernelDescription &kernel : kernels) {
    unsigned registers = kernel.registers;
    if (limits)
      registers = std::min(
          registers,
          occupancy::registersWithin(*limits, {kernel.max_threads, kernel.min_blocks, kernel.max_registers}));
    text += fmt::format("ptxas info    : Compiling entry function '{}' for '{}'\n", kernel.name,
                        architecture.name());
    text += fmt::format("ptxas info    : Used {} registers, used {} barriers", registers, kernel.barriers);
    if (kernel.static_shared != 0)
      text += fmt::format(", {} bytes smem", kernel.static_shared);
    if (kernel.constants != 0)
      text += fmt::format(", {} bytes cmem[3]", kernel.constants);
    text += '\n';
  }
  if (!kernels.empty())
    text += "raddlecc: note: the numbers of registers are estimates, as by `raddle occupancy`\n";
  return text;
}

} // namespace raddle::driver
