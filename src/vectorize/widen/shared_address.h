// Addresses in the shared memory of the block, as they look before the width changes.
#ifndef RADDLE_VECTORIZE_WIDEN_SHARED_ADDRESS_H
#define RADDLE_VECTORIZE_WIDEN_SHARED_ADDRESS_H

#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// Whether the address is computed from RaddleBlock.shared.
bool isSharedAddress(const llvm::Value &address);

} // namespace raddle::vectorize

#endif
