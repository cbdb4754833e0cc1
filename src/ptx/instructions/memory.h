// What instructions that access memory share: where, in which order, for whom.
#ifndef RADDLE_PTX_INSTRUCTIONS_MEMORY_H
#define RADDLE_PTX_INSTRUCTIONS_MEMORY_H

#include "ptx/instructions/call.h"

#include <llvm/Support/AtomicOrdering.h>

namespace raddle::ptx {

/// The scope that the group "scope" chose; none is .gpu.
llvm::SyncScope::ID syncScope(Call &call);
llvm::AtomicOrdering atomicOrdering(llvm::StringRef semantics);
/// Source i, an address, in the address space of the group "space": later passes know best what is shared.
llvm::Value *pointer(Call &call, unsigned i);

} // namespace raddle::ptx

#endif
