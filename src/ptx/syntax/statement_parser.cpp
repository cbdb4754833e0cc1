#include "ptx/syntax/statement_parser.h"

#include "ptx/syntax/declaration_parser.h"
#include "ptx/syntax/operand_parser.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace raddle::ptx {

namespace {

// That one name with a count declares; beyond any real program.
constexpr std::uint64_t kMostRegisters = 4096, kMostRegistersOfFunction = 1 << 17;

bool isVariableSpace(std::string_view directive) {
  const std::string_view space = directive.substr(0, directive.find('.', 1));
  return space == ".local" || space == ".shared" || space == ".param" || space == ".global" ||
         space == ".const" || space == ".extern";
}

} // namespace

Program StatementParser::parseText() {
  while (!reader_.hasFailed() && !reader_.is(Token::Kind::End))
    parseStatement();
  if (scope_ != 0)
    reader_.fail("'}' is missing at the end");
  return std::move(program_);
}

Program StatementParser::parseBody() {
  while (!reader_.hasFailed() && !(scope_ == 0 && reader_.isPunctuation("}"))) {
    if (reader_.is(Token::Kind::End))
      reader_.fail("'}' is missing at the end of a function");
    else
      parseStatement();
  }
  reader_.expect("}");
  return std::move(program_);
}

void StatementParser::parseStatement() {
  reader_.beginStatement();
  line_ = reader_.line();
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
  if (reader_.isDirective())
    return parseDirective();
  parseInstruction();
}

void StatementParser::add(Statement statement) {
  statement.scope = scope_;
  statement.line = line_;
  statement.text = quotable(reader_.statementText());
  program_.statements.push_back(std::move(statement));
}

void StatementParser::parseDirective() {
  const std::string_view next = reader_.token().text;
  if (source_ == Source::Module && isVariableSpace(next))
    return parseVariables();
  const std::string directive = reader_.take();
  if (source_ == Source::Module && directive == ".loc")
    return parsePlace();
  if (directive.starts_with(".loc") || directive.starts_with(".file") || directive.starts_with(".pragma"))
    return skipDirective(directive);
  if (directive != ".reg" && !directive.starts_with(".reg."))
    return reader_.fail(fmt::format("the directive '{}' is not supported within {}", directive,
                                    source_ == Source::Asm ? "asm" : "a function"));
  // To the lexer ".reg.u32" is one word.
  parseRegisters(directive.substr(4));
}

// .reg .v2 .u32 a, b<4>, c;
void StatementParser::parseRegisters(std::string types) {
  while (reader_.isDirective())
    types += reader_.take();
  Statement statement;
  statement.kind = Statement::Kind::Registers;
  for (const std::string &part : splitAtDots(types))
    if (part == "v2" || part == "v4")
      statement.lanes = part == "v2" ? 2 : 4;
    else if (!part.empty())
      statement.type = part;
  parseRegisterNames(statement);
  reader_.expect(";");
  add(std::move(statement));
}

void StatementParser::parseRegisterNames(Statement &statement) {
  const std::uint64_t most = source_ == Source::Asm ? kMostRegisters : kMostRegistersOfFunction;
  do {
    if (!reader_.is(Token::Kind::Name))
      return reader_.fail("the name of a register is missing");
    std::string name = reader_.take();
    if (!reader_.accept("<")) {
      statement.names.push_back(std::move(name));
      continue;
    }
    const std::uint64_t count = reader_.token().value;
    if (!reader_.is(Token::Kind::Integer) || count > most)
      return reader_.fail("how many registers is missing");
    reader_.advance();
    for (std::uint64_t i = 0; i < count; ++i)
      statement.names.push_back(fmt::format("{}{}", name, i));
    reader_.expect(">");
  } while (reader_.accept(","));
}

void StatementParser::parseVariables() {
  const Variable common = parseDeclarationPrefix(reader_);
  do {
    Statement statement;
    statement.kind = Statement::Kind::Variable;
    const std::vector<Variable> declared = parseDeclarators(reader_, common);
    for (const Variable &variable : declared) {
      statement.variable = variable;
      add(statement);
    }
  } while (!reader_.hasFailed() && reader_.accept(","));
  reader_.expect(";");
}

