#include "ptx/syntax/declaration_parser.h"

#include "ptx/syntax/constant_expression.h"

#include <fmt/format.h>

namespace raddle::ptx {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostInitial = std::uint64_t{1} << 28; // elements of an initialiser
constexpr std::uint64_t kMostNames = 1 << 16;                  // that one name with a count declares

bool isSpace(std::string_view part) {
  return part == "global" || part == "const" || part == "shared" || part == "local" || part == "param" ||
         part == "reg";
}

void parseAlignment(TokenReader &reader, Variable &variable) {
  const std::uint64_t alignment = reader.token().value;
  if (!reader.is(Token::Kind::Integer) || alignment == 0 || alignment > 1 << 20 ||
      (alignment & (alignment - 1)) != 0)
    return reader.fail(".align has a power of two");
  variable.alignment = static_cast<unsigned>(alignment);
  reader.advance();
}

// .attribute(.managed), .attribute(.unified(1, 2))
void parseAttribute(TokenReader &reader, Variable &variable) {
  reader.expect("(");
  for (unsigned depth = 1; depth != 0 && !reader.hasFailed(); reader.advance()) {
    if (reader.is(Token::Kind::End))
      return reader.fail("')' is missing");
    variable.is_managed |= reader.token().text == ".managed";
    depth += reader.isPunctuation("(");
    depth -= reader.isPunctuation(")");
  }
}

void takePart(TokenReader &reader, const std::string &part, Variable &variable) {
  if (part == "align")
    parseAlignment(reader, variable);
  else if (part == "attribute")
    parseAttribute(reader, variable);
  else if (part == "extern")
    variable.is_external = true;
  else if (part == "visible")
    variable.is_visible = true;
  else if (part == "weak" || part == "common")
    variable.is_weak = true;
  else if (part == "v2" || part == "v4" || part == "v8")
    variable.lanes = static_cast<unsigned>(part[1] - '0');
  else if (part == "shared::cta" || part == "shared::cluster")
    variable.space = "shared";
  else if (isSpace(part) && variable.space.empty())
    variable.space = part;
  else if (variable.space == "param" && (part == "ptr" || isSpace(part)))
    return; // .ptr .global: what a parameter points to
  else if (!isSpace(part) && variable.type.empty())
    variable.type = part;
  else
    reader.fail(fmt::format("'.{}' cannot stand here", part));
}

// In a parameter, what follows .ptr is about the memory that it points to.
void parsePointee(TokenReader &reader) {
  while (reader.isDirective()) {
    Variable ignored;
    ignored.space = "param";
    for (const std::string &part : splitAtDots(reader.take().substr(1)))
      takePart(reader, part, ignored);
  }
}

// generic(symbol), symbol, symbol + 4
void parseAddress(TokenReader &reader, Initial &initial) {
  const bool generic = reader.token().text == "generic" && reader.nextToken().text == "(";
  if (generic) {
    reader.advance();
    reader.advance();
  }
  initial.symbol = reader.take();
  if (generic)
    reader.expect(")");
  initial.value = parseOffset(reader);
}

Initial parseInitial(TokenReader &reader) {
  Initial initial;
  const bool minus = reader.isPunctuation("-");
  const Token number = minus ? reader.nextToken() : reader.token();
  if (reader.is(Token::Kind::Name)) {
    parseAddress(reader, initial);
  } else if (number.kind == Token::Kind::Float) {
    const FloatConstant constant = parseFloat(reader);
    initial.is_float = true;
    initial.float_bits = constant.bits;
    initial.value = constant.value;
  } else if (number.kind == Token::Kind::Integer && reader.nextToken().text == "(") {
    initial.mask = number.value;
    reader.advance();
    reader.expect("(");
    parseAddress(reader, initial);
    reader.expect(")");
  } else {
    initial.value = parseConstantExpression(reader);
  }
  return initial;
}

// Braces within are rows of an array, but a row that is short is not filled up: GPUs take the values one after the other.
void parseRows(TokenReader &reader, std::size_t dimensions, std::vector<Initial> &initial) {
  if (dimensions == 0)
    return reader.fail("there are more braces than the array has dimensions");
  reader.expect("{");
  while (!reader.hasFailed() && !reader.isPunctuation("}")) {
    if (reader.isPunctuation("{"))
      parseRows(reader, dimensions - 1, initial);
    else
      initial.push_back(parseInitial(reader));
    if (!reader.accept(","))
      break;
  }
  reader.expect("}");
}

void parseBounds(TokenReader &reader, Variable &variable, std::vector<std::uint64_t> &extents) {
  while (reader.accept("[")) {
    variable.is_array = true;
    extents.push_back(reader.isPunctuation("]") ? 0 : parseConstantExpression(reader));
    reader.expect("]");
    if (extents.back() != 0 && variable.elements > kMostBytes / extents.back())
      return reader.fail("an array is too large");
    variable.elements *= extents.back();
  }
}

void parseParameters(TokenReader &reader, std::vector<Variable> &parameters) {
  if (!reader.accept("(") || reader.accept(")"))
    return;
  do
    for (Variable &parameter : parseDeclarators(reader, parseDeclarationPrefix(reader)))
      parameters.push_back(std::move(parameter));
  while (!reader.hasFailed() && reader.accept(","));
  reader.expect(")");
}

} // namespace

std::vector<std::string> splitAtDots(std::string_view opcode) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    parts.emplace_back(opcode.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Variable parseDeclarationPrefix(TokenReader &reader) {
  Variable variable;
  variable.line = reader.line();
  while (!reader.hasFailed() && reader.isDirective()) {
    for (const std::string &part : splitAtDots(reader.take().substr(1))) {
      takePart(reader, part, variable);
      if (part == "ptr")
        parsePointee(reader);
    }
  }
  if (variable.space.empty())
    reader.fail("a variable has one of .global, .const, .shared, .local, .param and .reg");
  else if (variable.type.empty())
    reader.fail("the type of a variable is missing");
  return variable;
}

std::vector<Variable> parseDeclarators(TokenReader &reader, const Variable &common) {
  Variable variable = common;
  if (!reader.is(Token::Kind::Name)) {
    reader.fail("the name of a variable is missing");
    return {};
  }
  variable.name = reader.take();
  if (reader.accept("<")) {
    std::vector<Variable> all;
    const std::uint64_t count = reader.is(Token::Kind::Integer) ? reader.token().value : 0;
    if (count > kMostNames)
      reader.fail("too many variables");
    for (std::uint64_t i = 0; i < count && !reader.hasFailed(); ++i) {
      all.push_back(variable);
      all.back().name += std::to_string(i);
    }
    reader.advance();
    reader.expect(">");
    return all;
  }
  std::vector<std::uint64_t> extents;
  parseBounds(reader, variable, extents);
  if (reader.accept("=")) {
    if (reader.isPunctuation("{"))
      parseRows(reader, std::max<std::size_t>(extents.size(), 1), variable.initial);
    else
      variable.initial.push_back(parseInitial(reader));
    if (variable.is_array && variable.elements == 0)
      variable.elements = variable.initial.size() / variable.lanes;
    if (variable.initial.size() > variable.elements * variable.lanes)
      reader.fail(fmt::format("'{}' has more values than elements", variable.name));
  }
  return {variable};
}

NamedSignature parseSignature(TokenReader &reader) {
  NamedSignature named;
  parseParameters(reader, named.signature.results);
  if (!reader.is(Token::Kind::Name)) {
    reader.fail("the name of a function is missing");
    return named;
  }
  named.name = reader.take();
  parseParameters(reader, named.signature.parameters);
  return named;
}

} // namespace raddle::ptx
