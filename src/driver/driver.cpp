#include "driver/driver.h"
#include "driver/command/parse_command.h"

#include "base/environment.h"
#include "base/environment_table.h"
#include "driver/command/outputs.h"
#include "driver/compile/compile.h"
#include "driver/device/fat_binary_writer.h"
#include "driver/link.h"
#include "driver/settings.h"
#include "driver/setup/diagnostics.h"
#include "driver/setup/template_libraries.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

class Steps {
public:
  explicit Steps(const Session &session) : session_(session), command_(session.command) {}

  int run() {
    if (command_.goal == Goal::DeviceLink)
      return makeDeviceLinkObject(session_, outputOfAll(command_));
    if (linksDeviceCode(command_))
      return linkToFatBinary(session_, command_.inputs, outputOf(command_, command_.inputs[0]));
    for (const Input &input : command_.inputs) {
      if (!isSource(input))
        objects_.push_back(input.path);
      else if (int status = source(input))
        return status;
    }
    if (command_.goal == Goal::Program)
      return linkProgram(session_, objects_, outputOfAll(command_));
    if (command_.goal == Goal::StaticLibrary)
      return makeStaticLibrary(session_, objects_, outputOfAll(command_));
    return 0;
  }

private:
  int source(const Input &input) {
    switch (command_.goal) {
    case Goal::Objects:
      return compileToObject(session_, input, outputOf(command_, input), dependencyFileOf(command_, input));
    case Goal::Preprocessed:
      return preprocess(session_, input, outputOf(command_, input));
    case Goal::Dependencies:
      return writeDependencies(session_, input, objectBeside(command_, input),
                               dependencyFileOf(command_, input));
    case Goal::Ptx:
      return deviceOnly(input, DeviceOutput::Ptx, outputOf(command_, input));
    case Goal::DeviceSyntax:
      return deviceOnly(input, DeviceOutput::Nothing, {});
    case Goal::Cubin:
    case Goal::FatBinary:
      if (input.language != Language::Cuda && input.language != Language::Ptx)
        return 0;
      return compileToFatBinary(session_, input, outputOf(command_, input));
    default: {
      fs::path object = session_.workspace.file(input.path, "o");
      objects_.push_back(object);
      return compileToObject(session_, input, object, dependencyFileOf(command_, input));
    }
    }
  }

  int deviceOnly(const Input &input, DeviceOutput kind, const fs::path &output) {
    return input.language == Language::Cuda ? compileDevice(session_, input, kind, output) : 0;
  }

  const Session &session_;
  const Command &command_;
  std::vector<std::string> objects_;
};

Result<Workspace> makeWorkspace(const Command &command) {
  if (command.keep)
    return Workspace::kept(command.keep_directory.empty() ? "." : command.keep_directory);
  if (command.dry_run)
    return Workspace::imaginary();
  return Workspace::temporary();
}

// Both passes read the source, so a source from stdin has to become a file.
std::optional<Error> saveStandardInput(Command &command, Workspace &workspace) {
  for (Input &input : command.inputs) {
    if (input.path != "-" || command.dry_run)
      continue;
    input.path = workspace.file("stdin", "source");
    std::ofstream file(input.path, std::ios::binary);
    // Its own name is nobody's business.
    file << "#line 1 \"<stdin>\"\n" << std::cin.rdbuf();
    if (!file)
      return Error{"cannot write " + input.path};
  }
  return std::nullopt;
}

// The folders of a variable of clang's and gcc's, which is taken out of the environment.
std::vector<std::string> takeFolders(const char *variable) {
  const std::string value = environment(variable).value_or("");
  unsetenv(variable);
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin < value.size() + !value.empty();) {
    const std::size_t end = std::min(value.find(':', begin), value.size());
    folders.push_back(end == begin ? "." : value.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

// What the environment adds to the include path becomes part of the command, so that it is treated alike: modules of
// clusters put a CUDA toolkit there. What is for C++ alone stays where it is, unless it belongs to CUDA.
void adoptFoldersOfEnvironment(Command &command, const Toolchain &toolchain) {
  for (const std::string &folder : takeFolders("CPATH"))
    command.preprocessor.insert(command.preprocessor.end(), {"-I", folder});
  std::string others;
  for (const std::string &folder : takeFolders("CPLUS_INCLUDE_PATH"))
    if (holdsForeignToolkit(folder, toolchain) || holdsTemplateLibrary(folder))
      command.preprocessor.insert(command.preprocessor.end(), {"-isystem", folder});
    else
      others += (others.empty() ? "" : ":") + folder;
  if (!others.empty())
    setenv("CPLUS_INCLUDE_PATH", others.c_str(), 1);
}

// A folder that holds nothing of a toolkit's headers but CUB, Thrust and libcu++: one that it has, or else one that only
// clang sees. "" when it has none of them.
Result<fs::path> librariesAlone(const fs::path &toolkit, Command &command, Workspace &workspace) {
  const ToolkitLibraries libraries = librariesOfToolkit(fs::absolute(toolkit).lexically_normal());
  if (libraries.folder || libraries.names.empty())
    return libraries.folder.value_or(fs::path());
  const fs::path folder = fs::absolute(toolkit).lexically_normal() / "template_libraries";
  std::string overlay = fmt::format(
      "{{ 'version': 0, 'roots': [{{ 'type': 'directory', 'name': '{}', 'contents': [\n", folder.string());
  for (const std::string &name : libraries.names)
    overlay += fmt::format("  {{ 'type': 'directory-remap', 'name': '{}', 'external-contents': '{}' }},\n",
                           name, (folder.parent_path() / name).string());
  const fs::path file = workspace.file("template_libraries", "yaml");
  command.language_flags.insert(command.language_flags.end(), {"-ivfsoverlay", file});
  if (!command.dry_run)
    if (auto failed = writeFile(file, overlay + "]}]}\n"))
      return *failed;
  return folder;
}

// Makefiles written for nvcc often name a CUDA toolkit's headers themselves. They must not mix with ours; its CUB, Thrust
// and libcu++ are the program's choice.
std::optional<Error> leaveOutForeignToolkits(Command &command, const Toolchain &toolchain,
                                             Workspace &workspace) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < command.preprocessor.size(); ++i) {
    const std::string &option = command.preprocessor[i];
    bool names_folder = option == "-I" || option == "-isystem";
    if (names_folder && holdsForeignToolkit(command.preprocessor[i + 1], toolchain)) {
      const std::string &folder = command.preprocessor[++i];
      auto libraries = librariesAlone(folder, command, workspace);
      if (!libraries)
        return libraries.error();
      reportWarning(fmt::format("{} holds the headers of another CUDA toolkit; Raddle's are used instead{}",
                                folder, libraries->empty() ? "" : ", with its CUB, Thrust and libcu++"));
      if (!libraries->empty())
        kept.insert(kept.end(), {"-isystem", *libraries});
      continue;
    }
    kept.push_back(option);
    if (names_folder || option == "-include")
      kept.push_back(command.preprocessor[++i]);
  }
  command.preprocessor = std::move(kept);
  return std::nullopt;
}

