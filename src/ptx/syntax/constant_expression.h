// Integers that PTX computes from constants: 4 * 8, 1 << 3, ~0.
#ifndef RADDLE_PTX_SYNTAX_CONSTANT_EXPRESSION_H
#define RADDLE_PTX_SYNTAX_CONSTANT_EXPRESSION_H

#include "ptx/syntax/token_reader.h"

#include <cstdint>

namespace raddle::ptx {

/// Passes the expression that begins with the reader's token, and gives its value.
std::uint64_t parseConstantExpression(TokenReader &reader);

} // namespace raddle::ptx

#endif
