#include "ptx/syntax/operand_parser.h"

#include "ptx/syntax/constant_expression.h"

namespace raddle::ptx {

namespace {

// b0, h1, b7531, h32: bytes and halfwords of a register.
bool isSelector(std::string_view text) {
  return text.size() > 1 && text.size() < 6 && (text.front() == 'b' || text.front() == 'h') &&
         text.find_first_not_of("01234567", 1) == std::string_view::npos;
}

bool isRegister(const TokenReader &reader) {
  return reader.is(Token::Kind::Name) || reader.is(Token::Kind::Argument);
}

Operand parseSimpleOperand(TokenReader &reader);

// [%0], [r + 16], [r + -4], [128]
void parseAddress(TokenReader &reader, Operand &address) {
  if (!isRegister(reader)) {
    address.value = parseConstantExpression(reader);
  } else {
    address.parts.push_back(parseSimpleOperand(reader));
    const bool minus = reader.isPunctuation("-");
    if (minus || reader.isPunctuation("+")) {
      reader.advance();
      if (isRegister(reader))
        return reader.fail(
            "an address is a register and a constant: add registers in an instruction of their own");
      const std::uint64_t offset = parseConstantExpression(reader);
      address.value = minus ? 0 - offset : offset;
    }
  }
  // Of a texture or a surface: [object, {x, y}]
  if (reader.accept(","))
    address.parts.push_back(parseSimpleOperand(reader));
  reader.expect("]");
}

void parseArgument(TokenReader &reader, Operand &operand) {
  operand.argument = static_cast<unsigned>(reader.token().value);
  reader.advance();
  // In %0.b1 the dot follows at once.
  if (reader.is(Token::Kind::Name) && reader.followsAtOnce() && reader.token().text.front() == '.')
    operand.selector = reader.take().substr(1);
}

void parseName(TokenReader &reader, Operand &operand) {
  operand.name = reader.take();
  if (const std::size_t dot = operand.name.rfind('.');
      dot != std::string::npos && isSelector(operand.name.substr(dot + 1))) {
    operand.selector = operand.name.substr(dot + 1);
    operand.name.erase(dot);
  }
}

void parseConstant(TokenReader &reader, Operand &operand) {
  const bool minus = reader.isPunctuation("-");
  if ((minus ? reader.nextToken() : reader.token()).kind != Token::Kind::Float) {
    operand.kind = Operand::Kind::Integer;
    operand.value = parseConstantExpression(reader);
    return;
  }
  const FloatConstant constant = parseFloat(reader);
  operand.kind = Operand::Kind::Float;
  operand.float_bits = constant.bits;
  operand.value = constant.value;
}

Operand parseSimpleOperand(TokenReader &reader) {
  Operand operand;
  if (reader.accept("[")) {
    operand.kind = Operand::Kind::Address;
    parseAddress(reader, operand);
  } else if (reader.accept("{")) {
    operand.kind = Operand::Kind::Vector;
    do
      operand.parts.push_back(parseSimpleOperand(reader));
    while (!reader.hasFailed() && reader.accept(","));
    reader.expect("}");
  } else if (reader.accept("!")) {
    operand.kind = Operand::Kind::Not;
    operand.parts.push_back(parseSimpleOperand(reader));
  } else if (reader.is(Token::Kind::Argument)) {
    operand.kind = Operand::Kind::Argument;
    parseArgument(reader, operand);
  } else if (reader.is(Token::Kind::Name)) {
    operand.kind = reader.token().text == "_" ? Operand::Kind::Sink : Operand::Kind::Name;
    parseName(reader, operand);
  } else {
    parseConstant(reader, operand);
  }
  return operand;
}

} // namespace

Operand parseOperand(TokenReader &reader) {
  Operand operand = parseSimpleOperand(reader);
  // symbol + 4
  if (operand.kind == Operand::Kind::Name)
    operand.value = parseOffset(reader);
  if (reader.hasFailed() || !reader.accept("|"))
    return operand;
  Operand pair;
  pair.kind = Operand::Kind::Pair;
  pair.parts = {std::move(operand), parseSimpleOperand(reader)};
  return pair;
}

} // namespace raddle::ptx