// Only what is no CUDA is left to it: it does not know the language.
void settleHostCompiler(const Command &command, Toolchain &toolchain) {
  const std::string wanted =
      command.host_compiler.empty() ? environment("NVCC_CCBIN").value_or("") : command.host_compiler;
  if (wanted.empty())
    return;
  toolchain.host_compiler = findHostCompiler(wanted);
  if (toolchain.host_compiler.empty())
    reportWarning(fmt::format("-ccbin {}: no such compiler; clang 19 is used", wanted));
}

int runProgram(const Command &command) {
  fs::path program = fs::absolute(command.program.empty() ? outputOfAll(command) : fs::path(command.program));
  std::vector<std::string> arguments{program};
  arguments.insert(arguments.end(), command.run_arguments.begin(), command.run_arguments.end());
  if (command.verbose || command.dry_run)
    echo(arguments);
  if (command.dry_run)
    return 0;
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  return reportError(fmt::format("cannot run {}: {}", program.string(), std::strerror(errno)));
}

int clean(const Command &command) {
  for (const fs::path &file : outputsOf(command)) {
    if (command.verbose || command.dry_run)
      echo({"rm", file});
    std::error_code failed;
    if (!command.dry_run)
      fs::remove(file, failed);
    if (failed)
      return reportError(fmt::format("cannot delete {}: {}", file.string(), failed.message()));
  }
  return 0;
}

int compileAndLink(Command command) {
  auto toolchain = findToolchain();
  if (!toolchain)
    return reportError(toolchain.error().message);
  settleHostCompiler(command, *toolchain);
  if (command.verbose || command.dry_run)
    echoArchitecture(command.architecture);
  Runner runner(command.verbose, command.dry_run);
  int status = 1;
  {
    auto workspace = makeWorkspace(command);
    if (!workspace)
      return reportError(workspace.error().message);
    adoptFoldersOfEnvironment(command, *toolchain);
    if (auto failed = leaveOutForeignToolkits(command, *toolchain, *workspace))
      return reportError(failed->message);
    if (auto failed = saveStandardInput(command, *workspace))
      return reportError(failed->message);
    Session session{{command, *toolchain}, runner, *workspace};
    status = Steps(session).run();
  }
  runner.raiseSignal();
  return status;
}

} // namespace

int runCommand(const Command &command) {
  for (const std::string &notice : command.notices)
    reportWarning(notice);
  if (command.information) {
    std::fwrite(command.information->data(), 1, command.information->size(), stdout);
    return 0;
  }
  if (command.clean)
    return clean(command);
  if (!command.program.empty())
    return runProgram(command);
  int status = compileAndLink(command);
  return status == 0 && command.run ? runProgram(command) : status;
}

int raddleccMain(std::vector<std::string> arguments) {
  warnOfUnknownVariables();
  std::vector<std::string> all = splitWords(environment("NVCC_PREPEND_FLAGS").value_or(""));
  all.insert(all.end(), arguments.begin(), arguments.end());
  for (const std::string &word : splitWords(environment("NVCC_APPEND_FLAGS").value_or("")))
    all.push_back(word);
  auto line = parseOptions(all);
  if (!line)
    return reportError(line.error().message);
  // Said before anything can be wrong with the rest of the line: CMake asks with "-v" and a file that does
  // not exist.
  auto toolchain = findToolchain();
  if (toolchain && std::ranges::any_of(line->options, [](const ParsedOption &option) {
        return option.id == OptionId::Verbose || option.id == OptionId::DryRun;
      }))
    echoSettings(*toolchain);
  auto command = makeCommand(*line);
  if (!command)
    return reportError(command.error().message);
  return runCommand(*command);
}

} // namespace raddle::driver
