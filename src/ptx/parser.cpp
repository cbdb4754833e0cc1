#include "ptx/parser.h"

#include "ptx/lexer.h"

#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace raddle::ptx {

namespace {

std::vector<std::string> splitAtDots(std::string_view opcode) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    parts.emplace_back(opcode.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// b0, h1, b7531, h32: bytes and halfwords of a register.
bool isSelector(std::string_view text) {
  return text.size() > 1 && text.size() < 6 && (text.front() == 'b' || text.front() == 'h') &&
         text.find_first_not_of("01234567", 1) == std::string_view::npos;
}

class Parser {
public:
  explicit Parser(std::string_view text) : lexer_(text) { program_.parent_scopes.push_back(0); }

  Result<Program> parse() {
    while (problem_.empty() && lexer_.token().kind != Token::Kind::End)
      parseStatement();
    if (problem_.empty() && scope_ != 0)
      fail("'}' is missing at the end");
    if (!problem_.empty())
      return Error{problem_};
    return std::move(program_);
  }

private:
  const Token &token() const { return lexer_.token(); }
  bool isPunctuation(std::string_view text) const {
    return token().kind == Token::Kind::Punctuation && token().text == text;
  }
  bool accept(std::string_view punctuation) {
    if (!isPunctuation(punctuation))
      return false;
    lexer_.advance();
    return true;
  }

  void fail(std::string_view what) {
    if (!problem_.empty())
      return;
    const std::string seen =
        token().kind == Token::Kind::End ? "the end" : "'" + quotable(token().text) + "'";
    problem_ = fmt::format("{}, before {}", what, seen);
    if (statement_begin_ && lexer_.passed() > statement_begin_)
      problem_ += fmt::format(", behind \"{}\"", quotable(textSinceBegin()));
  }
  void expect(std::string_view punctuation) {
    if (!accept(punctuation))
      fail(fmt::format("'{}' is missing", punctuation));
  }
  std::string_view textSinceBegin() const {
    return {statement_begin_, static_cast<std::size_t>(lexer_.passed() - statement_begin_)};
  }

  void parseStatement() {
    statement_begin_ = lexer_.begin();
    if (accept(";"))
      return;
    if (accept("{")) {
      program_.parent_scopes.push_back(scope_);
      scope_ = static_cast<unsigned>(program_.parent_scopes.size() - 1);
      return;
    }
    if (isPunctuation("}")) {
      if (scope_ == 0)
        return fail("there is no '{' for this '}'");
      lexer_.advance();
      scope_ = program_.parent_scopes[scope_];
      return;
    }
    if (token().kind == Token::Kind::Name && token().text.front() == '.')
      return parseDirective();
    parseInstruction();
  }

  void add(Statement statement) {
    statement.scope = scope_;
    statement.text = quotable(textSinceBegin());
    program_.statements.push_back(std::move(statement));
  }

  // .reg .v2 .u32 a, b<4>, c;
  void parseDirective() {
    std::string directive(token().text);
    lexer_.advance();
    if (directive.starts_with(".loc") || directive.starts_with(".file") || directive.starts_with(".pragma"))
      return skipDirective(directive);
    if (directive != ".reg" && !directive.starts_with(".reg."))
      return fail(fmt::format("the directive '{}' is not supported within asm", directive));
    // ".reg.u32" is one word to the lexer.
    std::string types = directive.substr(4);
    while (token().kind == Token::Kind::Name && token().text.front() == '.') {
      types += token().text;
      lexer_.advance();
    }
    Statement statement;
    statement.kind = Statement::Kind::Registers;
    for (const std::string &part : splitAtDots(types))
      if (part == "v2" || part == "v4")
        statement.lanes = part == "v2" ? 2 : 4;
      else if (!part.empty())
        statement.type = part;
    do {
      if (token().kind != Token::Kind::Name)
        return fail("the name of a register is missing");
      std::string name(token().text);
      lexer_.advance();
      if (accept("<")) {
        const std::uint64_t count = token().value;
        if (token().kind != Token::Kind::Integer || count > 4096)
          return fail("how many registers is missing");
        lexer_.advance();
        for (std::uint64_t i = 0; i < count; ++i)
          statement.names.push_back(fmt::format("{}{}", name, i));
        expect(">");
      } else {
        statement.names.push_back(std::move(name));
      }
    } while (accept(","));
    expect(";");
    add(std::move(statement));
  }

  // .loc has no semicolon: its last word is a number, or `inlined_at` and what follows.
  void skipDirective(const std::string &directive) {
    if (directive == ".pragma") {
      while (token().kind != Token::Kind::End && !accept(";"))
        lexer_.advance();
      return;
    }
    while (token().kind == Token::Kind::Integer || isPunctuation(",") || isPunctuation("\""))
      lexer_.advance();
  }

  void parseInstruction() {
    Statement statement;
    if (accept("@")) {
      statement.guard_negated = accept("!");
      if (token().kind == Token::Kind::Argument)
        return fail("a predicate must be a register that the asm declares (.reg .pred)");
      if (token().kind != Token::Kind::Name)
        return fail("the name of a predicate is missing");
      statement.guard = token().text;
      lexer_.advance();
    }
    if (token().kind != Token::Kind::Name || token().text.front() == '%')
      return fail("an instruction is missing");
    const std::string word(token().text);
    lexer_.advance();
    if (statement.guard.empty() && accept(":")) {
      statement.kind = Statement::Kind::Label;
      statement.name = word;
      return add(std::move(statement));
    }
    statement.opcode = splitAtDots(word);
    if (word == "call" || word.starts_with("call."))
      return fail("calls of functions are not supported within asm");
    if (!isPunctuation(";"))
      do
        statement.operands.push_back(parseOperand());
      while (problem_.empty() && accept(","));
    expect(";");
    add(std::move(statement));
  }

  Operand parseOperand() {
    Operand operand = parseSimpleOperand();
    if (problem_.empty() && accept("|")) {
      Operand pair;
      pair.kind = Operand::Kind::Pair;
      pair.parts = {std::move(operand), parseSimpleOperand()};
      return pair;
    }
    return operand;
  }

  Operand parseSimpleOperand() {
    Operand operand;
    if (accept("[")) {
      operand.kind = Operand::Kind::Address;
      parseAddress(operand);
    } else if (accept("{")) {
      operand.kind = Operand::Kind::Vector;
      do
        operand.parts.push_back(parseSimpleOperand());
      while (problem_.empty() && accept(","));
      expect("}");
    } else if (accept("!")) {
      operand.kind = Operand::Kind::Not;
      operand.parts.push_back(parseSimpleOperand());
    } else if (token().kind == Token::Kind::Argument) {
      operand.kind = Operand::Kind::Argument;
      operand.argument = static_cast<unsigned>(token().value);
      lexer_.advance();
      // %0.b1: the dot follows at once.
      if (token().kind == Token::Kind::Name && token().text.data() == lexer_.passed() &&
          token().text.front() == '.') {
        operand.selector = token().text.substr(1);
        lexer_.advance();
      }
    } else if (token().kind == Token::Kind::Name) {
      operand.kind = token().text == "_" ? Operand::Kind::Sink : Operand::Kind::Name;
      operand.name = token().text;
      if (const std::size_t dot = operand.name.rfind('.');
          dot != std::string::npos && isSelector(operand.name.substr(dot + 1))) {
        operand.selector = operand.name.substr(dot + 1);
        operand.name.erase(dot);
      }
      lexer_.advance();
    } else {
      parseConstant(operand);
    }
    return operand;
  }

  // [%0], [r + 16], [r + -4], [128]
  void parseAddress(Operand &address) {
    if (token().kind == Token::Kind::Name || token().kind == Token::Kind::Argument) {
      address.parts.push_back(parseSimpleOperand());
      const bool minus = isPunctuation("-");
      if (minus || isPunctuation("+")) {
        lexer_.advance();
        if (token().kind == Token::Kind::Name || token().kind == Token::Kind::Argument)
          return fail(
              "an address is a register and a constant: add registers in an instruction of their own");
        const std::uint64_t offset = parseSum();
        address.value = minus ? 0 - offset : offset;
      }
    } else {
      address.value = parseSum();
    }
    if (isPunctuation(","))
      return fail("tensor coordinates are not supported");
    expect("]");
  }

  // ---- Constants ----

  void parseConstant(Operand &operand) {
    const bool minus = isPunctuation("-");
    Lexer ahead = lexer_;
    if (minus)
      ahead.advance();
    if (ahead.token().kind == Token::Kind::Float) {
      lexer_ = ahead;
      operand.kind = Operand::Kind::Float;
      operand.float_bits = token().float_bits;
      const std::uint64_t sign = operand.float_bits == 32 ? 1ull << 31 : 1ull << 63;
      operand.value = token().value ^ (minus ? sign : 0);
      lexer_.advance();
      return;
    }
    operand.kind = Operand::Kind::Integer;
    operand.value = parseSum();
  }

  // Constant expressions, by precedence: bits, shifts, sums, products.
  std::uint64_t parseSum() {
    std::uint64_t value = parseTerms();
    for (;;) {
      if (accept("<<"))
        value <<= parseTerms() & 63;
      else if (accept(">>"))
        value >>= parseTerms() & 63;
      else if (accept("&"))
        value &= parseTerms();
      else if (accept("^"))
        value ^= parseTerms();
      else
        return value;
    }
  }
  std::uint64_t parseTerms() {
    std::uint64_t value = parseProduct();
    for (;;) {
      if (accept("+"))
        value += parseProduct();
      else if (accept("-"))
        value -= parseProduct();
      else
        return value;
    }
  }
  std::uint64_t parseProduct() {
    std::uint64_t value = parseFactor();
    for (;;) {
      if (accept("*")) {
        value *= parseFactor();
      } else if (isPunctuation("/") || isPunctuation("%")) {
        const bool quotient = accept("/") || !accept("%");
        const std::uint64_t divisor = parseFactor();
        if (divisor == 0) {
          fail("a constant is divided by zero");
          return 0;
        }
        value = quotient ? value / divisor : value % divisor;
      } else {
        return value;
      }
    }
  }
  std::uint64_t parseFactor() {
    if (accept("-"))
      return 0 - parseFactor();
    if (accept("+"))
      return parseFactor();
    if (accept("~"))
      return ~parseFactor();
    if (accept("(")) {
      const std::uint64_t value = parseSum();
      expect(")");
      return value;
    }
    if (token().kind != Token::Kind::Integer) {
      fail("an operand is missing");
      return 0;
    }
    const std::uint64_t value = token().value;
    lexer_.advance();
    return value;
  }

  Lexer lexer_;
  Program program_;
  unsigned scope_ = 0;
  const char *statement_begin_ = nullptr;
  std::string problem_;
};

} // namespace

Result<Program> parse(std::string_view text) { return Parser(text).parse(); }

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
