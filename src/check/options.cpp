#include "check/options.h"

#include "base/edit_distance.h"
#include "base/environment.h"
#include "diagnostics/messages.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <regex>
#include <string_view>
#include <unistd.h>

namespace raddle::check {

namespace {

// The words of the list, with their backslashes gone.
std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\\' && i + 1 < text.size())
      words.back() += text[++i];
    else if (text[i] == ',')
      words.emplace_back();
    else
      words.back() += text[i];
  std::erase(words, "");
  return words;
}

std::string escaped(const std::string &value) {
  std::string text;
  for (const char c : value) {
    if (c == ',' || c == '\\')
      text += '\\';
    text += c;
  }
  return text;
}

std::optional<std::uint64_t> number(const std::string &text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isExpression(const std::string &text) {
  try {
    std::regex expression(text);
    return true;
  } catch (const std::regex_error &) {
    return false;
  }
}

constexpr const char *kStyles[] = {"raddle", "sanitizer", "none"};
constexpr const char *kApiErrors[] = {"all", "unchecked", "none"};
constexpr const char *kKeys[] = {"record",      "suppressions", "kernel",          "kernel-exclude",
                                 "launch-skip", "launch-count", "print-limit",     "style",
                                 "api-errors",  "leaks",        "fatal",           "nvtx",
                                 "without",     "process",      "process-exclude", "process-exclude-tree",
                                 "process-id"};

// Each of these reads a value and says whether it could.
bool read(const std::string &text, std::uint64_t &value) {
  const auto read = number(text);
  value = read.value_or(value);
  return read.has_value();
}

bool read(const std::string &text, bool &value) {
  value = text == "1";
  return text == "0" || text == "1";
}

template <typename Value, std::size_t kCount>
bool readName(const std::string &text, const char *const (&names)[kCount], Value &value) {
  const auto *name = std::ranges::find(names, text);
  if (name == std::end(names))
    return false;
  value = static_cast<Value>(name - names);
  return true;
}

// Names of rules with colons between them.
bool readRules(const std::string &text, std::string &rules) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    if (!ruleOf(std::string_view(text).substr(begin, end - begin)))
      return false;
    begin = end + 1;
  }
  rules = text;
  return true;
}

bool readExpression(const std::string &text, std::string &value) {
  if (!isExpression(text))
    return false;
  value = text;
  return true;
}

// Whether the key is known; `is_valid` tells of the value.
bool readKey(const std::string &key, const std::string &value, Options &options, bool &is_valid) {
  is_valid = true;
  if (key == "record")
    options.record = value;
  else if (key == "suppressions")
    options.suppressions = value;
  else if (key == "kernel")
    is_valid = readExpression(value, options.kernel);
  else if (key == "kernel-exclude")
    is_valid = readExpression(value, options.kernel_exclude);
  else if (key == "launch-skip")
    is_valid = read(value, options.launch_skip);
  else if (key == "launch-count")
    is_valid = read(value, options.launch_count);
  else if (key == "print-limit")
    is_valid = read(value, options.print_limit);
  else if (key == "style")
    is_valid = readName(value, kStyles, options.style);
  else if (key == "api-errors")
    is_valid = readName(value, kApiErrors, options.api_errors);
  else if (key == "leaks")
    is_valid = read(value, options.leaks);
  else if (key == "fatal")
    is_valid = read(value, options.fatal);
  else if (key == "nvtx")
    is_valid = read(value, options.nvtx);
  else if (key == "without")
    is_valid = readRules(value, options.without);
  else if (key == "process")
    is_valid = readExpression(value, options.process);
  else if (key == "process-exclude")
    is_valid = readExpression(value, options.process_exclude);
  else if (key == "process-exclude-tree")
    is_valid = readExpression(value, options.process_exclude_tree);
  else if (key == "process-id")
    is_valid = read(value, options.process_id);
  else
    return false;
  return true;
}

// Whether the word names detectors.
bool readDetectors(const std::string &word, Options &options, std::vector<std::string> &errors) {
  if (word == "all" || word == "1")
    options.memory = options.sync = true;
  else if (word == "memory")
    options.memory = true;
  else if (word == "sync")
    options.sync = true;
  else if (word == "init" || word == "race")
    errors.push_back(fmt::format("the detector '{}' does not exist yet; there are memory and sync", word));
  else
    return false;
  return true;
}

