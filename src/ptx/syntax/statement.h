// PTX as its parser reads it: statements in scopes, with operands that still are names.
#ifndef RADDLE_PTX_SYNTAX_STATEMENT_H
#define RADDLE_PTX_SYNTAX_STATEMENT_H

#include "ptx/syntax/variable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::ptx {

struct Operand {
  enum class Kind {
    Name,     // a register, a special register (%tid.x), a label, WARP_SZ; in modules a symbol, and `value` bytes
    Argument, // %0: an operand of the asm statement
    Integer,
    Float,
    Sink,    // _
    Vector,  // {parts...}
    Address, // [part + value]; no part: [value]
    Pair,    // part|part
    Not,     // !part
  };

  Kind kind = Kind::Sink;
  std::string name;
  unsigned argument = 0;
  std::string selector; // of video instructions: "b0", "h1", "b3210", ... after a register
  std::uint64_t value =
      0; // Integer; of Float the bits of a double, of 0f... those of a float; of Address the offset
  unsigned float_bits = 0; // Float: 0 for a decimal number, 32 for 0f..., 64 for 0d...
  std::vector<Operand> parts;
};

struct Statement {
  enum class Kind {
    Instruction,
    Label,
    Registers,
    // Only in the functions of a module:
    Variable,
    Call,
    Targets,   // label: .branchtargets names;
    Prototype, // label: .callprototype ...;
    Place      // .loc
  };

  Kind kind = Kind::Instruction;
  unsigned scope = 0;
  unsigned line = 0; // of the text, from 1
  std::string text;  // as the user wrote it, for messages

  // Instruction, Call.
  std::string guard; // @p: the predicate's name, or empty
  bool guard_negated = false;
  std::vector<std::string> opcode; // "add", "sat", "s32"
  std::vector<Operand> operands; // Call: the function, and what it is given
  std::vector<Operand> results;  // Call

  std::string name;               // Label, Targets, Prototype; Call: that of its prototype, or ""
  std::string type;               // Registers: "u32"
  unsigned lanes = 1;             // Registers: of .v2 and .v4
  std::vector<std::string> names; // Registers, Targets
  Variable variable;              // Variable
  Signature signature;            // Prototype
  unsigned file = 0, source_line = 0, column = 0; // Place
};

struct Program {
  std::vector<Statement> statements;
  std::vector<unsigned> parent_scopes; // of scope i; scope 0 is the whole text and its own parent
};

} // namespace raddle::ptx

#endif
