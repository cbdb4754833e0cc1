// Inline PTX as its parser reads it: statements in scopes, with operands that still are names.
#ifndef RADDLE_PTX_SYNTAX_STATEMENT_H
#define RADDLE_PTX_SYNTAX_STATEMENT_H

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::ptx {

struct Operand {
  enum class Kind {
    Name,     // a register, a special register (%tid.x), a label, WARP_SZ
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
  enum class Kind { Instruction, Label, Registers };

  Kind kind = Kind::Instruction;
  unsigned scope = 0;
  std::string text; // as the user wrote it, for messages

  // Instruction.
  std::string guard; // @p: the predicate's name, or empty
  bool guard_negated = false;
  std::vector<std::string> opcode; // "add", "sat", "s32"
  std::vector<Operand> operands;

  std::string name;               // Label
  std::string type;               // Registers: "u32"
  unsigned lanes = 1;             // Registers: of .v2 and .v4
  std::vector<std::string> names; // Registers
};

struct Program {
  std::vector<Statement> statements;
  std::vector<unsigned> parent_scopes; // of scope i; scope 0 is the whole text and its own parent
};

} // namespace raddle::ptx

#endif
