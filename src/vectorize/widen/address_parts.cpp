#include "vectorize/widen/address_parts.h"

#include <llvm/IR/Operator.h>

using namespace llvm;

namespace raddle::vectorize {

AddressParts::AddressParts(const Value &address, const DataLayout &layout) : base(&address), constant(64, 0) {
  while (auto *part = dyn_cast<GEPOperator>(base)) {
    if (!part->collectOffset(layout, 64, bytes_of, constant))
      break;
    base = part->getPointerOperand();
  }
}

} // namespace raddle::vectorize
