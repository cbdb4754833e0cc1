// Integers that PTX computes from constants: 4 * 8, 1 << 3, ~0.
#ifndef RADDLE_PTX_SYNTAX_CONSTANT_EXPRESSION_H
#define RADDLE_PTX_SYNTAX_CONSTANT_EXPRESSION_H

#include "ptx/syntax/token_reader.h"

#include <cstdint>

namespace raddle::ptx {

/// Passes the expression that begins with the reader's token, and gives its value.
std::uint64_t parseConstantExpression(TokenReader &reader);

/// "+ 4" or "- 4" after an address, modulo 2^64; 0 where neither stands there.
std::uint64_t parseOffset(TokenReader &reader);

struct FloatConstant {
  std::uint64_t value; // the bits, of a double or a float
  unsigned bits;       // 64 or 32
};

/// Passes the float, with its sign if it has one, that begins with the reader's token.
FloatConstant parseFloat(TokenReader &reader);

} // namespace raddle::ptx

#endif
