// The initial contents of a module's variables, as bytes and relocations.
#ifndef RADDLE_JIT_COMPILER_VARIABLE_IMAGES_H
#define RADDLE_JIT_COMPILER_VARIABLE_IMAGES_H

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::jit {

struct VariableImage {
  struct Relocation {
    std::uint64_t offset;
    std::string target;
    std::int64_t addend;
  };
  std::string name;
  std::uint64_t size;
  std::uint64_t align;
  std::uint32_t flags;             // RaddleVariableFlags
  std::vector<std::uint8_t> bytes; // empty: all zero
  std::vector<Relocation> relocations;
};

/// The variables that the module object provides: those that the host or several kernels can see or change,
/// constants with addresses in them, and whatever their initialisers point to.
std::vector<VariableImage> collectVariables(llvm::Module &module);

/// The __managed__ variables that the module defines. Function bodies need not be loaded.
std::vector<VariableImage> collectManagedVariables(const llvm::Module &module);

} // namespace raddle::jit

#endif
