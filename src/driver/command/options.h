// nvcc's option grammar: from argv to a list of recognised options and a list of input files.
//
// CLI11, which the raddle command uses, cannot express this grammar: long names after one dash
// (-gencode), values joined to some names but not to others (-Idir, yet -o file), lists split at commas
// with quotes and backslashes, and options with the same meaning under unlike names. Hence a parser of
// our own, driven by options.def.
#ifndef RADDLE_DRIVER_COMMAND_OPTIONS_H
#define RADDLE_DRIVER_COMMAND_OPTIONS_H

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::driver {

enum class OptionId {
#define RADDLE_OPTION(id, ...) id,
#include "driver/command/options.def"
};

enum class Spelling { Separate, Joined };
enum class Effect { Acts, Ignored, Refused };

/// One row of options.def.
struct OptionInfo {
  OptionId id;
  std::string_view group;
  std::string_view long_name;  // without its two dashes
  std::string_view short_name; // without its dash
  std::string_view value;      // what --help shows in place of the value; "" for a flag
  Spelling spelling;
  Effect effect;
  std::string_view help;

  bool isFlag() const { return value.empty(); }
  /// Values are split at commas.
  bool isList() const { return value.ends_with(",..."); }
  bool isRepeatable() const { return value.ends_with("..."); }
  bool isNumber() const { return value == "<number>"; }
  bool isChoice() const { return value.starts_with('{'); }
  /// Whether `word` is one of the words of a choice.
  bool hasChoice(std::string_view word) const;
};

std::span<const OptionInfo> optionTable();

struct ParsedOption {
  OptionId id;
  std::string value; // "" for a flag; one element of a list
};

struct ParsedLine {
  std::vector<ParsedOption> options; // in the order given; a list option appears once per element
  std::vector<std::string> inputs;   // in the order given
  std::vector<std::string> forwarded_to_compiler;
  std::vector<std::string> forwarded_to_linker;
  std::vector<std::string> warnings;
};

/// Parses the arguments after the program's name. The error names the option and, when it is unknown,
/// the nearest one that exists.
Result<ParsedLine> parseOptions(const std::vector<std::string> &arguments);

/// Splits at commas outside double quotes; a backslash takes the next character as it is.
std::vector<std::string> splitList(std::string_view text);

/// Splits into words as a shell does: blanks, quotes, backslashes.
std::vector<std::string> splitWords(std::string_view text);

/// The text of --help.
std::string helpText();

} // namespace raddle::driver

#endif
