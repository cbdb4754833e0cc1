#include "tools/check/sanitizer_options.h"

#include "tools/check/unknown_option.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <regex>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace raddle::tools::check {

using raddle::check::ApiErrors;
using raddle::check::Options;

namespace {

enum Form { kFlag, kSwitch, kValue };
enum Fate { kUsed, kIdle, kRefused };

struct Row {
  std::string_view name;
  char letter;
  Form form;
  Fate fate;
};

constexpr Row kRows[] = {
#define SANITIZER_OPTION(name, letter, form, fate) {name, letter, form, fate},
#include "tools/check/sanitizer_options.def"
#undef SANITIZER_OPTION
};

const Row *findRow(const std::string &word) {
  const auto *row = std::ranges::find_if(kRows, [&](const Row &known) {
    return word.starts_with("--") ? word.substr(2) == known.name
                                  : word.size() == 2 && word[1] == known.letter;
  });
  return row == std::end(kRows) ? nullptr : row;
}

std::string unknown(const std::string &word) {
  std::vector<std::string> names;
  for (const Row &row : kRows)
    names.emplace_back(row.name);
  return unknownOption(word, names, "--help");
}

std::optional<std::uint64_t> number(const std::string &text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Error badValue(std::string_view name, const std::string &value, std::string_view allowed) {
  return {fmt::format("--{} is '{}'; it can be {}", name, value, allowed)};
}

// Which of NVIDIA's tools exist here.
std::optional<Error> readTool(const std::string &tool, SanitizerRequest &request) {
  request.tool = tool;
  if (tool == "memcheck" || tool == "synccheck")
    return std::nullopt;
  if (tool == "racecheck" || tool == "initcheck")
    return Error{fmt::format("the tool '{}' does not exist yet; there are memcheck and synccheck", tool)};
  return badValue("tool", tool, "memcheck or synccheck");
}

std::string literal(const std::string &text) {
  static const std::regex kSpecial(R"([.^$|()\[\]{}*+?\\/])");
  return std::regex_replace(text, kSpecial, R"(\$&)");
}

// "kns=part,kne=whole" or "regex=expression", any of which fits, as a regular expression; one more is added to `all`.
std::optional<Error> addFilter(std::string_view option, const std::string &value, std::string &all) {
  auto add = [&](const std::string &expression) { all += (all.empty() ? "" : "|") + expression; };
  for (std::size_t begin = 0; begin < value.size();) {
    const std::size_t equals = value.find('=', begin);
    const std::string key = value.substr(begin, equals - begin);
    // An expression may have commas.
    const bool is_expression = key == "regex";
    const std::size_t end = is_expression ? value.size() : std::min(value.find(',', begin), value.size());
    if (equals == std::string::npos || equals > end)
      return badValue(option, value, "kns=PART, kne=NAME or regex=EXPRESSION");
    const std::string pattern = value.substr(equals + 1, end - equals - 1);
    begin = end + 1;
    if (is_expression)
      add(pattern);
    else if (key == "kns" || key == "kernel_substring")
      add(literal(pattern));
    else if (key == "kne" || key == "kernel_name")
      add('^' + literal(pattern) + '$');
    else
      return badValue(option, value, "kns=PART, kne=NAME or regex=EXPRESSION");
  }
  try {
    std::regex read(all);
  } catch (const std::regex_error &) {
    return Error{fmt::format("--{}: '{}' is no regular expression", option, value)};
  }
  return std::nullopt;
}

// "%p" is this process, "%q{NAME}" a variable of the environment.
Result<std::string> fileName(const std::string &pattern) {
  std::string name;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      name += pattern[i];
      continue;
    }
    const std::size_t close = pattern.find('}', i);
    switch (i + 1 < pattern.size() ? pattern[++i] : '\0') {
    case '%':
      name += '%';
      break;
    case 'p':
      name += std::to_string(getpid());
      break;
    case 'q':
      if (i + 1 < pattern.size() && pattern[i + 1] == '{' && close != std::string::npos) {
        const char *value = std::getenv(pattern.substr(i + 2, close - i - 2).c_str());
        name += value ? value : "";
        i = close;
        break;
      }
      [[fallthrough]];
    default:
      return Error{fmt::format("'{}': a % is followed by %, p or q{{VARIABLE}}", pattern)};
    }
  }
  return name;
}

std::optional<Error> readFile(const std::string &pattern, std::string &file) {
  auto name = fileName(pattern);
  if (!name)
    return name.error();
  file = *name;
  return std::nullopt;
}

std::optional<Error> readNumber(std::string_view option, const std::string &text, std::uint64_t &value) {
  const auto read = number(text);
  if (!read)
    return badValue(option, text, "a number");
  value = *read;
  return std::nullopt;
}

