// A module of PTX as its parser reads it.
#ifndef RADDLE_PTX_MODULE_MODULE_TEXT_H
#define RADDLE_PTX_MODULE_MODULE_TEXT_H

#include "ptx/syntax/statement.h"

#include <map>
#include <string>
#include <vector>

namespace raddle::ptx {

/// A performance directive such as .maxntid 16, 16, 1.
struct Directive {
  std::string name; // "maxntid"
  std::vector<std::uint64_t> numbers;
};

struct FunctionText {
  std::string name;
  bool is_kernel = false, is_external = false, is_visible = false, is_weak = false, does_not_return = false;
  bool has_body = false;
  Signature signature;
  std::vector<Directive> directives;
  Program body;
  unsigned line = 0;
};

struct ModuleText {
  unsigned version = 0; // 85 for .version 8.5
  unsigned target = 0;  // 90 for .target sm_90a
  std::vector<Variable> variables;
  std::vector<FunctionText> functions;        // a declaration may precede a definition
  std::map<std::string, std::string> aliases; // by name, what each stands for
  std::map<unsigned, std::string> files;      // of .loc
};

} // namespace raddle::ptx

#endif
