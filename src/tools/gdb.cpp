// raddle gdb: gdb with the CUDA commands of share/raddle/gdb/raddle.py.
#include "tools/subcommands.h"

#include "base/paths.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace raddle::tools {

namespace {

// Becomes gdb. Returns only when that fails.
int becomeGdb(const std::vector<std::string> &arguments) {
  const std::string script = (installPrefix() / "share" / "raddle" / "gdb" / "raddle.py").string();
  std::vector<std::string> words{"gdb", "-q", "-x", script};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp("gdb", argv.data());
  return fail(fmt::format("cannot run gdb: {}{}", std::strerror(errno),
                          errno == ENOENT ? "; Debian's package is called gdb" : ""));
}

} // namespace

void addGdb(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status) {
  CLI::App *command =
      raddle.add_subcommand("gdb", "Debug a program, its kernels too, with gdb and CUDA commands");
  setUsage(*command, "raddle gdb [arguments of gdb]");
  command->footer(
      "In gdb: info cuda threads, info cuda kernels, cuda thread 0 3 backtrace, print threadIdx.\n"
      "docs/debugging.md has an example.");
  command->prefix_command();
  command->callback([command, &program_arguments, &status] {
    std::vector<std::string> arguments = command->remaining();
    arguments.insert(arguments.end(), program_arguments.begin(), program_arguments.end());
    status = becomeGdb(arguments);
  });
}

} // namespace raddle::tools
