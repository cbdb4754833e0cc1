// raddle bisect: which pass of the kernel compiler changes what a program prints.
//
// The optional passes of the pipeline are left out from the end on. The thread engine without any of them says what is
// right; the first one with which the program does something else is searched for by halving.
#include "tools/subcommands.h"

#include "base/environment.h"
#include "base/paths.h"
#include "base/process.h"

#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <utility>

namespace raddle::tools {

namespace {

struct OptionalPass {
  std::string name, phase, purpose;
};

// The optional passes of the table, in order. A line of the list is: name, phase, whether it is optional, purpose.
Result<std::vector<OptionalPass>> optionalPasses() {
  auto list = runProcess({kernelCompilerPath().string(), "-list-passes"});
  if (!list)
    return list.error();
  if (list->exit_code != 0)
    return Error{list->output};
  std::vector<OptionalPass> passes;
  std::istringstream lines(list->output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    OptionalPass pass;
    std::string use;
    words >> pass.name >> pass.phase >> use >> std::ws;
    std::getline(words, pass.purpose);
    if (use == "optional")
      passes.push_back(pass);
  }
  return passes;
}

class Bisection {
public:
  Bisection(std::vector<std::string> program, std::vector<OptionalPass> passes)
      : program_(std::move(program)), passes_(std::move(passes)),
        flags_(environment("RADDLE_KERNELC_FLAGS").value_or("")) {
    setenv("RADDLE_QUIET", "1", 1);
  }

  int run() {
    setenv("RADDLE_LANES", "1", 1);
    const auto right = runWith(0);
    const auto again = runWith(0);
    if (!right || !again)
      return 1;
    if (*right != *again)
      return fail("the program does not do the same each time, so that nothing can be compared");
    unsetenv("RADDLE_LANES");
    const auto all = runWith(passes_.size());
    const auto none = runWith(0);
    if (!all || !none)
      return 1;
    if (*all == *right) {
      fmt::print("With all passes the program does what it does without: there is nothing to find.\n");
      return 0;
    }
    if (*none != *right) {
      fmt::print("Already without any optional pass the warp engine does something else than the thread "
                 "engine: it is "
                 "one of the passes\nfor warps that cannot be left out (raddle explain --list-passes), or "
                 "lanes that do "
                 "not agree who comes first.\n");
      return 1;
    }
    return search(*right);
  }

private:
  // Exit status and output; nothing, after a message, where the program cannot be started.
  std::optional<std::pair<int, std::string>> runWith(std::size_t passes) {
    setenv("RADDLE_KERNELC_FLAGS", fmt::format("{} -pass-limit={}", flags_, passes).c_str(), 1);
    auto done = runProcess(program_);
    if (!done) {
      fail(done.error().message);
      return std::nullopt;
    }
    return std::pair(done->exit_code, done->output);
  }

  int search(const std::pair<int, std::string> &right) {
    std::size_t good = 0, bad = passes_.size();
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      const auto found = runWith(middle);
      if (!found)
        return 1;
      fmt::print(stderr, "raddle bisect: up to {:33} {}\n", passes_[middle - 1].name,
                 *found == right ? "right" : "wrong");
      (*found == right ? good : bad) = middle;
    }
    const OptionalPass &culprit = passes_[bad - 1];
    fmt::print("The first pass that changes the result is {} (phase {}): {}.\n"
               "RADDLE_KERNELC_FLAGS=-disable-pass={} runs without it; raddle explain FILE.cu --after {} "
               "shows what it "
               "makes.\n",
               culprit.name, culprit.phase, culprit.purpose, culprit.name, culprit.name);
    return 1;
  }

  const std::vector<std::string> program_;
  const std::vector<OptionalPass> passes_;
  const std::string flags_;
};

} // namespace

void addBisect(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status) {
  CLI::App *command =
      raddle.add_subcommand("bisect", "Find the pass of the kernel compiler that changes a program's result");
  setUsage(*command, "raddle bisect PROGRAM [arguments]");
  command->footer(
      "The program must do the same each time, and show by its output or its exit status whether it is "
      "right.\nExit status: 0 when there is nothing to find, else 1.");
  command->prefix_command();
  command->callback([command, &program_arguments, &status] {
    std::vector<std::string> program = command->remaining();
    program.insert(program.end(), program_arguments.begin(), program_arguments.end());
    if (program.empty()) {
      status = fail("raddle bisect needs a program; raddle bisect --help says more");
      return;
    }
    auto passes = optionalPasses();
    status = passes ? Bisection(program, *passes).run() : fail(passes.error().message);
  });
}

} // namespace raddle::tools
