// A declaration in PTX as its parser reads it: a variable, a parameter, or what a function is given and gives.
#ifndef RADDLE_PTX_SYNTAX_VARIABLE_H
#define RADDLE_PTX_SYNTAX_VARIABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::ptx {

/// One element of an initialiser: a number, or the address of a symbol.
struct Initial {
  std::uint64_t value = 0; // of a number; what is added to the address
  bool is_float = false;   // then the bits of a double; where float_bits is 32, those of a float
  unsigned float_bits = 0; // see Operand
  std::string symbol;      // "" for a number
  std::uint64_t mask = 0;  // 0xFF00(symbol): the one byte of the address that is meant; 0 for all of it
};

struct Variable {
  std::string space; // "global", "const", "shared", "local", "param", "reg"
  std::string name;
  std::string type;       // "u32"
  unsigned lanes = 1;     // of .v2 and .v4
  unsigned alignment = 0; // in bytes; 0: that of its type
  bool is_array = false;
  std::uint64_t elements = 1; // 0: an array without a bound
  bool is_external = false, is_visible = false, is_weak = false, is_managed = false;
  std::vector<Initial> initial; // fewer than elements: zeros follow
  unsigned line = 0;
};

struct Signature {
  std::vector<Variable> results; // PTX has one at most
  std::vector<Variable> parameters;
};

} // namespace raddle::ptx

#endif
