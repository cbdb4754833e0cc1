// The words of PTX.
#ifndef RADDLE_PTX_SYNTAX_LEXER_H
#define RADDLE_PTX_SYNTAX_LEXER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace raddle::ptx {

/// In the text that is parsed, this and a decimal number stand for an operand of the asm statement.
constexpr char kArgumentMark = '\x01';

struct Token {
  enum class Kind { Name, Argument, Integer, Float, String, Punctuation, End, Bad };

  Kind kind = Kind::End;
  std::string_view text;   // Name: with the dots in it ("ld.global.u32", "%tid.x", ".reg"); String: with its quotes
  std::uint64_t value = 0; // Argument, Integer; Float: the bits, see Operand
  unsigned float_bits = 0;
};

/// Hands out one token after the other; skips space and comments.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  const Token &token() const { return token_; }
  void advance();

  /// The text between a token that was seen and the end of the last one that was passed.
  const char *begin() const { return token_.text.data(); }
  const char *passed() const { return passed_; }

private:
  void skipSpace();
  Token next();
  Token number();

  std::string_view text_;
  Token token_;
  const char *passed_ = nullptr;
};

} // namespace raddle::ptx

#endif
