// The address spaces of NVVM IR that the compiler has to tell apart.
#ifndef RADDLE_NVVM_ADDRESS_SPACES_H
#define RADDLE_NVVM_ADDRESS_SPACES_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Value.h>

namespace raddle::nvvm {

inline constexpr unsigned kGlobalAddressSpace = 1;
inline constexpr unsigned kSharedAddressSpace = 3;
inline constexpr unsigned kConstantAddressSpace = 4;
inline constexpr unsigned kLocalAddressSpace = 5;

/// Whether what an address is computed from lies in shared memory, though the address may be a generic one.
bool isInSharedMemory(const llvm::Value &address);

} // namespace raddle::nvvm

#endif
