// Turning a code address inside a compiled kernel into what the source calls it. The runtime has no
// debug-info reader; whoever loads kernels installs one.
#ifndef RADDLE_DIAGNOSTICS_SYMBOLIZER_H
#define RADDLE_DIAGNOSTICS_SYMBOLIZER_H

#include <cstdint>
#include <string>
#include <vector>

namespace raddle {

struct SourceFrame {
  std::string place;    // "file.cu:12:5", or ""
  std::string function; // as the user writes it, or ""
  std::string path;     // of the file, absolute; only for the checker, else ""
};

/// Returns for each address, in order, the functions that stand there, innermost first: one, and those that
/// it was inlined into. None where nothing is known.
using Symbolizer = std::vector<std::vector<SourceFrame>> (*)(const std::vector<std::uintptr_t> &addresses);

void setSymbolizer(Symbolizer symbolizer);

/// Calls the installed symbolizer; nothing is known when there is none. Slow (milliseconds): for diagnostics
/// only.
std::vector<std::vector<SourceFrame>> symbolizeFrames(const std::vector<std::uintptr_t> &addresses);

/// Turns a mangled name into what the user writes. Asked for names that the C++ library cannot read: GCC's knows neither
/// lambdas with templates of their own nor concepts, as clang writes them. As slow.
using Demangler = std::string (*)(const std::string &name);

void setDemangler(Demangler demangler);

/// Calls the installed demangler; `name` itself when there is none.
std::string demangledByOthers(const std::string &name);

/// The place of the innermost frame of each address, "" where unknown.
std::vector<std::string> symbolize(const std::vector<std::uintptr_t> &addresses);

} // namespace raddle

#endif
