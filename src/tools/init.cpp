// raddle init: a .clangd file, by which editors read the CUDA sources of a folder as raddlecc does.
#include "tools/subcommands.h"

#include "driver/command/parse_command.h"
#include "driver/compile/passes.h"
#include "driver/setup/toolchain.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

// By its first line a file of ours is known, and written anew without being asked.
constexpr std::string_view kFirstLine =
    "# Written by `raddle init`: editors that ask clangd read CUDA sources as "
    "raddlecc compiles them.\n";

// Options that only nvcc has, which a project's compile_commands.json holds.
constexpr std::string_view kOptionsOfNvcc =
    "-arch*, --gpu-architecture*, -gencode*, --generate-code*, -code=*, -rdc*, "
    "--relocatable-device-code*, -dc, "
    "-dw, -Xcompiler*, --compiler-options*, -Xptxas*, -Xlinker*, -lineinfo, -G, -ccbin*, --expt-*, -expt-*, "
    "--extended-lambda, -extended-lambda, --use_fast_math, -use_fast_math, -maxrregcount*, "
    "--default-stream*, "
    "-forward-unknown-*, --forward-unknown-*, --ptx, -ftz=*, -fmad=*, -prec-*, -cudart*, -t, --threads*";

// A word of a YAML list.
std::string quoted(const std::string &word) {
  std::string text = "'";
  for (char letter : word)
    text += letter == '\'' ? "''" : std::string(1, letter);
  return text + "'";
}

std::string listOf(const driver::Arguments &arguments) {
  std::string text;
  for (const std::string &argument : arguments)
    text += fmt::format("\n    - {}", quoted(argument));
  return text;
}

std::string configuration(const driver::Setup &setup) {
  return fmt::format("{}# They show the host's view: what stands in #ifdef __CUDA_ARCH__ is grey.\n"
                     "CompileFlags:\n"
                     "  Remove: [{}]\n"
                     "---\n"
                     "If:\n"
                     "  PathMatch: .*\\.(cu|cuh)\n"
                     "CompileFlags:\n"
                     "  Compiler: {}\n"
                     "  Remove: [-x]\n"
                     "  Add:{}\n"
                     "Diagnostics:\n"
                     "  # cuda_runtime.h is included without being named.\n"
                     "  UnusedIncludes: None\n"
                     "---\n"
                     "If:\n"
                     "  PathExclude: .*\\.(cu|cuh)\n"
                     "CompileFlags:\n"
                     "  Add: ['-isystem', {}]\n",
                     kFirstLine, kOptionsOfNvcc, setup.toolchain.clang.string(),
                     listOf(driver::editorArguments(setup)), quoted(setup.toolchain.include.string()));
}

bool isOurs(const fs::path &file) {
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) && line + "\n" == kFirstLine;
}

int init(std::vector<std::string> options, const fs::path &folder, bool force) {
  auto toolchain = driver::findToolchain();
  if (!toolchain)
    return fail(toolchain.error().message);
  // The rest of a command line, which init has no use for.
  options.insert(options.end(), {"-c", driver::precompiledSource(*toolchain)});
  auto command = driver::parseCommand(options);
  if (!command)
    return fail(command.error().message);

  const fs::path file = folder / ".clangd";
  std::error_code failed;
  if (fs::exists(file, failed) && !force && !isOurs(file))
    return fail(
        fmt::format("{} is there, and was not written by raddle init; --force replaces it", file.string()));
  std::ofstream stream(file);
  stream << configuration({*command, *toolchain});
  stream.close();
  if (!stream)
    return fail(fmt::format("cannot write {}", file.string()));
  fmt::print(
      "{} written; editors that use clangd (Debian's package is clangd-19) understand CUDA sources here\n",
      file.string());
  return 0;
}

} // namespace

void addInit(CLI::App &raddle, int &status) {
  CLI::App *command = raddle.add_subcommand("init", "Make editors understand the CUDA sources of a folder");
  command->prefix_command();
  setUsage(*command, "raddle init [--directory FOLDER] [--force] [raddlecc options]");
  command->footer("Writes FOLDER/.clangd, which clangd reads for all files below. Of raddlecc's options "
                  "those count that\n"
                  "change what a source means: -std, -D, -I, -arch.");
  auto folder = std::make_shared<std::string>(".");
  auto force = std::make_shared<bool>(false);
  command->add_option("--directory", *folder, "Where to write the file (the current folder)");
  command->add_flag("--force", *force, "Replace a .clangd that somebody else wrote");
  command->callback(
      [command, folder, force, &status] { status = init(command->remaining(), *folder, *force); });
}

} // namespace raddle::tools