std::string nearest(const std::string &word) {
  std::vector<std::string> names{"memory", "sync", "all"};
  names.insert(names.end(), std::begin(kKeys), std::end(kKeys));
  for (const std::string &name : names)
    if (editDistance(word, name) <= name.size() / 3)
      return fmt::format("; did you mean '{}'?", name);
  return "; there are the detectors memory and sync, and the options " +
         fmt::format("{}", fmt::join(kKeys, ", "));
}

} // namespace

bool Options::leavesOut(Rule rule) const {
  return !without.empty() &&
         (':' + without + ':').find(fmt::format(":{}:", factsOf(rule).id)) != std::string::npos;
}

bool Options::has(Detector detector) const {
  switch (detector) {
  case Detector::kMemory:
    return memory;
  case Detector::kInit:
    return init;
  case Detector::kRace:
    return race;
  case Detector::kSync:
    return sync;
  }
  return false;
}

Options parseOptions(const std::string &text, std::vector<std::string> &errors) {
  Options options;
  if (text == "0")
    return options;
  for (const std::string &word : split(text)) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    bool is_valid = true;
    if (equals == std::string::npos ? !readDetectors(word, options, errors)
                                    : !readKey(key, word.substr(equals + 1), options, is_valid))
      errors.push_back(fmt::format("'{}' is unknown{}", key, nearest(key)));
    else if (!is_valid)
      errors.push_back(fmt::format("'{}' is no value for '{}'", word.substr(equals + 1), key));
  }
  return options;
}

std::string format(const Options &options) {
  std::vector<std::string> words;
  for (const Detector detector : {Detector::kMemory, Detector::kInit, Detector::kRace, Detector::kSync})
    if (options.has(detector))
      words.emplace_back(nameOf(detector));
  const Options defaults;
  auto add = [&](const char *key, const auto &value, const auto &standard) {
    if (value != standard)
      words.push_back(fmt::format("{}={}", key, value));
  };
  add("record", escaped(options.record), defaults.record);
  add("suppressions", escaped(options.suppressions), defaults.suppressions);
  add("kernel", escaped(options.kernel), defaults.kernel);
  add("kernel-exclude", escaped(options.kernel_exclude), defaults.kernel_exclude);
  add("launch-skip", options.launch_skip, defaults.launch_skip);
  add("launch-count", options.launch_count, defaults.launch_count);
  add("print-limit", options.print_limit, defaults.print_limit);
  add("style", kStyles[static_cast<std::size_t>(options.style)], kStyles[0]);
  add("api-errors", kApiErrors[static_cast<std::size_t>(options.api_errors)], kApiErrors[0]);
  add("leaks", int{options.leaks}, int{defaults.leaks});
  add("fatal", int{options.fatal}, int{defaults.fatal});
  add("nvtx", int{options.nvtx}, int{defaults.nvtx});
  add("without", options.without, defaults.without);
  add("process", escaped(options.process), defaults.process);
  add("process-exclude", escaped(options.process_exclude), defaults.process_exclude);
  add("process-exclude-tree", escaped(options.process_exclude_tree), defaults.process_exclude_tree);
  add("process-id", options.process_id, defaults.process_id);
  return fmt::format("{}", fmt::join(words, ","));
}

namespace {

// Whether this process is one of those that are checked.
bool meansThisProcess(const Options &options) {
  if (options.process_id && options.process_id != static_cast<std::uint64_t>(getpid()))
    return false;
  const std::string name = program_invocation_short_name;
  auto fits = [&](const std::string &expression) {
    return !expression.empty() && std::regex_match(name, std::regex(expression));
  };
  if (fits(options.process_exclude_tree)) {
    unsetenv("RADDLE_CHECK");
    return false;
  }
  return (options.process.empty() || fits(options.process)) && !fits(options.process_exclude);
}

} // namespace

const Options &options() {
  // Findings are made until the very end of the process.
  static const auto *const kOptions = [] {
    std::vector<std::string> errors;
    auto *read = new Options(parseOptions(environment("RADDLE_CHECK").value_or(""), errors));
    if (read->any() && !meansThisProcess(*read))
      *read = Options();
    for (const std::string &error : errors)
      printDiagnostic(fmt::format("raddle: warning: RADDLE_CHECK: {}\n", error));
    return read;
  }();
  return *kOptions;
}

} // namespace raddle::check
