#include "ptx/syntax/lexer.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdlib>

namespace raddle::ptx {

namespace {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool continuesName(char c) { return isWordCharacter(c) || c == '.'; }
bool startsName(std::string_view text) {
  const bool prefixed = text.front() == '%' || text.front() == '.';
  return prefixed ? text.size() > 1 && isWordCharacter(text[1]) : isWordCharacter(text.front());
}

} // namespace

void Lexer::skipSpace() {
  for (;;) {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front())))
      text_.remove_prefix(1);
    if (text_.starts_with("//"))
      text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
    else if (text_.starts_with("/*"))
      text_.remove_prefix(std::min(text_.find("*/", 2), text_.size() - 2) + 2);
    else
      return;
  }
}

Token Lexer::number() {
  // 0f and 0d are followed by the bits of a float or double.
  const bool bits =
      text_.size() > 2 && text_[0] == '0' && std::isxdigit(static_cast<unsigned char>(text_[2]));
  const char letter = bits ? static_cast<char>(std::tolower(static_cast<unsigned char>(text_[1]))) : 0;
  Token token;
  const std::string text(text_.substr(0, 72));
  char *end = nullptr;
  if (letter == 'f' || letter == 'd') {
    token.kind = Token::Kind::Float;
    token.float_bits = letter == 'f' ? 32 : 64;
    token.value = std::strtoull(text.c_str() + 2, &end, 16);
    if (end - text.c_str() != (letter == 'f' ? 10 : 18))
      token.kind = Token::Kind::Bad;
  } else {
    token.kind = Token::Kind::Integer;
    const bool binary = letter == 'b';
    token.value = binary ? std::strtoull(text.c_str() + 2, &end, 2) : std::strtoull(text.c_str(), &end, 0);
    char *float_end = nullptr;
    const double number = std::strtod(text.c_str(), &float_end);
    if (letter == 0 && float_end > end) {
      token.kind = Token::Kind::Float;
      token.value = std::bit_cast<std::uint64_t>(number);
      end = float_end;
    } else if (*end == 'U' || *end == 'u') {
      ++end;
    }
  }
  std::size_t length = static_cast<std::size_t>(end - text.c_str());
  if (length < text_.size() && continuesName(text_[length]) && text_[length] != '.')
    token.kind = Token::Kind::Bad;
  token.text = text_.substr(0, length);
  return token;
}

Token Lexer::next() {
  Token token;
  token.text = text_.substr(0, 0);
  if (text_.empty())
    return token;
  const char first = text_.front();
  std::size_t length = 1;
  if (first == kArgumentMark) {
    while (length < text_.size() && std::isdigit(static_cast<unsigned char>(text_[length])))
      token.value = token.value * 10 + static_cast<unsigned>(text_[length++] - '0');
    token.kind = Token::Kind::Argument;
  } else if (std::isdigit(static_cast<unsigned char>(first))) {
    return number();
  } else if (startsName(text_)) {
    token.kind = Token::Kind::Name;
    // "::" occurs within modifiers such as .shared::cta.
    for (;;) {
      if (length < text_.size() && continuesName(text_[length]))
        ++length;
      else if (text_.substr(length).starts_with("::"))
        length += 2;
      else
        break;
    }
  } else if (first == '"') {
    const std::size_t end = text_.find('"', 1);
    token.kind = end == std::string_view::npos ? Token::Kind::Bad : Token::Kind::String;
    length = end == std::string_view::npos ? 1 : end + 1;
  } else {
    token.kind = Token::Kind::Punctuation;
    if (text_.starts_with("<<") || text_.starts_with(">>"))
      length = 2;
  }
  token.text = text_.substr(0, length);
  return token;
}

void Lexer::advance() {
  if (!token_.text.empty())
    passed_ = token_.text.data() + token_.text.size();
  skipSpace();
  token_ = next();
  text_.remove_prefix(token_.text.size());
}

} // namespace raddle::ptx
