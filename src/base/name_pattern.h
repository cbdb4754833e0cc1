// What a user writes to choose kernels by name: the name as it is listed, with all its brackets and stars, or a regular expression.
#ifndef RADDLE_BASE_NAME_PATTERN_H
#define RADDLE_BASE_NAME_PATTERN_H

#include <optional>
#include <regex>
#include <string>

namespace raddle {

class NamePattern {
public:
  explicit NamePattern(std::string text);

  /// Whether names can match at all: the text is a regular expression, or may be a name: "f(int**)".
  bool isValid() const { return isExpression() || looksLikeName(); }
  bool isExpression() const { return expression_.has_value(); }

  /// Whether the name is the text, contains it as a whole word, or contains what matches the regular expression. "" matches all.
  bool matches(const std::string &name) const;

  const std::string &text() const { return text_; }

private:
  bool looksLikeName() const;
  bool isIn(const std::string &name) const;

  std::string text_;
  std::optional<std::regex> expression_; // where the text is one
};

} // namespace raddle

#endif
