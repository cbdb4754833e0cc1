// From the text of an asm statement to its PTX statements.
#ifndef RADDLE_PTX_SYNTAX_PARSER_H
#define RADDLE_PTX_SYNTAX_PARSER_H

#include "base/result.h"
#include "ptx/syntax/statement.h"

#include <string_view>

namespace raddle::ptx {

/// Operands of the asm statement are kArgumentMark and their number (see lexer.h). The error says what is
/// wrong and quotes the statement.
Result<Program> parse(std::string_view text);

} // namespace raddle::ptx

#endif
