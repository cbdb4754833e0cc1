#include "vectorize/tune/accumulators/element_sources.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace raddle::vectorize {

ElementSource sourceOf(Value *value, unsigned lane) {
  for (;;) {
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(value)) {
      const int element = shuffle->getMaskValue(lane);
      if (element == PoisonMaskElem)
        return {};
      const unsigned length = lengthOf(shuffle->getOperand(0));
      value = shuffle->getOperand(static_cast<unsigned>(element) < length ? 0 : 1);
      lane = static_cast<unsigned>(element) % length;
      continue;
    }
    auto *insertion = dyn_cast<InsertElementInst>(value);
    auto *index = insertion ? dyn_cast<ConstantInt>(insertion->getOperand(2)) : nullptr;
    if (!index)
      return {value, lane};
    if (index->equalsInt(lane))
      return {insertion->getOperand(1), 0};
    value = insertion->getOperand(0);
  }
}

bool areSameTerms(const MapVector<Value *, APInt> &a, const MapVector<Value *, APInt> &b) {
  return a.size() == b.size() && all_of(a, [&](const auto &term) {
           const auto *other = b.find(term.first);
           return other != b.end() && other->second == term.second;
         });
}

} // namespace raddle::vectorize
