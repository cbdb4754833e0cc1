// Variables that modules of PTX have beside those of their text, or that mean something else than their type says.
#ifndef RADDLE_NVVM_PTX_VARIABLES_H
#define RADDLE_NVVM_PTX_VARIABLES_H

#include <llvm/ADT/StringRef.h>

namespace raddle::marker {

/// The name of the shared memory that a GPU keeps in every block beside what kernels ask for.
inline constexpr llvm::StringLiteral kReservedShared = "__raddle_reserved_shared";

} // namespace raddle::marker

#endif
