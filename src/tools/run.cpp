// raddle run: compile, run, and keep the program for the next time.
#include "tools/subcommands.h"

#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "driver/command/parse_command.h"
#include "driver/driver.h"
#include "driver/setup/toolchain.h"
#include "tools/program_cache.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

std::vector<char *> argvOf(std::vector<std::string> &arguments) {
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  return argv;
}

// Becomes the program; `arguments` begin with its name. Returns only when that fails.
int become(const fs::path &program, std::vector<std::string> arguments) {
  std::vector<char *> argv = argvOf(arguments);
  execv(program.c_str(), argv.data());
  return fail(fmt::format("cannot run {}: {}", program.string(), std::strerror(errno)));
}

// Runs the program as a child, for when there is something left to do afterwards.
int runAndWait(const fs::path &program, const std::vector<std::string> &arguments) {
  pid_t child = fork();
  if (child < 0)
    return fail(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0)
    _exit(become(program, arguments) ? 127 : 0);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Builds into a folder of its own and runs from there; nothing is kept.
int runOnce(driver::Command command, const std::vector<std::string> &arguments) {
  std::error_code failed;
  std::string folder = fs::temp_directory_path(failed) / "raddle-run-XXXXXX";
  if (!mkdtemp(folder.data()))
    return fail(fmt::format("cannot create a temporary folder: {}", std::strerror(errno)));
  command.output = fs::path(folder) / "program";
  int status = driver::runCommand(command);
  if (status == 0 && !command.dry_run)
    status = runAndWait(command.output, arguments);
  fs::remove_all(folder, failed);
  return status;
}

bool isUsable(const fs::path &program) {
  return isSafeCacheFile(program) && isSafeCacheFile(sumOf(program)) && isSealed(program);
}

// Built elsewhere and moved, so that two calls at the same time do not disturb each other. Returns the exit status of the
// compiler; the program may still not be there, when it does not fit into the cache.
int buildIntoCache(driver::Command command, const StagingFolder &staging, const fs::path &program) {
  const fs::path fresh = staging.path() / program.filename();
  command.output = fresh;
  if (int status = driver::runCommand(command))
    return status;
  sealProgram(fresh);
  std::error_code failed;
  for (const auto &[from, to] : {std::pair(sumOf(fresh), sumOf(program)), std::pair(fresh, program)}) {
    fs::permissions(from, fs::perms::owner_all, failed);
    fs::rename(from, to, failed);
  }
  makeRoom(program.parent_path().parent_path(), program);
  return 0;
}

// Words after the source that raddlecc does not know may be meant for the program.
std::string hintAtSeparator(std::vector<std::string> options) {
  options.push_back("-forward-unknown-to-host-compiler");
  auto line = driver::parseOptions(options);
  bool meant_for_program = line && (line->inputs.size() > 1 || !line->forwarded_to_compiler.empty());
  return meant_for_program ? "; arguments of the program go after '--'" : "";
}

int run(const std::vector<std::string> &options, const std::vector<std::string> &program_arguments) {
  auto command = driver::parseCommand(options);
  if (!command)
    return fail(command.error().message + hintAtSeparator(options));
  if (command->information)
    return driver::runCommand(*command);
  // The program is called as if it lay beside its source, wherever it really is.
  std::vector<std::string> arguments{fs::path(command->inputs[0].path).replace_extension()};
  arguments.insert(arguments.end(), program_arguments.begin(), program_arguments.end());
  if (command->goal != driver::Goal::Program || command->shared)
    return fail("raddle run needs a program; use raddlecc to make anything else");
  if (!command->output.empty()) {
    int status = driver::runCommand(*command);
    return status == 0 && !command->dry_run ? become(fs::absolute(command->output), arguments) : status;
  }

  auto toolchain = driver::findToolchain();
  if (!toolchain)
    return fail(toolchain.error().message);
  const bool wants_no_program = command->dry_run || command->verbose || command->keep;
  const fs::path folder = wants_no_program ? fs::path() : cacheFolder(kProgramsFolder);
  if (folder.empty())
    return runOnce(*command, arguments);
  auto key = programKey(*command, *toolchain, options);
  if (!key)
    return runOnce(*command, arguments);

  const fs::path program = folder / *key;
  if (!isUsable(program)) {
    // Nothing remains when this process becomes the program.
    const StagingFolder staging(cacheFolder(kStagingFolder));
    if (!staging)
      return runOnce(*command, arguments);
    if (int status = buildIntoCache(*command, staging, program))
      return status;
    if (!isUsable(program))
      return runOnce(*command, arguments);
  }
  noteUse(program);
  return become(program, arguments);
}

} // namespace

void addRun(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status) {
  CLI::App *command = raddle.add_subcommand("run", "Compile a CUDA program and run it");
  command->prefix_command();
  setUsage(*command, "raddle run FILE.cu... [raddlecc options] [-- arguments of the program]");
  command->footer("The program is kept in Raddle's cache folder and built again when a source, an included\n"
                  "file or an option changes. The exit status is the program's.");
  command->callback([command, &program_arguments, &status] {
    std::vector<std::string> options = command->remaining();
    status = options.empty() ? fail("raddle run needs a source file; raddle run --help says more")
                             : run(options, program_arguments);
  });
}

} // namespace raddle::tools
