// ncu and nsys: raddle profile under the names of NVIDIA's profilers, for scripts that call them. Of their command lines there is
// what scripts use most: metrics as CSV of the one, `profile` of the other. All else is refused by name.
#include "tools/subcommands.h"

#include "driver/command/version.h"
#include "tools/profile/metrics.h"
#include "tools/profile/request.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <span>

namespace raddle::tools {

namespace {

using profile::Request;

struct Option {
  std::string_view name, short_name; // "--csv", "-k"
  bool takes_value;
  /// Gets the value. Why it is refused, or nothing.
  std::function<std::string(const std::string &)> apply;
};

// Options up to the first word that is none, or "--". Returns why they are refused, or the program and its arguments.
std::string parse(std::string_view tool, std::span<const Option> options, std::span<const std::string> words,
                  std::vector<std::string> &command) {
  std::size_t i = 0;
  for (; i < words.size() && words[i].starts_with('-'); ++i) {
    if (words[i] == "--") {
      ++i;
      break;
    }
    const std::size_t equals = words[i].starts_with("--") ? words[i].find('=') : std::string::npos;
    const std::string name = words[i].substr(0, equals);
    const auto option = std::ranges::find_if(
        options, [&](const Option &each) { return each.name == name || each.short_name == name; });
    if (option == options.end())
      return fmt::format("{} is not supported; {} --help lists what is", name, tool);
    std::string value;
    if (option->takes_value && equals != std::string::npos)
      value = words[i].substr(equals + 1);
    else if (option->takes_value && ++i < words.size())
      value = words[i];
    else if (option->takes_value)
      return fmt::format("{} needs a value", name);
    else if (equals != std::string::npos)
      return fmt::format("{} takes no value", name);
    if (const std::string reason = option->apply(value); !reason.empty())
      return fmt::format("{} {}", name, reason);
  }
  command.assign(words.begin() + static_cast<std::ptrdiff_t>(std::min(i, words.size())), words.end());
  return "";
}

int refuse(std::string_view tool, const std::string &reason) {
  fmt::print(stderr, "{}: error: {}\n", tool, reason);
  return 1;
}

std::string oneOf(const std::string &value, std::initializer_list<std::string_view> known) {
  return std::ranges::find(known, value) != known.end() ? "" : fmt::format("may not be '{}'", value);
}

void printVersion(std::string_view tool) {
  fmt::print("{}: raddle profile, Raddle {}\n", tool, driver::raddleVersion());
}

// A name, or "regex:" and an expression.
profile::KernelChoice choiceOf(const std::string &name) {
  using How = profile::KernelChoice::How;
  constexpr std::string_view kRegex = "regex:";
  return name.starts_with(kRegex)
             ? profile::KernelChoice{name.substr(kRegex.size()), How::kFunctionExpression}
             : profile::KernelChoice{name, How::kFunction};
}

constexpr const char *kNcuHelp = R"(Usage: ncu [options] PROGRAM [arguments]
raddle profile under the name of NVIDIA's Nsight Compute: counts what kernels do on this CPU.
  --csv                        write the metrics as comma-separated values to stdout
  --metrics a,b                only these metrics
  --query-metrics              list the metrics that there are
  -k, --kernel-name NAME       only kernels whose function has this name, without its namespaces, template arguments and
                               parameters, or a name that regex:EXPRESSION matches
  --page raw|details           with --csv: a row for each size of a kernel's launches with a column for each metric, or a row for
                               each kernel and metric (details)
  --log-file FILE              write to a file
  --target-processes all|application-only, --print-units base: as it is anyway
  --version, --help
)";

constexpr const char *kNsysHelp = R"(Usage: nsys profile [options] PROGRAM [arguments]
raddle profile --timeline under the name of NVIDIA's Nsight Systems: what a program does when, on this CPU.
  -o, --output NAME            the trace is NAME.json, for chrome://tracing and ui.perfetto.dev (report1.json)
  -f, --force-overwrite true   also where that is there already
  --stats true                 print what took how long
  -t, --trace cuda,nvtx,...    as it is anyway; of other kinds nothing is recorded
  -s, --sample none, -w, --show-output true: as it is anyway
  --version, --help
)";

