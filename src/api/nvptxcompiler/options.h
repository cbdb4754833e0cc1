// The options of nvPTXCompilerCompile, which are those of ptxas.
#ifndef RADDLE_API_NVPTXCOMPILER_OPTIONS_H
#define RADDLE_API_NVPTXCOMPILER_OPTIONS_H

#include "base/result.h"

#include <span>

namespace raddle::nvptxcompiler {

/// What differs here: the others are about machine code of a GPU, and change nothing.
struct Options {
  unsigned arch = 52;    // e.g. 90; ptxas has this one where none is named
  bool is_piece = false; // others define what the text has not
};

/// An error that names the option which ptxas does not have, or the architecture that there is not.
Result<Options> readOptions(std::span<const char *const> given);

} // namespace raddle::nvptxcompiler

#endif