// One of two words.
std::optional<Error> readWord(std::string_view option, const std::string &text, const char *yes,
                              const char *no, bool &value) {
  if (text != yes && text != no)
    return badValue(option, text, fmt::format("{} or {}", yes, no));
  value = text == yes;
  return std::nullopt;
}

std::optional<Error> readApiErrors(const std::string &value, Options &options) {
  const std::string_view all[] = {"all", "extended", "explicit"};
  if (value != "no" && std::ranges::find(all, value) == std::end(all))
    return badValue("report-api-errors", value, "all, extended, explicit or no");
  options.api_errors = value == "no" ? ApiErrors::kNone : ApiErrors::kAll;
  return std::nullopt;
}

std::optional<Error> readExitCode(const std::string &value, int &code) {
  const auto read = number(value);
  if (!read || *read > 255)
    return badValue("error-exitcode", value, "from 0 to 255");
  code = static_cast<int>(*read);
  return std::nullopt;
}

bool isSwitchValue(const std::string &word) { return word == "yes" || word == "no"; }

std::optional<Error> leaveOut(const std::string &answer, std::initializer_list<raddle::check::Rule> rules,
                              Options &options) {
  if (answer == "no")
    for (const raddle::check::Rule rule : rules)
      options.without += (options.without.empty() ? "" : ":") + std::string(raddle::check::factsOf(rule).id);
  return std::nullopt;
}

std::optional<Error> readDemangling(const std::string &value, SanitizerRequest &request) {
  if (value != "full" && value != "simple")
    return badValue("demangle", value, "full or simple: names are not kept as the compiler writes them");
  request.style.strips_parameters = value == "simple";
  return std::nullopt;
}

std::optional<Error> readBacktraces(const std::string &value, SanitizerRequest &request) {
  if (value != "yes" && value != "no" && value != "host" && value != "device")
    return badValue("show-backtrace", value, "yes, host, device or no");
  request.style.host_stacks = value == "yes" || value == "host";
  request.style.device_stacks = value == "yes" || value == "device";
  return std::nullopt;
}

// None is all.
std::optional<Error> readFrames(std::string_view name, const std::string &value, std::size_t &most) {
  std::uint64_t count = 0;
  if (auto wrong = readNumber(name, value, count))
    return wrong;
  most = count ? count : ~std::size_t{0};
  return std::nullopt;
}

// "NAME", "regex:EXPRESSION", "exclude:NAME" and "exclude-tree:NAME" with commas between them; names are expressions, too.
std::optional<Error> addProcesses(const std::string &list, Options &options) {
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string pattern = list.substr(begin, end - begin);
    begin = end + 1;
    std::string *all = &options.process;
    for (const auto &[word, others] : {std::pair("exclude-tree:", &options.process_exclude_tree),
                                       std::pair("exclude:", &options.process_exclude)})
      if (pattern.starts_with(word)) {
        pattern.erase(0, std::string_view(word).size());
        all = others;
        break;
      }
    const bool is_expression = pattern.starts_with("regex:");
    *all += (all->empty() ? "" : "|") + (is_expression ? pattern.substr(6) : literal(pattern));
    try {
      std::regex read(*all);
    } catch (const std::regex_error &) {
      return Error{fmt::format("--target-processes-filter: '{}' is no regular expression", pattern)};
    }
  }
  return std::nullopt;
}

std::optional<Error> readMode(const std::string &value) {
  if (value == "launch-and-attach" || value == "launch")
    return std::nullopt;
  return badValue("mode", value, "launch-and-attach or launch: no running program is attached to");
}

