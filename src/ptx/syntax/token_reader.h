// The words of PTX, as the parsers of statements, operands and constants take them.
#ifndef RADDLE_PTX_SYNTAX_TOKEN_READER_H
#define RADDLE_PTX_SYNTAX_TOKEN_READER_H

#include "ptx/syntax/lexer.h"

#include <string>
#include <string_view>

namespace raddle::ptx {

/// Reads one token after the other and keeps the first problem that a parser finds.
class TokenReader {
public:
  explicit TokenReader(std::string_view text) : lexer_(text), counted_(text.data()) {}

  const Token &token() const { return lexer_.token(); }
  /// The token after this one.
  Token nextToken() const;
  bool is(Token::Kind kind) const { return token().kind == kind; }
  bool isPunctuation(std::string_view text) const;
  bool isDirective() const { return is(Token::Kind::Name) && token().text.front() == '.'; }
  /// Whether nothing stands between this token and the one before it.
  bool followsAtOnce() const { return token().text.data() == lexer_.passed(); }

  void advance() { lexer_.advance(); }
  /// The text of this token, which is passed.
  std::string take();
  /// Whether the token is this one, which is then passed.
  bool accept(std::string_view punctuation);
  /// It is a problem where the token is another one.
  void expect(std::string_view punctuation);

  /// Passes all tokens up to this one, and it; up to the end where there is none.
  void skipPast(std::string_view punctuation);
  /// A PTX statement begins with this token; problems and `statementText` quote from here.
  void beginStatement() { statement_begin_ = lexer_.begin(); }
  std::string_view statementText() const;
  /// The line of this token, from 1.
  unsigned line();

  void fail(std::string_view what);
  bool hasFailed() const { return !problem_.empty(); }
  const std::string &problem() const { return problem_; }

private:
  Lexer lexer_;
  const char *statement_begin_ = nullptr;
  const char *counted_; // up to here, `line_` has counted the ends of lines
  unsigned line_ = 1;
  std::string problem_;
};

/// A piece of text for a message: operands as %0, space as single blanks.
std::string quotable(std::string_view text);

} // namespace raddle::ptx

#endif
