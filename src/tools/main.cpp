// raddle: runs and explains CUDA programs on the CPU.
#include "tools/subcommands.h"

#include "driver/version.h"

#include <algorithm>
#include <fmt/format.h>

namespace raddle::tools {

void setUsage(CLI::App &command, std::string usage) {
  struct Formatter : CLI::Formatter {
    explicit Formatter(std::string line) : line_(std::move(line)) {}
    std::string make_usage(const CLI::App *, std::string) const override { return "Usage: " + line_ + "\n"; }
    std::string line_;
  };
  command.formatter(std::make_shared<Formatter>(std::move(usage)));
}

int fail(const std::string &message) {
  fmt::print(stderr, "raddle: error: {}\n", message);
  return 1;
}

}  // namespace raddle::tools

int main(int count, char **values) {
  // What stands behind "--" belongs to the program that `raddle run` runs; CLI11 must not read it.
  std::vector<std::string> arguments(values + 1, values + count);
  auto separator = std::ranges::find(arguments, "--");
  std::vector<std::string> program_arguments;
  if (separator != arguments.end())
    program_arguments.assign(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());

  CLI::App app("Raddle runs CUDA C++ on the CPU.", "raddle");
  app.set_version_flag("--version", "raddle " + raddle::driver::raddleVersion());
  app.require_subcommand(1);
  int status = 0;
  raddle::tools::addRun(app, program_arguments, status);
  raddle::tools::addInfo(app, status);
  raddle::tools::addExplain(app, status);

  // CLI11 takes its arguments from the back.
  std::ranges::reverse(arguments);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  return status;
}
