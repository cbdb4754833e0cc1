// What reports call local variables.
//
// Clang names the stack slot of `int tile[8]` "tile", and a second one in the same function "tile5". Debug information of -g
// has the name itself. A parameter's slot is "p.addr"; other names with dots are clang's own.
#ifndef RADDLE_VECTORIZE_NORMALISE_LOCAL_VARIABLES_H
#define RADDLE_VECTORIZE_NORMALISE_LOCAL_VARIABLES_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// After name-locals: the variable's name in the source; "" of what has none.
llvm::StringRef nameOfLocal(const llvm::AllocaInst &local);

/// Where a variable's scope begins; none where it is the whole function.
llvm::SmallVector<llvm::IntrinsicInst *, 2> beginningsOf(const llvm::AllocaInst &local);

} // namespace raddle::vectorize

#endif
