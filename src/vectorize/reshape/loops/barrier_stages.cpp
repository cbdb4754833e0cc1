#include "vectorize/reshape/loops/barrier_stages.h"

#include "nvvm/runtime_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

// A barrier's stage is how many others come before it on the way that has fewest. From one barrier to the next that grows by
// one at most, so no way leaves out a stage that comes before its end.
std::vector<BarrierStage> stagesAfter(Instruction &access, const LoopInfo &loops) {
  MapVector<Instruction *, unsigned> stage_of;
  std::optional<unsigned> passed_by_all;
  DenseMap<const BasicBlock *, unsigned> passed; // before a block
  SmallVector<BasicBlock::iterator, 16> worklist{std::next(access.getIterator())};
  bool is_first = true;
  while (!worklist.empty()) {
    const BasicBlock::iterator from = worklist.pop_back_val();
    BasicBlock *block = from->getParent();
    unsigned count = is_first ? 0 : passed.lookup(block);
    is_first = false;
    for (Instruction &instruction : make_range(from, block->end())) {
      if (nvvm::isSyncthreads(instruction) && !loops.getLoopFor(block)) {
        const auto [known, is_new] = stage_of.insert({&instruction, count});
        known->second = std::min(known->second, count);
        ++count;
      } else if (isa<ReturnInst>(instruction)) {
        passed_by_all = std::min(passed_by_all.value_or(count), count);
      }
    }
    for (BasicBlock *next : successors(block))
      if (const auto [known, is_new] = passed.insert({next, count}); is_new || count < known->second) {
        known->second = count;
        worklist.push_back(next->begin());
      }
  }
  std::vector<BarrierStage> stages(passed_by_all.value_or(0));
  for (auto [barrier, stage] : stage_of)
    if (stage < stages.size())
      stages[stage].push_back(barrier);
  return stages;
}

} // namespace raddle::vectorize
