#include "ptx/syntax/token_reader.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace raddle::ptx {

Token TokenReader::nextToken() const {
  Lexer ahead = lexer_;
  ahead.advance();
  return ahead.token();
}

bool TokenReader::isPunctuation(std::string_view text) const {
  return is(Token::Kind::Punctuation) && token().text == text;
}

std::string TokenReader::take() {
  std::string text(token().text);
  advance();
  return text;
}

bool TokenReader::accept(std::string_view punctuation) {
  const bool accepted = isPunctuation(punctuation);
  if (accepted)
    advance();
  return accepted;
}

void TokenReader::expect(std::string_view punctuation) {
  if (!accept(punctuation))
    fail(fmt::format("'{}' is missing", punctuation));
}

void TokenReader::skipPast(std::string_view punctuation) {
  while (!is(Token::Kind::End) && !accept(punctuation))
    advance();
}

std::string_view TokenReader::statementText() const {
  return {statement_begin_, static_cast<std::size_t>(lexer_.passed() - statement_begin_)};
}

unsigned TokenReader::line() {
  const char *here = lexer_.begin();
  if (here > counted_) {
    line_ += static_cast<unsigned>(std::count(counted_, here, '\n'));
    counted_ = here;
  }
  return line_;
}

void TokenReader::fail(std::string_view what) {
  if (hasFailed())
    return;
  const std::string seen = is(Token::Kind::End) ? "the end" : "'" + quotable(token().text) + "'";
  problem_ = fmt::format("{}, before {}", what, seen);
  if (statement_begin_ && lexer_.passed() > statement_begin_)
    problem_ += fmt::format(", after \"{}\"", quotable(statementText()));
}

std::string quotable(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      if (!result.empty() && result.back() != ' ')
        result += ' ';
    } else {
      result += c == kArgumentMark ? '%' : c;
    }
  }
  return result;
}

} // namespace raddle::ptx
