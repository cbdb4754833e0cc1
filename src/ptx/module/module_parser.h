// The directives of a whole module of PTX.
#ifndef RADDLE_PTX_MODULE_MODULE_PARSER_H
#define RADDLE_PTX_MODULE_MODULE_PARSER_H

#include "base/result.h"
#include "ptx/module/module_text.h"

#include <string_view>

namespace raddle::ptx {

/// A problem of the text, with the line that it stands in.
struct Problem {
  unsigned line = 0; // from 1; 0: of the whole
  std::string message;
};

/// The module, or the first thing that is wrong with the text.
std::variant<ModuleText, Problem> parseModule(std::string_view text);

} // namespace raddle::ptx

#endif
