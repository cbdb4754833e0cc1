// Code in two versions, between which the warp decides when it comes there.

#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/MDBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

void WarpEmitter::keepingValues(function_ref<void()> body) {
  auto values = values_, vectors = vectors_;
  body();
  values_ = std::move(values);
  vectors_ = std::move(vectors);
}

WarpEmitter::Values WarpEmitter::emitVersions(Value *condition, function_ref<Values()> mostly,
                                              function_ref<Values()> otherwise) {
  if (auto *constant = dyn_cast<ConstantInt>(condition))
    return constant->isOne() ? mostly() : otherwise();
  BasicBlock *usual = newBlock("usual"), *other = newBlock("other"), *join = newBlock("versions.end");
  builder_.CreateCondBr(condition, usual, other,
                        MDBuilder(builder_.getContext()).createLikelyBranchWeights());
  auto emit = [&](BasicBlock *start, function_ref<Values()> version) {
    Values results;
    builder_.SetInsertPoint(start);
    keepingValues([&] { results = version(); });
    BasicBlock *end = builder_.GetInsertBlock();
    builder_.CreateBr(join);
    return std::pair(std::move(results), end);
  };
  auto [results, usual_end] = emit(usual, mostly);
  const auto [others, other_end] = emit(other, otherwise);
  builder_.SetInsertPoint(join);
  for (unsigned i = 0; i < results.size(); ++i) {
    PHINode *merged = builder_.CreatePHI(results[i]->getType(), 2);
    merged->addIncoming(results[i], usual_end);
    merged->addIncoming(others[i], other_end);
    results[i] = merged;
  }
  return results;
}

WarpEmitter::Values WarpEmitter::whenAllAreActive(Value *condition, function_ref<Values()> mostly,
                                                  function_ref<Values()> otherwise) {
  if (!isFull(mask_))
    condition = builder_.CreateAnd(condition, builder_.CreateICmpEQ(bits(mask_), builder_.getInt32(~0u)));
  return emitVersions(condition, mostly, otherwise);
}

} // namespace raddle::vectorize
