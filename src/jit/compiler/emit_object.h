// Code generation and linking.
#ifndef RADDLE_JIT_COMPILER_EMIT_OBJECT_H
#define RADDLE_JIT_COMPILER_EMIT_OBJECT_H

#include "base/result.h"
#include "jit/compiler/host_target.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::jit {

/// A relocatable ELF file in memory.
using ObjectFile = llvm::SmallVector<char, 0>;

ObjectFile emitObject(llvm::Module &module, llvm::TargetMachine &target);

/// The sum of all functions' stack frames, in bytes: a bound for any call chain without recursion.
std::uint64_t totalStackBytes(const ObjectFile &object);

/// Links object files into a shared object that needs libraddle and the C library, and nothing else.
Result<bool> linkSharedObject(const std::vector<const ObjectFile *> &objects, const Machine &machine,
                              const std::string &output);

} // namespace raddle::jit

#endif