// What follows "name:" where that is more than a label.
void StatementParser::parseNamed(const std::string &name) {
  Statement statement;
  statement.name = name;
  if (reader_.take() == ".callprototype") {
    statement.kind = Statement::Kind::Prototype;
    statement.signature = parseSignature(reader_).signature;
    while (reader_.isDirective()) // .noreturn
      reader_.advance();
  } else {
    statement.kind = Statement::Kind::Targets;
    do
      if (reader_.is(Token::Kind::Name))
        statement.names.push_back(reader_.take());
      else
        reader_.fail("the name of a label or function is missing");
    while (!reader_.hasFailed() && reader_.accept(","));
  }
  reader_.expect(";");
  add(std::move(statement));
}

// .loc 1 14 5 [, function_name $L__info_string0, inlined_at 1 20 3], without a semicolon.
void StatementParser::parsePlace() {
  Statement statement;
  statement.kind = Statement::Kind::Place;
  for (unsigned *number : {&statement.file, &statement.source_line, &statement.column}) {
    if (!reader_.is(Token::Kind::Integer))
      return reader_.fail(".loc has three numbers");
    *number = static_cast<unsigned>(reader_.token().value);
    reader_.advance();
  }
  add(std::move(statement));
  while (reader_.accept(",")) {
    const std::string word = reader_.is(Token::Kind::Name) ? reader_.take() : std::string();
    if (word == "function_name") {
      reader_.advance();
      if (reader_.accept("+"))
        reader_.advance();
    } else if (word == "inlined_at" || word.empty()) {
      for (unsigned i = 0; i < 3 && reader_.is(Token::Kind::Integer); ++i)
        reader_.advance();
    } else {
      return reader_.fail("there is no such part of .loc");
    }
  }
}

// .loc has no semicolon: its last word is a number, or `inlined_at` and what follows.
void StatementParser::skipDirective(const std::string &directive) {
  if (directive == ".pragma")
    return reader_.skipPast(";");
  while (reader_.is(Token::Kind::Integer) || reader_.isPunctuation(",") || reader_.is(Token::Kind::String))
    reader_.advance();
}

void StatementParser::parseInstruction() {
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
    if (source_ == Source::Module && reader_.is(Token::Kind::Name) &&
        (reader_.token().text == ".callprototype" || reader_.token().text == ".branchtargets" ||
         reader_.token().text == ".calltargets"))
      return parseNamed(word);
    statement.kind = Statement::Kind::Label;
    statement.name = word;
    return add(std::move(statement));
  }
  statement.opcode = splitAtDots(word);
  if (statement.opcode[0] != "call")
    parseOperands(statement);
  else if (source_ == Source::Module)
    parseCall(statement);
  else
    return reader_.fail("calls of functions are not supported within asm");
  reader_.expect(";");
  add(std::move(statement));
}

void StatementParser::parseOperands(Statement &statement) {
  if (reader_.isPunctuation(";"))
    return;
  do {
    Operand operand = parseOperand(reader_);
    const bool has_coordinates = operand.kind == Operand::Kind::Address && operand.parts.size() == 2;
    if (has_coordinates)
      std::ranges::move(operand.parts, std::back_inserter(statement.operands));
    else
      statement.operands.push_back(std::move(operand));
  } while (!reader_.hasFailed() && reader_.accept(","));
}

// call.uni (result), function, (a, b), prototype;
void StatementParser::parseCall(Statement &statement) {
  const auto parseList = [this](std::vector<Operand> &list) {
    if (reader_.accept(")"))
      return;
    do
      list.push_back(parseOperand(reader_));
    while (!reader_.hasFailed() && reader_.accept(","));
    reader_.expect(")");
  };
  statement.kind = Statement::Kind::Call;
  if (reader_.accept("(")) {
    parseList(statement.results);
    reader_.expect(",");
  }
  statement.operands.push_back(parseOperand(reader_));
  if (reader_.accept(",")) {
    if (reader_.accept("("))
      parseList(statement.operands);
    else if (reader_.is(Token::Kind::Name))
      statement.name = reader_.take();
  }
  if (statement.name.empty() && reader_.accept(",") && reader_.is(Token::Kind::Name))
    statement.name = reader_.take();
}

} // namespace raddle::ptx
