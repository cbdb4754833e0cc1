#include "ptx/syntax/parser.h"

#include "ptx/syntax/statement_parser.h"

namespace raddle::ptx {

Result<Program> parse(std::string_view text) {
  TokenReader reader(text);
  Program program = StatementParser(reader, Source::Asm).parseText();
  if (reader.hasFailed())
    return Error{reader.problem()};
  return program;
}

} // namespace raddle::ptx
