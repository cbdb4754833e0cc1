#include "ptx/syntax/constant_expression.h"

namespace raddle::ptx {

namespace {

struct Operator {
  std::string_view text;
  unsigned level; // those of a higher level bind more tightly
  std::uint64_t (*compute)(std::uint64_t left, std::uint64_t right);
};

constexpr unsigned kFactor = 3; // the level after the last one

constexpr Operator kOperators[] = {
    {"<<", 0, [](std::uint64_t left, std::uint64_t right) { return left << (right & 63); }},
    {">>", 0, [](std::uint64_t left, std::uint64_t right) { return left >> (right & 63); }},
    {"&", 0, [](std::uint64_t left, std::uint64_t right) { return left & right; }},
    {"^", 0, [](std::uint64_t left, std::uint64_t right) { return left ^ right; }},
    {"+", 1, [](std::uint64_t left, std::uint64_t right) { return left + right; }},
    {"-", 1, [](std::uint64_t left, std::uint64_t right) { return left - right; }},
    {"*", 2, [](std::uint64_t left, std::uint64_t right) { return left * right; }},
    {"/", 2, [](std::uint64_t left, std::uint64_t right) { return right ? left / right : 0; }},
    {"%", 2, [](std::uint64_t left, std::uint64_t right) { return right ? left % right : 0; }},
};

const Operator *acceptOperator(TokenReader &reader, unsigned level) {
  for (const Operator &candidate : kOperators)
    if (candidate.level == level && reader.accept(candidate.text))
      return &candidate;
  return nullptr;
}

std::uint64_t parseFactor(TokenReader &reader) {
  if (reader.accept("-"))
    return 0 - parseFactor(reader);
  if (reader.accept("+"))
    return parseFactor(reader);
  if (reader.accept("~"))
    return ~parseFactor(reader);
  if (reader.accept("(")) {
    const std::uint64_t value = parseConstantExpression(reader);
    reader.expect(")");
    return value;
  }
  if (!reader.is(Token::Kind::Integer)) {
    reader.fail("an operand is missing");
    return 0;
  }
  const std::uint64_t value = reader.token().value;
  reader.advance();
  return value;
}

std::uint64_t parseLevel(TokenReader &reader, unsigned level) {
  if (level == kFactor)
    return parseFactor(reader);
  std::uint64_t value = parseLevel(reader, level + 1);
  while (const Operator *found = acceptOperator(reader, level)) {
    const std::uint64_t right = parseLevel(reader, level + 1);
    if (right == 0 && (found->text == "/" || found->text == "%"))
      reader.fail("a constant is divided by zero");
    value = found->compute(value, right);
  }
  return value;
}

} // namespace

std::uint64_t parseConstantExpression(TokenReader &reader) { return parseLevel(reader, 0); }

std::uint64_t parseOffset(TokenReader &reader) {
  const bool minus = reader.isPunctuation("-");
  if (!minus && !reader.isPunctuation("+"))
    return 0;
  reader.advance();
  const std::uint64_t offset = parseConstantExpression(reader);
  return minus ? 0 - offset : offset;
}

FloatConstant parseFloat(TokenReader &reader) {
  const bool minus = reader.accept("-");
  FloatConstant constant{reader.token().value, reader.token().float_bits};
  if (minus)
    constant.value ^= constant.bits == 32 ? 1ull << 31 : 1ull << 63;
  reader.advance();
  return constant;
}

} // namespace raddle::ptx
