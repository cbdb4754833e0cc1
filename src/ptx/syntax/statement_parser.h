// The statements of an asm statement, and of the functions of a module, which have more kinds of them.
#ifndef RADDLE_PTX_SYNTAX_STATEMENT_PARSER_H
#define RADDLE_PTX_SYNTAX_STATEMENT_PARSER_H

#include "ptx/syntax/statement.h"
#include "ptx/syntax/token_reader.h"

namespace raddle::ptx {

enum class Source { Asm, Module };

/// Reads statements in their scopes. Problems go to the reader.
class StatementParser {
public:
  StatementParser(TokenReader &reader, Source source) : reader_(reader), source_(source) {
    program_.parent_scopes.push_back(0);
  }

  /// Up to the end of the text.
  Program parseText();
  /// A function's body: up to the '}' that belongs to a '{' that was passed.
  Program parseBody();

private:
  void parseStatement();
  void parseDirective();
  void parseRegisters(std::string types);
  void parseRegisterNames(Statement &statement);
  void parseVariables();
  void parseNamed(const std::string &name);
  void parsePlace();
  void skipDirective(const std::string &directive);
  void parseInstruction();
  void parseOperands(Statement &statement);
  void parseCall(Statement &statement);
  void add(Statement statement);

  TokenReader &reader_;
  const Source source_;
  Program program_;
  unsigned scope_ = 0;
  unsigned line_ = 0; // where the statement begins
};

} // namespace raddle::ptx

#endif
