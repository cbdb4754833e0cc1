// The body of a function of a module becomes IR.
#ifndef RADDLE_PTX_MODULE_FUNCTION_TRANSLATOR_H
#define RADDLE_PTX_MODULE_FUNCTION_TRANSLATOR_H

#include "ptx/module/debug_places.h"
#include "ptx/module/declarations.h"

namespace raddle::ptx {

/// Writes the body of a function that is declared. Returns what is wrong with it, by line: then the module is good for
/// finding more problems only.
std::vector<Problem> translateFunction(const FunctionText &text, Declarations &declarations,
                                       DebugPlaces &places);

} // namespace raddle::ptx

#endif
