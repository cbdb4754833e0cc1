#include "driver/command/options.h"

#include "base/edit_distance.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace raddle::driver {

namespace {

std::vector<OptionInfo> makeTable() {
  std::vector<OptionInfo> table;
  std::string_view group;
#define RADDLE_OPTION_GROUP(title) group = title;
#define RADDLE_OPTION(id, long_name, short_name, value, spelling, effect, help)                              \
  table.push_back(                                                                                           \
      {OptionId::id, group, long_name, short_name, value, Spelling::spelling, Effect::effect, help});
#include "driver/command/options.def"
  return table;
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The best help for someone who wrote `argument`, or "".
std::string suggestion(std::string_view argument) {
  std::string_view written = argument.substr(0, argument.find('='));
  std::string_view name = written.substr(std::min(written.find_first_not_of('-'), written.size()));
  std::string best;
  size_t best_distance = name.size() / 3 + 1; // beyond this the names have little in common
  auto offer = [&](std::string candidate, std::string_view candidate_name) {
    if (candidate_name.size() < 2 && candidate_name != name)
      return;
    size_t distance = editDistance(name, candidate_name);
    if (distance < best_distance) {
      best_distance = distance;
      best = std::move(candidate);
    }
  };
  for (const OptionInfo &info : optionTable()) {
    offer("--" + std::string(info.long_name), info.long_name);
    offer("-" + std::string(info.short_name), info.short_name);
  }
  if (!best.empty() && best_distance == 0)
    return fmt::format("; it is spelled '{}'", best);
  // What gcc and clang take, but not nvcc. -march resembles nvcc's -arch, yet is no misspelling of it.
  for (std::string_view prefix : {"-march", "-W", "-f", "-m", "-pthread", "-rdynamic", "-static", "-p"})
    if (argument.starts_with(prefix) && (best.empty() || best_distance > 1 || prefix == "-march"))
      return fmt::format("; an option for the host compiler is written '-Xcompiler {}'", argument);
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

class Parser {
public:
  Result<ParsedLine> parse(const std::vector<std::string> &arguments) {
    if (!parseAll(arguments, 0))
      return Error{error_};
    if (forward_compiler_ || forward_linker_) {
      if (forward_compiler_)
        line_.forwarded_to_compiler = unknown_;
      if (forward_linker_)
        line_.forwarded_to_linker = unknown_;
    } else if (!unknown_.empty()) {
      return Error{fmt::format("unknown option '{}'{}", unknown_.front(), suggestion(unknown_.front()))};
    }
    return std::move(line_);
  }

private:
  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  bool parseAll(const std::vector<std::string> &arguments, int depth) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string &argument = arguments[i];
      if (argument.size() > 1 && argument[0] == '@') {
        if (!parseFile(argument.substr(1), depth))
          return false;
        continue;
      }
      if (argument.size() < 2 || argument[0] != '-') {
        line_.inputs.push_back(argument);
        continue;
      }
      auto [info, attached] = find(argument);
      if (!info) {
        unknown_.push_back(argument);
        continue;
      }
      std::string written = argument.substr(0, argument.size() - attached.value_or("").size());
      if (attached && written.ends_with('='))
        written.pop_back();
      if (info->isFlag()) {
        if (attached)
          return fail(fmt::format("option '{}' takes no value", written));
        if (!add(*info, written, "", depth))
          return false;
        continue;
      }
      if (!attached) {
        if (i + 1 == arguments.size())
          return fail(fmt::format("option '{}' needs a value: {}", written, info->value));
        attached = arguments[++i];
      }
      std::vector<std::string> values{*attached};
      if (info->isList())
        values = splitList(*attached);
      for (const std::string &value : values)
        if (!add(*info, written, value, depth))
          return false;
    }
    return true;
  }

  struct Found {
    const OptionInfo *info;
    std::optional<std::string> attached; // the value written in the same argument
  };

  static Found find(const std::string &argument) {
    bool is_long = argument.starts_with("--");
    std::string_view body = std::string_view(argument).substr(is_long ? 2 : 1);
    size_t equals = body.find('=');
    std::string_view name = body.substr(0, equals);
    const OptionInfo *joined = nullptr;
    for (const OptionInfo &info : optionTable()) {
      if (name == (is_long ? info.long_name : info.short_name)) {
        if (equals == std::string_view::npos)
          return {&info, std::nullopt};
        return {&info, std::string(body.substr(equals + 1))};
      }
      if (!is_long && info.spelling == Spelling::Joined && body.starts_with(info.short_name) &&
          !isWord(info, body.substr(info.short_name.size())))
        joined = &info;
    }
    if (joined)
      return {joined, std::string(body.substr(joined->short_name.size()))};
    return {nullptr, std::nullopt};
  }

  // "-march=native" is not -m with a bad value, unlike "-m32".
  static bool isWord(const OptionInfo &info, std::string_view value) {
    return info.isChoice() && !info.hasChoice(value) && !isNumber(value);
  }

  bool add(const OptionInfo &info, const std::string &written, const std::string &value, int depth) {
    if (info.effect == Effect::Refused)
      return fail(fmt::format("option '{}' is not supported: {}", written, info.help));
    if (info.isNumber() && !isNumber(value))
      return fail(fmt::format("option '{}' needs a number, not '{}'", written, value));
    if (info.isChoice() && !info.hasChoice(value))
      return fail(fmt::format("option '{}' cannot be '{}'; it can be {}", written, value, info.value));
    if (!info.isFlag() && !info.isRepeatable()) {
      auto [previous, is_new] = single_values_.try_emplace(info.id, value);
      if (!is_new && previous->second != value) {
        line_.warnings.push_back(fmt::format("option '{}' is given as '{}' and as '{}'; the last one counts",
                                             written, previous->second, value));
        previous->second = value;
      }
    }
    switch (info.id) {
    case OptionId::ForwardCompiler:
      forward_compiler_ = true;
      break;
    case OptionId::ForwardLinker:
      forward_linker_ = true;
      break;
    case OptionId::ForwardUnknown:
      forward_compiler_ = true;
      break;
    case OptionId::OptionsFile:
      return parseFile(value, depth);
    default:
      break;
    }
    line_.options.push_back({info.id, value});
    return true;
  }

  bool parseFile(const std::string &path, int depth) {
    std::ifstream file(path);
    if (!file)
      return fail(fmt::format("cannot read the options file '{}'", path));
    if (depth == 16)
      return fail(fmt::format("options file '{}' includes itself", path));
    std::stringstream text;
    text << file.rdbuf();
    return parseAll(splitWords(text.str()), depth + 1);
  }

  ParsedLine line_;
  std::vector<std::string> unknown_;
  std::map<OptionId, std::string> single_values_;
  bool forward_compiler_ = false;
  bool forward_linker_ = false;
  std::string error_;
};

} // namespace

