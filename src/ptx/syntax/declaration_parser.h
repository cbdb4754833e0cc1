// Declarations: variables with their initialisers, parameters, and what a function is given and gives.
#ifndef RADDLE_PTX_SYNTAX_DECLARATION_PARSER_H
#define RADDLE_PTX_SYNTAX_DECLARATION_PARSER_H

#include "ptx/syntax/token_reader.h"
#include "ptx/syntax/variable.h"

namespace raddle::ptx {

/// "ld.global.u32" -> "ld", "global", "u32".
std::vector<std::string> splitAtDots(std::string_view opcode);

/// All that stands before the name: .visible .global .align 4 .b8. Problems go to the reader, here and below.
Variable parseDeclarationPrefix(TokenReader &reader);

/// A name with bounds and an initialiser: table[4] = {1, 2}; a name with a count declares several: param<3>.
std::vector<Variable> parseDeclarators(TokenReader &reader, const Variable &common);

/// (results) name (parameters), without what may be missing. The name is "_" in a prototype.
struct NamedSignature {
  std::string name;
  Signature signature;
};
NamedSignature parseSignature(TokenReader &reader);

} // namespace raddle::ptx

#endif
