// The slots through which an object reaches what lies outside of it (see import_globals.cpp).
#ifndef RADDLE_VECTORIZE_LOWER_IMPORT_SLOTS_H
#define RADDLE_VECTORIZE_LOWER_IMPORT_SLOTS_H

#include "vectorize/compile_job.h"

#include <llvm/IR/GlobalVariable.h>

namespace raddle::vectorize {

/// A slot, not listed among outputs.imports yet.
llvm::GlobalVariable *createImportSlot(llvm::Module &module, const Outputs &outputs);

/// The slot for the module's variable or function of this name; lists it when there is none yet.
llvm::GlobalVariable *importSlot(llvm::Module &module, Outputs &outputs, llvm::StringRef name);

} // namespace raddle::vectorize

#endif
