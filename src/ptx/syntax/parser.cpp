#include "ptx/syntax/parser.h"

#include "ptx/syntax/operand_parser.h"
#include "ptx/syntax/token_reader.h"

#include <fmt/format.h>

namespace raddle::ptx {

namespace {

constexpr std::uint64_t kMostRegisters = 4096; // that one name with a count declares; beyond any real program

std::vector<std::string> splitAtDots(std::string_view opcode) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    parts.emplace_back(opcode.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool isDirective(const TokenReader &reader) {
  return reader.is(Token::Kind::Name) && reader.token().text.front() == '.';
}

/// Reads statements in their scopes.
class Parser {
public:
  explicit Parser(std::string_view text) : reader_(text) { program_.parent_scopes.push_back(0); }

  Result<Program> parse() {
    while (!reader_.hasFailed() && !reader_.is(Token::Kind::End))
      parseStatement();
    if (scope_ != 0)
      reader_.fail("'}' is missing at the end");
    if (reader_.hasFailed())
      return Error{reader_.problem()};
    return std::move(program_);
  }

private:
  void parseStatement() {
    reader_.beginStatement();
    if (reader_.accept(";"))
      return;
    if (reader_.accept("{")) {
      program_.parent_scopes.push_back(scope_);
      scope_ = static_cast<unsigned>(program_.parent_scopes.size() - 1);
      return;
    }
    if (reader_.isPunctuation("}")) {
      if (scope_ == 0)
        return reader_.fail("there is no '{' for this '}'");
      reader_.advance();
      scope_ = program_.parent_scopes[scope_];
      return;
    }
    if (isDirective(reader_))
      return parseDirective();
    parseInstruction();
  }

  void add(Statement statement) {
    statement.scope = scope_;
    statement.text = quotable(reader_.statementText());
    program_.statements.push_back(std::move(statement));
  }

  void parseDirective() {
    const std::string directive = reader_.take();
    if (directive.starts_with(".loc") || directive.starts_with(".file") || directive.starts_with(".pragma"))
      return skipDirective(directive);
    if (directive != ".reg" && !directive.starts_with(".reg."))
      return reader_.fail(fmt::format("the directive '{}' is not supported within asm", directive));
    // To the lexer ".reg.u32" is one word.
    parseRegisters(directive.substr(4));
  }

  // .reg .v2 .u32 a, b<4>, c;
  void parseRegisters(std::string types) {
    while (isDirective(reader_))
      types += reader_.take();
    Statement statement;
    statement.kind = Statement::Kind::Registers;
    for (const std::string &part : splitAtDots(types))
      if (part == "v2" || part == "v4")
        statement.lanes = part == "v2" ? 2 : 4;
      else if (!part.empty())
        statement.type = part;
    do {
      if (!reader_.is(Token::Kind::Name))
        return reader_.fail("the name of a register is missing");
      std::string name = reader_.take();
      if (!reader_.accept("<")) {
        statement.names.push_back(std::move(name));
        continue;
      }
      const std::uint64_t count = reader_.token().value;
      if (!reader_.is(Token::Kind::Integer) || count > kMostRegisters)
        return reader_.fail("how many registers is missing");
      reader_.advance();
      for (std::uint64_t i = 0; i < count; ++i)
        statement.names.push_back(fmt::format("{}{}", name, i));
      reader_.expect(">");
    } while (reader_.accept(","));
    reader_.expect(";");
    add(std::move(statement));
  }

  // .loc has no semicolon: its last word is a number, or `inlined_at` and what follows.
  void skipDirective(const std::string &directive) {
    if (directive == ".pragma") {
      while (!reader_.is(Token::Kind::End) && !reader_.accept(";"))
        reader_.advance();
      return;
    }
    while (reader_.is(Token::Kind::Integer) || reader_.isPunctuation(",") || reader_.isPunctuation("\""))
      reader_.advance();
  }

  void parseInstruction() {
    Statement statement;
    if (reader_.accept("@")) {
      statement.guard_negated = reader_.accept("!");
      if (reader_.is(Token::Kind::Argument))
        return reader_.fail("a predicate must be a register that the asm declares (.reg .pred)");
      if (!reader_.is(Token::Kind::Name))
        return reader_.fail("the name of a predicate is missing");
      statement.guard = reader_.take();
    }
    if (!reader_.is(Token::Kind::Name) || reader_.token().text.front() == '%')
      return reader_.fail("an instruction is missing");
    const std::string word = reader_.take();
    if (statement.guard.empty() && reader_.accept(":")) {
      statement.kind = Statement::Kind::Label;
      statement.name = word;
      return add(std::move(statement));
    }
    statement.opcode = splitAtDots(word);
    if (word == "call" || word.starts_with("call."))
      return reader_.fail("calls of functions are not supported within asm");
    if (!reader_.isPunctuation(";"))
      do
        statement.operands.push_back(parseOperand(reader_));
      while (!reader_.hasFailed() && reader_.accept(","));
    reader_.expect(";");
    add(std::move(statement));
  }

  TokenReader reader_;
  Program program_;
  unsigned scope_ = 0;
};

} // namespace

Result<Program> parse(std::string_view text) { return Parser(text).parse(); }

} // namespace raddle::ptx