std::span<const OptionInfo> optionTable() {
  static const std::vector<OptionInfo> table = makeTable();
  return table;
}

bool OptionInfo::hasChoice(std::string_view word) const {
  std::string_view rest = value.substr(1, value.size() - 2);
  while (true) {
    size_t end = rest.find('|');
    if (rest.substr(0, end) == word)
      return true;
    if (end == std::string_view::npos)
      return false;
    rest.remove_prefix(end + 1);
  }
}

Result<ParsedLine> parseOptions(const std::vector<std::string> &arguments) {
  return Parser().parse(arguments);
}

std::vector<std::string> splitList(std::string_view text) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      parts.back() += text[++i];
      continue;
    }
    if (c == '"')
      quoted = !quoted;
    if (c == ',' && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word)
        words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word)
    words.push_back(word);
  return words;
}

std::string helpText() {
  std::string text = "Usage: raddlecc [options] file...\n\n"
                     "Compiles CUDA C++ for the CPU; takes nvcc's options in nvcc's spellings.\n"
                     "Options marked * are accepted and change nothing.\n";
  std::string_view group;
  for (const OptionInfo &info : optionTable()) {
    if (info.effect == Effect::Refused)
      continue;
    if (info.group != group)
      text += fmt::format("\n{}:\n", group = info.group);
    std::string names = fmt::format("--{}", info.long_name);
    if (!info.value.empty())
      names += fmt::format(" {}", info.value);
    names += fmt::format(" (-{})", info.short_name);
    text += fmt::format("  {:<48}{}{}{}\n", names, names.size() < 48 ? "" : "\n" + std::string(50, ' '),
                        info.effect == Effect::Ignored ? "* " : "", info.help);
  }
  text += "\n@file reads more options from a file, as --options-file does.\n";
  text += "\nEnvironment: NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS (more options), NVCC_CCBIN (as -ccbin), "
          "RADDLE_CLANG (the clang++ to use).\n";
  return text;
}

} // namespace raddle::driver
