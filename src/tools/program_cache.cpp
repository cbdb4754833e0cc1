#include "tools/program_cache.h"

#include "base/paths.h"
#include "base/process.h"
#include "driver/compile/passes.h"
#include "driver/device/fat_binary_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <xxhash.h>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

std::string hashOf(std::string_view text) {
  XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string hashOfFile(const fs::path &path) {
  auto bytes = driver::readFile(path);
  return bytes ? hashOf({bytes->data(), bytes->size()}) : "";
}

// A program of the installation, by size and time: its contents change only when it is installed anew.
std::string stampOf(const fs::path &path) {
  std::error_code failed;
  auto size = fs::file_size(path, failed);
  auto time = fs::last_write_time(path, failed).time_since_epoch().count();
  return fmt::format("{} {} {}\n", path.string(), size, time);
}

} // namespace

Result<std::string> programKey(const driver::Command &command, const driver::Toolchain &toolchain,
                               const std::vector<std::string> &arguments) {
  if (!command.libraries.empty())
    return Error{"libraries are found by search"};
  driver::Setup setup{command, toolchain};
  std::vector<driver::Arguments> passes;
  std::string text;
  for (const driver::Input &input : command.inputs) {
    if (input.path == "-")
      return Error{"stdin can be read only once"};
    if (input.language == driver::Language::Linkable) {
      text += fmt::format("file {} {}\n", input.path, hashOfFile(input.path));
    } else if (input.language == driver::Language::Cuda) {
      passes.push_back(driver::deviceArguments(setup, input, driver::DeviceOutput::Preprocessed, {}));
      passes.push_back(driver::hostPreprocessArguments(setup, input));
    } else {
      passes.push_back(driver::plainArguments(setup, input, driver::Goal::Preprocessed, {}));
    }
  }
  std::vector<std::future<Result<ProcessOutput>>> outputs;
  for (const driver::Arguments &pass : passes)
    outputs.push_back(std::async(std::launch::async, [&pass] { return runProcess(pass); }));
  for (auto &pending : outputs) {
    auto output = pending.get();
    if (!output || output->exit_code != 0)
      return Error{"the source does not preprocess"};
    text += fmt::format("source {}\n", hashOf(output->output));
  }
  for (const std::string &argument : arguments)
    text += fmt::format("option {}\n", argument);
  std::error_code failed;
  text += fmt::format("folder {}\n", fs::current_path(failed).string());
  text += stampOf(toolchain.clang) + stampOf(fs::read_symlink("/proc/self/exe", failed)) +
          stampOf(installPrefix() / "bin" / "raddlecc");
  return hashOf(text);
}

fs::path sumOf(const fs::path &program) { return fs::path(program).concat(".sum"); }

bool isSealed(const fs::path &program) {
  auto sum = driver::readFile(sumOf(program));
  return sum && std::string_view(sum->data(), sum->size()) == hashOfFile(program);
}

void sealProgram(const fs::path &program) {
  // A program without its sum is merely built again.
  std::string sum = hashOfFile(program);
  static_cast<void>(driver::writeFile(sumOf(program), sum));
}

} // namespace raddle::tools