// One that does something here.
std::optional<Error> apply(std::string_view name, const std::string &value, SanitizerRequest &request) {
  Options &options = request.options;
  if (name == "tool")
    return readTool(value, request);
  if (name == "error-exitcode")
    return readExitCode(value, request.error_exitcode);
  if (name == "check-exit-code")
    return readWord(name, value, "yes", "no", request.checks_exit_code);
  if (name == "destroy-on-device-error")
    return readWord(name, value, "context", "kernel", options.fatal);
  if (name == "kernel-name")
    return addFilter(name, value, options.kernel);
  if (name == "kernel-name-exclude")
    return addFilter(name, value, options.kernel_exclude);
  if (name == "kernel-regex")
    return addFilter(name, value.starts_with("kns=") ? "regex=" + value.substr(4) : "regex=" + value,
                     options.kernel);
  if (name == "kernel-regex-exclude")
    return addFilter(name, value.starts_with("kns=") ? "regex=" + value.substr(4) : "regex=" + value,
                     options.kernel_exclude);
  if (name == "launch-skip")
    return readNumber(name, value, options.launch_skip);
  if (name == "launch-count" || name == "print-limit") {
    std::uint64_t count = 0;
    if (auto wrong = readNumber(name, value, count))
      return wrong;
    // None is all.
    (name == "print-limit" ? options.print_limit : options.launch_count) = count ? count : ~std::uint64_t{0};
    return std::nullopt;
  }
  if (name == "leak-check")
    return readWord(name, value, "full", "no", options.leaks);
  if (name == "report-api-errors")
    return readApiErrors(value, options);
  if (name == "log-file")
    return readFile(value, request.log_file);
  if (name == "save")
    return readFile(value, request.save);
  if (name == "quiet" || name == "xml" || name == "nvtx" || name == "require-cuda-init" ||
      name == "strip-paths") {
    bool &answer = name == "quiet"         ? request.quiet
                   : name == "xml"         ? request.xml
                   : name == "nvtx"        ? options.nvtx
                   : name == "strip-paths" ? request.style.strips_paths
                                           : request.requires_cuda;
    answer = value == "yes";
    return std::nullopt;
  }
  using raddle::check::Rule;
  if (name == "check-api-memory-access")
    return leaveOut(value, {Rule::kCopyTooLong}, options);
  if (name == "check-device-heap")
    return leaveOut(value, {Rule::kOutOfBoundsHeap, Rule::kInvalidDeviceFree}, options);
  if (name == "demangle")
    return readDemangling(value, request);
  if (name == "show-backtrace")
    return readBacktraces(value, request);
  if (name == "num-callers-host")
    return readFrames(name, value, request.style.most_host_frames);
  if (name == "num-callers-device")
    return readFrames(name, value, request.style.most_device_frames);
  if (name == "target-processes")
    return readWord(name, value, "application-only", "all", request.is_for_program_only);
  if (name == "target-processes-filter")
    return addProcesses(value, options);
  if (name == "mode")
    return readMode(value);
  if (name == "preload-library")
    request.preloaded.push_back(value);
  else if (name == "read")
    request.read = value;
  else if (name == "prefix")
    request.style.prefix = value;
  else if (name == "suppressions")
    options.suppressions = value;
  else if (name == "help")
    request.help = true;
  else if (name == "version")
    request.version = true;
  return std::nullopt;
}

} // namespace

Result<SanitizerRequest> parseSanitizerOptions(const std::vector<std::string> &arguments) {
  SanitizerRequest request;
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i].starts_with('-'); ++i) {
    if (arguments[i] == "--") {
      ++i;
      break;
    }
    const std::size_t equals = arguments[i].find('=');
    const std::string word = arguments[i].substr(0, equals);
    const Row *const row = findRow(word);
    if (!row)
      return Error{unknown(word)};
    if (row->fate == kRefused)
      return Error{fmt::format("--{} is not supported", row->name)};
    std::string value = equals == std::string::npos ? "" : arguments[i].substr(equals + 1);
    if (row->form == kFlag && !value.empty())
      return Error{fmt::format("--{} takes no value", row->name)};
    if (row->form == kSwitch) {
      // The value may be left out, also in front of the program.
      if (equals == std::string::npos)
        value = i + 1 < arguments.size() && isSwitchValue(arguments[i + 1]) ? arguments[++i] : "yes";
      if (!isSwitchValue(value))
        return badValue(row->name, value, "yes or no");
    }
    if (row->form == kValue && equals == std::string::npos) {
      if (i + 1 == arguments.size())
        return Error{fmt::format("--{} needs a value", row->name)};
      value = arguments[++i];
    }
    if (row->fate == kUsed)
      if (auto wrong = apply(row->name, value, request))
        return std::move(*wrong);
  }
  request.command.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
  if (request.xml && request.save.empty())
    return Error{"--xml needs --save, which says where to"};
  request.options.memory = request.tool == "memcheck";
  request.options.sync = request.tool == "synccheck";
  return request;
}

std::string sanitizerHelp() {
  std::string text =
      "Usage: compute-sanitizer [options] PROGRAM [arguments]\n\n"
      "Takes the command line of NVIDIA's tool of this name; raddle check does the work.\n\nOptions:\n";
  auto list = [&](Fate fate) {
    for (const Row &row : kRows)
      if (row.fate == fate)
        text += fmt::format("  {}--{}{}\n", row.letter ? fmt::format("-{}, ", row.letter) : "", row.name,
                            row.form == kValue    ? " VALUE"
                            : row.form == kSwitch ? " [yes|no]"
                                                  : "");
  };
  list(kUsed);
  text += "\nTaken, without effect here:\n";
  list(kIdle);
  text += "\nNot supported:\n";
  list(kRefused);
  return text;
}

} // namespace raddle::tools::check
