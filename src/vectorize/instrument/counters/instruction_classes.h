// What kind of instruction of a GPU an instruction of the IR stands for, and where its memory lies.
#ifndef RADDLE_VECTORIZE_LOWER_INSTRUCTION_CLASSES_H
#define RADDLE_VECTORIZE_LOWER_INSTRUCTION_CLASSES_H

#include "abi/kernel_abi.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// "fp32", "integer", "load.global" and so on; empty for what a GPU has no instruction for: values that change their
/// type only, constant addresses, joins, jumps, threadIdx, and what the runtime is told.
llvm::StringRef classOf(const llvm::Instruction &instruction, const llvm::Function *kernel);

/// Instructions of the pass check-stack: the branches to its reports, and what is computed for them only. A GPU's code has nothing
/// like it.
using Instructions = llvm::SmallPtrSet<const llvm::Instruction *, 16>;
Instructions stackChecksOf(const llvm::Function &function);

/// Where an address leads: a RaddleAddressSpace, 0 where only the running kernel knows, or nothing where it is no memory of the
/// program.
std::optional<unsigned> spaceOf(llvm::Value *address, const llvm::Function *kernel);

} // namespace raddle::vectorize

#endif