std::string freeName() {
  for (unsigned i = 1;; ++i)
    if (const std::string name = fmt::format("report{}.json", i); !std::filesystem::exists(name))
      return name;
}

} // namespace

int runNcu(const std::vector<std::string> &arguments) {
  Request request;
  bool is_csv = false, wants_help = false, wants_version = false;
  std::string log_file;
  auto flag = [](bool &value) {
    return [&value](const std::string &) {
      value = true;
      return std::string();
    };
  };
  auto text = [](std::string &value) {
    return [&value](const std::string &word) {
      value = word;
      return std::string();
    };
  };
  const Option options[] = {
      {"--csv", "", false, flag(is_csv)},
      {"--metrics", "", true, text(request.metrics)},
      {"--query-metrics", "", false, flag(request.lists_metrics)},
      {"--kernel-name", "-k", true,
       [&](const std::string &name) {
         request.kernel = choiceOf(name);
         return std::string();
       }},
      {"--log-file", "", true, text(log_file)},
      {"--page", "", true,
       [&](const std::string &value) {
         request.is_raw = value == "raw";
         return oneOf(value, {"raw", "details"});
       }},
      {"--target-processes", "", true,
       [](const std::string &value) {
         return oneOf(value, {"all", "application-only"});
       }},
      {"--print-units", "", true, [](const std::string &value) { return oneOf(value, {"base"}); }},
      {"--version", "-v", false, flag(wants_version)},
      {"--help", "-h", false, flag(wants_help)}};
  if (const std::string reason = parse("ncu", options, arguments, request.command); !reason.empty())
    return refuse("ncu", reason);
  if (wants_help || wants_version) {
    wants_help ? fmt::print("{}", kNcuHelp) : printVersion("ncu");
    return 0;
  }
  if (request.command.empty() && !request.lists_metrics)
    return refuse("ncu", "no program is named; ncu --help says more");
  if (is_csv)
    request.csv = log_file.empty() ? "-" : log_file;
  else if (!log_file.empty())
    return refuse("ncu", "--log-file needs --csv");
  request.quiet = is_csv;
  return profile::answer(request);
}

int runNsys(const std::vector<std::string> &arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    fmt::print("{}", kNsysHelp);
    return 0;
  }
  if (arguments[0] == "--version" || arguments[0] == "-v") {
    printVersion("nsys");
    return 0;
  }
  if (arguments[0] != "profile")
    return refuse("nsys", fmt::format("{} is not supported; nsys --help lists what is", arguments[0]));
  Request request;
  std::string output;
  bool overwrites = false, wants_help = false;
  request.sums_up_timeline = false;
  auto truth = [](bool &value) {
    return [&value](const std::string &word) {
      value = word == "true";
      return oneOf(word, {"true", "false"});
    };
  };
  auto nothing = [](const std::string &) { return std::string(); };
  const Option options[] = {
      {"--output", "-o", true,
       [&](const std::string &name) {
         output = name;
         return std::string();
       }},
      {"--force-overwrite", "-f", true, truth(overwrites)},
      {"--stats", "", true, truth(request.sums_up_timeline)},
      {"--trace", "-t", true, nothing},
      {"--sample", "-s", true, [](const std::string &value) { return oneOf(value, {"none"}); }},
      {"--show-output", "-w", true, [](const std::string &value) { return oneOf(value, {"true"}); }},
      {"--help", "-h", false, [&](const std::string &) {
         wants_help = true;
         return std::string();
       }}};
  if (const std::string reason =
          parse("nsys profile", options, std::span(arguments).subspan(1), request.command);
      !reason.empty())
    return refuse("nsys", reason);
  if (wants_help) {
    fmt::print("{}", kNsysHelp);
    return 0;
  }
  if (request.command.empty())
    return refuse("nsys", "no program is named; nsys --help says more");
  request.timeline = output.empty() ? freeName() : output.ends_with(".json") ? output : output + ".json";
  if (!overwrites && std::filesystem::exists(request.timeline))
    return refuse("nsys",
                  fmt::format("{} is there already; --force-overwrite true replaces it", request.timeline));
  const int status = profile::answer(request);
  if (std::filesystem::exists(request.timeline))
    fmt::print(stderr, "Generated:\n    {}\n", std::filesystem::absolute(request.timeline).string());
  return status;
}

} // namespace raddle::tools
