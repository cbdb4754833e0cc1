// From the text of an asm statement to its PTX statements.
#ifndef RADDLE_PTX_PARSER_H
#define RADDLE_PTX_PARSER_H

#include "base/result.h"
#include "ptx/syntax.h"

#include <string_view>

namespace raddle::ptx {

/// Operands of the asm statement are kArgumentMark and their number (see lexer.h). The error says what is
/// wrong and quotes the statement.
Result<Program> parse(std::string_view text);

/// A piece of text for a message: operands as %0, space as single blanks.
std::string quotable(std::string_view text);

} // namespace raddle::ptx

#endif
