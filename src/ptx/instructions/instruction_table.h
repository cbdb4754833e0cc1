// The table of PTX instructions: one row for each form, in the files *_instructions.cpp. docs/inline_ptx.md
// says how to add one.
#ifndef RADDLE_PTX_INSTRUCTIONS_INSTRUCTION_TABLE_H
#define RADDLE_PTX_INSTRUCTIONS_INSTRUCTION_TABLE_H

#include "base/result.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Value;
}

namespace raddle::ptx {

class Call;

/// Emits one instruction; its result, or null when there is none or more than one (Call::results).
using Emit = std::function<llvm::Value *(Call &)>;

/// opcode: the mnemonic, then groups of modifiers in any order:
///
///   <t:u32|u64>   one of these must be there; its name is t
///   {rn|rz}       one of these may be there; `{rnd:rn|rz}` gives the group a name
///   @int          within a group: a list of types with a name of its own, see instruction_table.cpp
///
/// operands, in the order of the instruction:
///
///   =t  a destination of the type that group t chose        t    a source of that type
///   u32 a source of that very type                          2t   of twice its width
///   ~t  the register may be wider than the type             []   an address
///   t*  a vector, as long as group vec says (v2, v4)        #u32 a constant
///   t*4 a vector of four; of one, the braces may be missing      t*n:2  of half as many as the shape has columns
///   +t  a destination that is read, too, as the first source
///   [x] an address in space x, or in the one that group x chose
///   =t|p  a destination and, optionally, a predicate        t?   may be missing; all that follow too
///   u32/pred  whichever the operand is; b64/b32*4: a vector of the latter where it has braces
struct Row {
  const char *opcode;
  const char *operands;
  Emit emit;
};

struct OperandSpec {
  std::string type;
  bool is_destination = false, is_address = false, is_constant = false, is_optional = false;
  bool may_be_wider = false, twice_as_wide = false, is_vector = false, has_predicate = false;
  bool is_read = false;             // although it is a destination
  unsigned length = 0;              // of a vector; 0 where group vec or the shape says it
  unsigned columns_per_element = 0; // of a vector whose length the shape says
};

struct ModifierGroup {
  std::string name;
  std::vector<std::string> alternatives;
  bool required = false;
};

/// A row, read.
struct Pattern {
  std::vector<std::string> mnemonic; // "cp", "async"
  std::vector<ModifierGroup> groups;
  std::vector<OperandSpec> operands;
  const Row *row = nullptr;
};

/// A row that fits an instruction's opcode, and which modifiers its groups chose.
struct Match {
  const Pattern *pattern = nullptr;
  std::vector<std::string> modifiers;
  std::map<std::string, std::string> groups; // by name

  bool has(const std::string &modifier) const;
  /// The choice of a group; "" for none.
  std::string get(const std::string &group) const;
};

/// The error is for the user.
Result<Match> findRow(const std::vector<std::string> &opcode);

/// All rows; for tests.
const std::vector<Pattern> &patterns();

// ---- The parts of the table ----

const std::vector<Row> &integerInstructions();
const std::vector<Row> &bitInstructions();
const std::vector<Row> &floatInstructions();
const std::vector<Row> &halfInstructions();
const std::vector<Row> &comparisonInstructions();
const std::vector<Row> &conversionInstructions();
const std::vector<Row> &memoryInstructions();
const std::vector<Row> &atomicInstructions();
const std::vector<Row> &asyncInstructions();
const std::vector<Row> &tensorInstructions();
const std::vector<Row> &warpInstructions();
const std::vector<Row> &matrixInstructions();
const std::vector<Row> &warpgroupInstructions();
const std::vector<Row> &textureInstructions();
const std::vector<Row> &barrierInstructions();
const std::vector<Row> &videoInstructions();
const std::vector<Row> &moveInstructions();

} // namespace raddle::ptx

#endif
