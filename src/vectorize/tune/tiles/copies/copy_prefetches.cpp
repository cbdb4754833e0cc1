#include "vectorize/tune/tiles/copies/copy_prefetches.h"

#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/tune/tiles/iteration_steps.h"

#include <map>

using namespace llvm;

namespace raddle::vectorize {

void prefetchIntoSecondLevel(IRBuilder<> &builder, Value *address) {
  createPrefetch(builder, address, CacheLevel::kSecond);
}

void CopyPrefetches::find(Loop &tiles, Loop &copying, std::uint64_t tiles_ahead) {
  IterationSteps steps(tiles);
  std::map<std::pair<const BasicBlock *, std::uint64_t>, std::size_t> open; // groups that want more loads
  for (BasicBlock *block : copying.blocks())
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isSimple() || isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())))
        continue;
      Value *step = steps.of(load->getPointerOperand());
      if (!step || IterationSteps::isZero(step))
        continue;
      auto *constant = dyn_cast<ConstantInt>(step);
      const std::uint64_t bytes = constant ? constant->getZExtValue() : kCacheLineBytes;
      const std::uint64_t tiles_of_line =
          bytes < kCacheLineBytes && kCacheLineBytes % bytes == 0 ? kCacheLineBytes / bytes : 1;
      const std::uint64_t lines =
          divideCeil(load->getDataLayout().getTypeStoreSize(load->getType()), kCacheLineBytes);
      auto [place, is_new] = open.insert({{block, tiles_of_line}, groups_.size()});
      if (is_new)
        groups_.push_back({{}, steps.over(tiles_ahead, step), lines});
      Group &group = groups_[place->second];
      group.loads.push_back(load);
      group.lines = std::max(group.lines, lines);
      if (group.loads.size() == tiles_of_line)
        open.erase(place);
    }
}

std::uint64_t CopyPrefetches::lines() const {
  std::uint64_t lines = 0;
  for (const Group &group : groups_)
    lines += group.lines;
  return lines;
}

Value *CopyPrefetches::distanceOf(function_ref<bool(LoadInst *)> is_load) const {
  Value *distance = nullptr;
  for (const Group &group : groups_)
    if (any_of(group.loads, is_load))
      distance = group.distance;
  return distance;
}

SmallVector<StoreInst *, 32> CopyPrefetches::list(const CopyState &state, CopyState::Field list,
                                                  function_ref<Value *()> tile) const {
  SmallVector<StoreInst *, 32> stores;
  for (const Group &group : groups_) {
    IRBuilder<> builder(group.loads.back());
    Value *address = group.loads.front()->getPointerOperand();
    if (group.loads.size() > 1) {
      Value *number = tile();
      for (std::size_t i = 1; i < group.loads.size(); ++i) {
        Value *chosen = builder.CreateURem(number, builder.getInt64(group.loads.size()));
        address = builder.CreateSelect(builder.CreateICmpEQ(chosen, builder.getInt64(i)),
                                       group.loads[i]->getPointerOperand(), address);
      }
    }
    address = builder.CreatePtrAdd(address, group.distance);
    for (std::uint64_t line = 0; line < group.lines; ++line)
      stores.push_back(state.store(
          builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), address, line * kCacheLineBytes),
          list + CopyState::kEntryBytes * stores.size()));
  }
  return stores;
}

} // namespace raddle::vectorize
