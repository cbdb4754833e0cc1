// What reports call local variables and members.
//
// Clang names the stack slot of `int tile[8]` "tile", and a second one in the same function "tile5". Debug information of -g
// has the name itself. A parameter's slot is "p.addr"; other names with dots are clang's own. The address of a member is named
// in the same way.
#ifndef RADDLE_VECTORIZE_NORMALISE_LOCAL_VARIABLES_H
#define RADDLE_VECTORIZE_NORMALISE_LOCAL_VARIABLES_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace raddle::vectorize {

/// After name-locals: the name in the source of a local variable, or of the member that an address is of; "" of what has none.
llvm::StringRef nameInSource(const llvm::Value &value);

/// Where a variable's scope begins; none where it is the whole function.
llvm::SmallVector<llvm::IntrinsicInst *, 2> beginningsOf(const llvm::AllocaInst &local);

} // namespace raddle::vectorize

#endif
