#include "tools/occupancy/program_kernels.h"

#include "abi/fat_binary.h"
#include "driver/command/parse_command.h"
#include "driver/compile/compile.h"
#include "driver/device/describe_kernels.h"
#include "driver/device/fat_binary_writer.h"
#include "occupancy/architecture.h"
#include "tools/occupancy/cubin.h"
#include "tools/occupancy/ptxas_output.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>

namespace raddle::tools::occupancy {

namespace fs = std::filesystem;

namespace {

using Kernels = std::vector<KernelFacts>;

// `files` are bitcode files that belong together.
Result<Kernels> describeBitcode(const std::vector<fs::path> &files) {
  auto descriptions = driver::describeKernels(files);
  if (!descriptions)
    return descriptions.error();
  Kernels kernels;
  for (const driver::KernelDescription &kernel : *descriptions)
    kernels.push_back({.name = kernel.name,
                       .static_shared = kernel.static_shared,
                       .max_threads = kernel.max_threads,
                       .min_blocks = kernel.min_blocks,
                       .max_registers = kernel.max_registers,
                       .registers = kernel.registers,
                       .barriers = kernel.barriers});
  return kernels;
}

Result<Kernels> compileInto(driver::Workspace &workspace, const driver::Command &command) {
  auto toolchain = driver::findToolchain();
  if (!toolchain)
    return toolchain.error();
  driver::Runner runner(false, false);
  driver::Session session{{command, *toolchain}, runner, workspace};
  fs::path bitcode = workspace.file(command.inputs[0].path, "bc");
  if (driver::compileDevice(session, command.inputs[0], driver::DeviceOutput::Bitcode, bitcode))
    return Error{fmt::format("{} does not compile", command.inputs[0].path)};
  return describeBitcode({bitcode});
}

// clang 19 does not know the newest architectures; the newest that it knows stands for them.
std::string compiledArchitecture(unsigned architecture) {
  std::string name = driver::GpuArchitecture::defaultOne().name();
  for (const driver::GpuArchitecture &known : driver::gpuArchitectures())
    if (!known.accelerated && known.number <= architecture)
      name = known.name();
  return name;
}

Result<Kernels> compileSource(const std::string &path, unsigned architecture,
                              std::vector<std::string> options) {
  auto names_architecture = [](const std::string &option) {
    return option.starts_with("-arch") || option.starts_with("--gpu-architecture") ||
           option.starts_with("-gencode");
  };
  if (std::ranges::none_of(options, names_architecture))
    options.push_back("-arch=" + compiledArchitecture(architecture));
  options.insert(options.end(), {path, "-c"});
  auto command = driver::parseCommand(options);
  if (!command)
    return command.error();
  auto workspace = driver::Workspace::temporary();
  if (!workspace)
    return workspace.error();
  return compileInto(*workspace, *command);
}

struct Bitcode {
  std::string_view bytes;
  bool relocatable;
};

// The device code that raddlecc has put into a file.
std::vector<Bitcode> findBitcode(std::string_view bytes) {
  std::vector<Bitcode> found;
  for (const std::string_view container : containersIn(bytes)) {
    abi::FatBinaryHeader header;
    std::memcpy(&header, container.data(), sizeof header);
    for (std::uint32_t i = 0; i < header.entry_count; ++i) {
      abi::FatBinaryEntry entry;
      std::size_t place = sizeof header + i * sizeof entry;
      if (place + sizeof entry > container.size())
        break;
      std::memcpy(&entry, container.data() + place, sizeof entry);
      bool inside = entry.offset <= container.size() && entry.bytes <= container.size() - entry.offset;
      if (entry.kind == abi::PayloadKind::kBitcode && inside)
        found.push_back(
            {container.substr(entry.offset, entry.bytes), (header.flags & abi::kRelocatable) != 0});
    }
  }
  return found;
}

// Relocatable units form one module, each other unit one of its own.
Result<Kernels> describeUnits(const std::vector<Bitcode> &units) {
  auto workspace = driver::Workspace::temporary();
  if (!workspace)
    return workspace.error();
  std::vector<std::vector<fs::path>> modules;
  std::vector<fs::path> relocatable;
  for (const Bitcode &unit : units) {
    fs::path file = workspace->file(fmt::format("unit{}", &unit - units.data()), "bc");
    if (auto failed = driver::writeFile(file, {unit.bytes.data(), unit.bytes.size()}))
      return *failed;
    if (unit.relocatable)
      relocatable.push_back(file);
    else
      modules.push_back({file});
  }
  if (!relocatable.empty())
    modules.push_back(relocatable);
  Kernels all;
  for (const std::vector<fs::path> &module : modules) {
    auto kernels = describeBitcode(module);
    if (!kernels)
      return kernels.error();
    all.insert(all.end(), kernels->begin(), kernels->end());
  }
  return all;
}

Kernels chooseArchitecture(const Kernels &kernels, unsigned architecture) {
  Kernels chosen;
  std::ranges::copy_if(kernels, std::back_inserter(chosen),
                       [&](const KernelFacts &kernel) { return kernel.architecture == architecture; });
  return chosen.empty() ? kernels : chosen;
}

Result<Kernels> readCubins(const std::vector<std::string_view> &cubins, unsigned architecture) {
  Kernels all;
  for (std::string_view cubin : cubins) {
    auto kernels = readCubin(cubin);
    if (!kernels)
      return kernels.error();
    all.insert(all.end(), kernels->begin(), kernels->end());
  }
  return chooseArchitecture(all, architecture);
}

Result<std::string> contentsOf(const std::string &path) {
  if (path == "-")
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
  auto bytes = driver::readFile(path);
  if (!bytes)
    return bytes.error();
  return std::string(bytes->data(), bytes->size());
}

} // namespace

Result<Kernels> readKernels(const std::string &path, unsigned architecture,
                            const std::vector<std::string> &compile_options) {
  if (fs::path(path).extension() == ".cu")
    return compileSource(path, architecture, compile_options);
  auto bytes = contentsOf(path);
  if (!bytes)
    return bytes.error();
  if (isCubin(*bytes))
    return readCubins({*bytes}, architecture);
  if (std::vector<Bitcode> units = findBitcode(*bytes); !units.empty())
    return describeUnits(units);
  if (std::vector<std::string_view> cubins = findCubins(*bytes); !cubins.empty())
    return readCubins(cubins, architecture);
  if (Kernels kernels = readPtxasOutput(*bytes); !kernels.empty())
    return chooseArchitecture(kernels, architecture);
  return Error{
      fmt::format("{} holds no device code that can be read: neither CUDA source, nor what raddlecc made of "
                  "it, nor an uncompressed cubin, nor the output of nvcc -Xptxas -v",
                  path == "-" ? "standard input" : path)};
}

void takeMeasured(Kernels &kernels, const Kernels &measured) {
  for (KernelFacts &kernel : kernels) {
    auto better = std::ranges::find(measured, kernel.name, &KernelFacts::name);
    if (better == measured.end())
      continue;
    kernel.registers = better->registers;
    kernel.static_shared = better->static_shared;
    kernel.barriers = better->barriers;
    kernel.source = better->source;
  }
}

} // namespace raddle::tools::occupancy
