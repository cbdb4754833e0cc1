#include "driver/command/outputs.h"

#include <algorithm>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

// A file beside the source's name: "dir/a.cu" and ".o" give "a.o", in -odir when given.
fs::path besideSource(const Command &command, const Input &source, const std::string &extension) {
  std::string stem = source.path == "-" ? "stdin" : fs::path(source.path).stem().string();
  return fs::path(command.output_directory) / (stem + extension);
}

fs::path defaultOutputOf(const Command &command, const Input &source) {
  switch (command.goal) {
  case Goal::Objects:
    return besideSource(command, source, ".o");
  case Goal::Ptx:
    return besideSource(command, source, ".ptx");
  case Goal::Cubin:
    return besideSource(command, source, ".cubin");
  case Goal::FatBinary:
    return besideSource(command, source, ".fatbin");
  default:
    return {};
  }
}

// Devices such as /dev/null may be read and written at once.
bool isInput(const Command &command, const fs::path &output) {
  std::error_code failed;
  return fs::is_regular_file(output, failed) && std::ranges::any_of(command.inputs, [&](const Input &input) {
           return fs::equivalent(input.path, output, failed);
         });
}

} // namespace

bool linksDeviceCode(const Command &command) {
  const bool is_device_only = command.goal == Goal::Cubin || command.goal == Goal::FatBinary;
  return is_device_only && std::ranges::all_of(command.inputs, [&](const Input &input) {
           return input.language == Language::DeviceCode ||
                  (input.language == Language::Ptx && !command.output.empty() && command.inputs.size() > 1);
         });
}

fs::path outputOfAll(const Command &command) {
  if (!command.output.empty())
    return command.output;
  switch (command.goal) {
  case Goal::Program:
    return "a.out";
  case Goal::StaticLibrary:
    return "a.a";
  case Goal::DeviceLink:
    return "a_dlink.o";
  default:
    return {};
  }
}

fs::path outputOf(const Command &command, const Input &source) {
  return command.output.empty() ? defaultOutputOf(command, source) : fs::path(command.output);
}

fs::path objectBeside(const Command &command, const Input &source) {
  return besideSource(command, source, ".o");
}

fs::path dependencyFileOf(const Command &command, const Input &source) {
  if (command.goal == Goal::Dependencies)
    return command.dependencies.file.empty() ? command.output : command.dependencies.file;
  if (!command.dependencies.wanted)
    return {};
  if (!command.dependencies.file.empty())
    return command.dependencies.file;
  bool one_source = std::ranges::count_if(command.inputs, isSource) == 1;
  if (one_source && !command.output.empty())
    return fs::path(command.output).replace_extension(".d");
  return besideSource(command, source, ".d");
}

std::vector<fs::path> outputsOf(const Command &command) {
  std::vector<fs::path> outputs{outputOfAll(command)};
  for (const Input &input : command.inputs)
    if (isSource(input))
      outputs.insert(outputs.end(), {outputOf(command, input), dependencyFileOf(command, input)});
  std::erase_if(outputs, [](const fs::path &output) { return output.empty() || output == "-"; });
  return outputs;
}

std::optional<std::string> overwrittenInput(const Command &command) {
  std::vector<fs::path> outputs = outputsOf(command);
  auto found =
      std::ranges::find_if(outputs, [&](const fs::path &output) { return isInput(command, output); });
  if (found == outputs.end())
    return std::nullopt;
  return found->string();
}

} // namespace raddle::driver
