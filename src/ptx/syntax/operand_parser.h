// The operands of a PTX instruction.
#ifndef RADDLE_PTX_SYNTAX_OPERAND_PARSER_H
#define RADDLE_PTX_SYNTAX_OPERAND_PARSER_H

#include "ptx/syntax/statement.h"
#include "ptx/syntax/token_reader.h"

namespace raddle::ptx {

/// Passes the operand that begins with the reader's token.
Operand parseOperand(TokenReader &reader);

} // namespace raddle::ptx

#endif
