// How things are called in what users are told, and how they are told.
#ifndef RADDLE_DIAGNOSTICS_MESSAGES_H
#define RADDLE_DIAGNOSTICS_MESSAGES_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raddle {

/// The name of a function as a user writes it; `name` itself when it is not mangled.
std::string demangled(const char *name);

/// The kernel's name as a user writes it: "saxpy(int, float*)".
std::string kernelName(const RaddleKernel &kernel);

/// "(2,0,0)"
std::string format(const RaddleDim3 &index);

/// "lanes 0-3,7" or "lane 7"
std::string formatLanes(std::uint32_t lanes);

/// "0-3,7" of ascending numbers.
std::string formatRanges(const std::vector<std::uint32_t> &numbers);

/// "file.cu:12:5: " for a place, or "raddle: " where it is unknown.
std::string placePrefix(const std::string &place);

/// Writes a whole diagnostic to stderr at once.
void printDiagnostic(const std::string &text);

} // namespace raddle

#endif
