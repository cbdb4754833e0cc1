// raddle: runs and explains CUDA programs on the CPU.
#include "tools/subcommands.h"

#include "base/edit_distance.h"
#include "driver/command/version.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

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

namespace {

// What is wrong with a word that stands where a subcommand belongs.
std::string unknownSubcommand(const CLI::App &app, const std::string &word) {
  std::string message = fmt::format("unknown subcommand '{}'", word);
  if (std::filesystem::path(word).extension() == ".cu")
    return fmt::format("{}; did you mean 'raddle run {}'?", message, word);
  std::string names;
  for (const CLI::App *subcommand : app.get_subcommands({})) {
    const std::string &name = subcommand->get_name();
    if (editDistance(word, name) <= name.size() / 3)
      return fmt::format("{}; did you mean '{}'?", message, name);
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  }
  return fmt::format("{}; it can be one of {}", message, names);
}

} // namespace

} // namespace raddle::tools

int main(int count, char **values) {
  std::vector<std::string> arguments(values + 1, values + count);
  const std::string name = std::filesystem::path(values[0]).filename();
  if (name == "compute-sanitizer")
    return raddle::tools::runComputeSanitizer(arguments);
  if (name == "ncu")
    return raddle::tools::runNcu(arguments);
  if (name == "nsys")
    return raddle::tools::runNsys(arguments);
  // What stands after "--" belongs to the program that `raddle run` runs; CLI11 must not read it.
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
  raddle::tools::addCache(app, status);
  raddle::tools::addInit(app, status);
  raddle::tools::addExplain(app, status);
  raddle::tools::addOccupancy(app, status);
  raddle::tools::addBisect(app, program_arguments, status);
  raddle::tools::addCheck(app, program_arguments, status);
  raddle::tools::addProfile(app, program_arguments, status);
  raddle::tools::addView(app, program_arguments, status);
  raddle::tools::addGdb(app, program_arguments, status);

  auto is_named = [&](const CLI::App *subcommand) { return subcommand->check_name(arguments[0]); };
  bool names_subcommand = arguments.empty() || arguments[0].starts_with('-') ||
                          std::ranges::any_of(std::as_const(app).get_subcommands({}), is_named);
  if (!names_subcommand)
    return raddle::tools::fail(raddle::tools::unknownSubcommand(app, arguments[0]));

  // CLI11 takes its arguments from the back.
  std::ranges::reverse(arguments);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  return status;
}
