#include "tools/program_arguments.h"

#include "tools/check/unknown_option.h"
#include "tools/subcommands.h"

#include <utility>

namespace raddle::tools {

namespace {

std::string unknownOption(const CLI::App &command, const std::string &word) {
  std::vector<std::string> names;
  for (const CLI::Option *option : command.get_options())
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  return check::unknownOption(word.substr(0, word.find('=')), names,
                              "raddle " + command.get_name() + " --help");
}

} // namespace

void runsProgram(CLI::App &command, const std::vector<std::string> &program_arguments, int &status,
                 std::function<int(std::vector<std::string>)> run) {
  command.prefix_command();
  setUsage(command, "raddle " + command.get_name() + " [options] PROGRAM [arguments]");
  command.callback([&command, &program_arguments, &status, run = std::move(run)] {
    std::vector<std::string> words = command.remaining();
    if (!words.empty() && words[0].starts_with('-')) {
      status = fail(unknownOption(command, words[0]));
      return;
    }
    // What follows the program is the program's, "--" too.
    if (!program_arguments.empty() && !words.empty())
      words.emplace_back("--");
    words.insert(words.end(), program_arguments.begin(), program_arguments.end());
    status = run(std::move(words));
  });
}

} // namespace raddle::tools
