// Stacks as the user knows them: without the functions that only Raddle knows.
#ifndef RADDLE_DIAGNOSTICS_WRITTEN_STACK_H
#define RADDLE_DIAGNOSTICS_WRITTEN_STACK_H

#include "diagnostics/symbolizer.h"

#include <string>
#include <vector>

namespace raddle {

/// The functions that stand at these addresses, with those that they were inlined into, innermost first. Functions of kernels
/// have the names that the user gave them; what the kernel compiler has added is left out.
std::vector<SourceFrame> writtenFrames(const std::vector<std::uintptr_t> &sites);

/// One a line, numbered; of a recursion, in which functions call each other by turns, one round and how far it goes.
std::string numberedLines(const std::vector<std::string> &lines);

} // namespace raddle

#endif
