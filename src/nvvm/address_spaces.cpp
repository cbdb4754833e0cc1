#include "nvvm/address_spaces.h"

#include <llvm/Analysis/ValueTracking.h>

using namespace llvm;

namespace raddle::nvvm {

bool isInSharedMemory(const Value &address) {
  return getUnderlyingObject(&address)->getType()->getPointerAddressSpace() == kSharedAddressSpace;
}

} // namespace raddle::nvvm
