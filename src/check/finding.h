// What the checker has found: which rule was broken, where, by whom, on what.
#ifndef RADDLE_CHECK_FINDING_H
#define RADDLE_CHECK_FINDING_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace raddle::check {

enum class Detector { kMemory, kInit, kRace, kSync };

/// In ascending order. Notes never change an exit status.
enum class Severity { kNote, kWarning, kError };

enum class Rule {
#define CHECK_RULE(name, id, detector, severity, title, advice) name,
#include "check/rules.def"
#undef CHECK_RULE
};

struct RuleFacts {
  Rule rule;
  const char *id; // "out-of-bounds-shared"
  Detector detector;
  Severity severity;
  const char *title;  // what it is, for lists of rules
  const char *advice; // how it is mended in general, or ""
};

std::span<const RuleFacts> allRules();
const RuleFacts &factsOf(Rule rule);
std::optional<Rule> ruleOf(std::string_view id);

const char *nameOf(Detector detector); // "memory"
const char *nameOf(Severity severity); // "error"

/// Where something stands in the source. Any part may be unknown: "", 0. The file has the name by which it was compiled.
struct Place {
  std::string file;
  unsigned line = 0, column = 0;
  std::string function;
  std::string path = {}; // of the file, absolute; "" where it is unknown

  bool isKnown() const { return !file.empty(); }
  /// "app.cu:12:5", or "".
  std::string text() const;
  bool operator==(const Place &) const = default;
};

/// Who did it. Any part may be unknown.
struct Who {
  std::string kernel = {};                  // as the user writes it; "" for the host
  std::optional<std::uint32_t> launch = {}; // of kernels with this name, from 0
  std::optional<RaddleDim3> block = {}, thread = {};
  std::optional<std::uint32_t> warp = {}, lane = {};
  std::string stream = {}; // "stream 2"; "" where it does not matter

  /// "kernel 'f(int*)', block (0,0,0), thread (33,0,0), warp 1, lane 1"; "" when nothing is known.
  std::string text() const;
};

/// One of the two things that do not go together: an access, an allocation, a call.
struct Access {
  Who who = {};
  std::vector<Place> stack = {}; // innermost first
  std::string what = {};         // of the second: "allocated here", "freed here", "the earlier write"
  bool write = false;
  unsigned bytes = 0; // 0: it is no access
  std::uintptr_t address = 0;

  /// The innermost known place of the program itself.
  Place place() const;
};

/// A line after the first one: what else is known, and where.
struct Note {
  std::string text;
  Place place = {};
};

struct Finding {
  Rule rule = Rule::kWildAddress;
  Severity severity = Severity::kError;
  std::string what;   // the first line: "write of 4 bytes past the end of an array"
  std::string object; // "tile[33]", "byte 132 of 128 bytes allocated at app.cu:21:3", or ""
  Access here;
  std::optional<Access> other = {};
  std::vector<Note> notes = {};
  std::string ordered_by = {}; // of races: what would have ordered the two
  std::string advice = {};     // how to mend it, in one line
  std::uint64_t count = 1;     // how often it happened
  // The first line in the words of NVIDIA's tool, where they do not follow from the rest; or "".
  std::string words_of_sanitizer = {};

  /// One with the severity and advice of its rule.
  static Finding of(Rule rule, std::string what);
};

/// What makes two findings one: the rule and the pair of places; where no place is known, what was found.
using Identity = std::tuple<Rule, std::string, std::string, std::string>;
Identity identityOf(const Finding &finding);

} // namespace raddle::check

#endif
