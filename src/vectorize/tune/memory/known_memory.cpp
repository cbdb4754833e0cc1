#include "vectorize/tune/memory/known_memory.h"

#include "abi/kernel_abi.h"

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

bool AccessedMemory::isOfBlock(const AddressSum &address) const {
  return loadedFrom(address, 0) == offsetof(RaddleBlock, shared);
}

// Where the base was loaded from: the offset from this argument of the block's entry.
std::optional<std::int64_t> AccessedMemory::loadedFrom(const AddressSum &address, unsigned argument) const {
  auto *load = is_entry_ ? dyn_cast<LoadInst>(address.base()) : nullptr;
  if (!load)
    return std::nullopt;
  std::int64_t offset = 0;
  const Value *from = GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset, layout_);
  return from == function_.getArg(argument) ? std::optional(offset) : std::nullopt;
}

} // namespace raddle::vectorize
