#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

ValueList emitVersions(WarpBuilder &warp, Value *condition, function_ref<ValueList()> mostly,
                       function_ref<ValueList()> otherwise) {
  if (auto *constant = dyn_cast<ConstantInt>(condition))
    return constant->isOne() ? mostly() : otherwise();
  BasicBlock *usual = warp.newBlock("usual"), *other = warp.newBlock("other"),
             *join = warp.newBlock("versions.end");
  warp.CreateCondBr(condition, usual, other, MDBuilder(warp.getContext()).createLikelyBranchWeights());
  auto emit = [&](BasicBlock *start, function_ref<ValueList()> version) {
    ValueList results;
    warp.SetInsertPoint(start);
    warp.keepingValues([&] { results = version(); });
    BasicBlock *end = warp.GetInsertBlock();
    warp.CreateBr(join);
    return std::pair(std::move(results), end);
  };
  auto [results, usual_end] = emit(usual, mostly);
  const auto [others, other_end] = emit(other, otherwise);
  warp.SetInsertPoint(join);
  for (unsigned i = 0; i < results.size(); ++i) {
    PHINode *merged = warp.CreatePHI(results[i]->getType(), 2);
    merged->addIncoming(results[i], usual_end);
    merged->addIncoming(others[i], other_end);
    results[i] = merged;
  }
  return results;
}

ValueList whenAllAreActive(WarpBuilder &warp, Value *condition, function_ref<ValueList()> mostly,
                           function_ref<ValueList()> otherwise) {
  if (!warp.isFull(warp.mask))
    condition = warp.CreateAnd(condition, warp.CreateICmpEQ(warp.bits(warp.mask), warp.getInt32(~0u)));
  return emitVersions(warp, condition, mostly, otherwise);
}

} // namespace raddle::vectorize
