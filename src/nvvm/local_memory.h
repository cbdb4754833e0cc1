// How much memory of its own a thread may have.
#ifndef RADDLE_NVVM_LOCAL_MEMORY_H
#define RADDLE_NVVM_LOCAL_MEMORY_H

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace raddle::nvvm {

/// The limit of all compute capabilities ("Technical Specifications per Compute Capability" of the CUDA C++ Programming Guide), in
/// bytes. Kernels with more are refused by nvcc's assembler.
inline constexpr std::uint64_t kMostLocalBytes = 512 * 1024;

struct LargeVariable {
  std::string place; // "k.cu:3:10"; "k.cu:3", of its function, where that is all that is known
  std::string text;  // "a local variable of ..."
};

/// The variables of a fixed size that alone are larger than that.
std::vector<LargeVariable> variablesTooLarge(const llvm::Module &module);

} // namespace raddle::nvvm

#endif
