// Turning a code address inside a compiled kernel into "file.cu:12:5". The runtime has no debug-info
// reader; whoever loads kernels installs one.
#ifndef RADDLE_RUNTIME_SYMBOLIZER_H
#define RADDLE_RUNTIME_SYMBOLIZER_H

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::runtime {

/// Returns one "file:line:column" per address, in order, innermost inlined frame; "" where unknown.
using Symbolizer = std::vector<std::string> (*)(const std::vector<std::uintptr_t> &addresses);

void setSymbolizer(Symbolizer symbolizer);

/// Calls the installed symbolizer; all "" when there is none. Slow (milliseconds): for diagnostics only.
std::vector<std::string> symbolize(const std::vector<std::uintptr_t> &addresses);

} // namespace raddle::runtime

#endif
