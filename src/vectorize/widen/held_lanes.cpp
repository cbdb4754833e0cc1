#include "vectorize/widen/held_lanes.h"

#include "vectorize/poll_marks.h"
#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/leaving_lanes.h"
#include "vectorize/widen/shared_address.h"
#include "vectorize/widen/single_lane.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using analysis::AwaitedWrites;

const Value *addressOf(const Instruction &access) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&access))
    return update->getPointerOperand();
  if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(&access))
    return attempt->getPointerOperand();
  return getLoadStorePointerOperand(&access);
}

// What other threads may see of it.
bool writesCommonMemory(const Instruction &instruction) {
  // A volatile load counts as a write for LLVM.
  if (!instruction.mayWriteToMemory() || isa<FenceInst, LoadInst>(instruction))
    return false;
  if (StringRef function = calledRuntimeFunction(instruction); !function.empty())
    return function.ends_with("_arrive");
  auto *copy = dyn_cast<MemIntrinsic>(&instruction);
  if (isa<IntrinsicInst>(instruction) && !copy)
    return false;
  const Value *address = copy ? copy->getRawDest() : addressOf(instruction);
  return !(address && isa<AllocaInst>(getUnderlyingObject(address)));
}

// A parameter, a variable, or the first parameter for the block's shared memory; null where it is not known.
const Value *objectOf(const Instruction &access) {
  const Value *address = addressOf(access);
  if (address && isSharedAddress(*address))
    return access.getFunction()->getArg(0);
  const Value *object = address ? getUnderlyingObject(address) : nullptr;
  return object && isa<Argument, GlobalVariable>(object) ? object : nullptr;
}

// What the loop around a poll reads of what others may write.
class ReadObjects {
public:
  explicit ReadObjects(const Loop *loop) {
    if (!loop)
      return;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        if (addressOf(instruction) && !isa<StoreInst>(instruction))
          objects_.insert(objectOf(instruction));
  }

  bool mayBeWrittenBy(const Instruction &write) const {
    const Value *object = objectOf(write);
    return !object || objects_.contains(object) || objects_.contains(nullptr);
  }

private:
  SmallPtrSet<const Value *, 4> objects_;
};

// Whether a write may leave one of the values, for which all others are taken.
bool mayWriteOneOf(ArrayRef<std::int64_t> values, const Instruction &write) {
  const Value *written = nullptr;
  if (auto *store = dyn_cast<StoreInst>(&write))
    written = store->getValueOperand();
  else if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(&write))
    written = attempt->getNewValOperand();
  else if (auto *update = dyn_cast<AtomicRMWInst>(&write);
           update && update->getOperation() == AtomicRMWInst::Xchg)
    written = update->getValOperand();
  if (!written)
    return true;
  auto *number = dyn_cast<ConstantInt>(written);
  const bool is_null = isa<ConstantPointerNull>(written);
  return any_of(values, [&](std::int64_t value) {
    return (is_null && value == 0) ||
           (number && number->getBitWidth() <= 64 && number->getSExtValue() == value);
  });
}

bool isNotedWrite(const AwaitedWrites &awaited, const ReadObjects &read, const Instruction &write) {
  switch (awaited.kind) {
  case AwaitedWrites::kNone:
    return false;
  case AwaitedWrites::kValues:
    return read.mayBeWrittenBy(write) && mayWriteOneOf(awaited.values, write);
  case AwaitedWrites::kObject:
    return read.mayBeWrittenBy(write);
  case AwaitedWrites::kAny:
    break;
  }
  // Whoever sees it may write what is waited for.
  return true;
}

} // namespace

bool HeldLanes::mayBeWaitedForAt(const Instruction &poll) const {
  auto *block = const_cast<BasicBlock *>(poll.getParent());
  const Places places = placesOfOthersAt(block);
  if (places.empty())
    return false;
  const AwaitedWrites awaited = notedAwaitedWrites(poll).value_or(AwaitedWrites());
  const ReadObjects read(order_.loops().getLoopFor(block));
  return writesBeforeAllMeet(places, [&](const Instruction &instruction) {
    return writesCommonMemory(instruction) && isNotedWrite(awaited, read, instruction);
  });
}

HeldLanes::Places HeldLanes::placesOfOthersAt(BasicBlock *block) const {
  Places places;
  if (!runsForAtMostOneLane(*block, shapes_, order_.dominators()))
    for (const Loop *loop = order_.loops().getLoopFor(block); loop; loop = loop->getParentLoop())
      if (order_.isDivergentLoop(loop->getHeader()))
        for (BasicBlock *exit : order_.divergentExits(loop->getHeader()))
          places.insert(exit);
  for (BasicBlock *branch : order_.blocks())
    if (shapes_.branchDiverges(branch))
      addPlacesBehind(branch, block, places);
  return places;
}

// Where lanes may be held that parted at `branch` from those which are at `block` now.
void HeldLanes::addPlacesBehind(BasicBlock *branch, BasicBlock *block, Places &places) const {
  if (runsForAtMostOneLane(*branch, shapes_, order_.dominators()))
    return;
  const LoopInfo &loops = order_.loops();
  const Loop *polling = loops.getLoopFor(block);
  const Loop *common = loops.getLoopFor(branch);
  while (common && !common->contains(block))
    common = common->getParentLoop();
  const bool comes_to_block = branch == block || order_.reaches(branch, block);
  if (!comes_to_block && !common)
    return;
  const auto *node = post_dominators_.getNode(branch);
  BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  // All are together again before those come there.
  if (join && order_.indexOf(branch) < order_.indexOf(join) &&
      order_.indexOf(join) <= order_.indexOf(block) && comes_to_block)
    return;
  // The others run what has a lower number before these poll, and are held at what has a higher one.
  SmallVector<BasicBlock *, 8> worklist;
  SmallPtrSet<BasicBlock *, 16> seen;
  auto visit = [&](BasicBlock *from) {
    for (BasicBlock *next : successors(from)) {
      const bool is_own = polling && !polling->contains(branch) ? polling->contains(next) : next == block;
      if (is_own || !seen.insert(next).second)
        continue;
      if (order_.isBackEdge(from, next) ? loops.getLoopFor(next)->contains(block)
                                        : order_.indexOf(next) > order_.indexOf(block))
        places.insert(next);
      else
        worklist.push_back(next);
    }
  };
  visit(branch);
  while (!worklist.empty())
    visit(worklist.pop_back_val());
}

bool HeldLanes::writesBeforeAllMeet(const Places &places,
                                    function_ref<bool(const Instruction &)> is_awaited) const {
  SmallVector<BasicBlock *, 8> worklist(places.begin(), places.end());
  SmallPtrSet<BasicBlock *, 16> seen(places.begin(), places.end());
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    bool meets = false;
    for (const Instruction &instruction : *block) {
      meets = meetsAllLanes(instruction);
      if (meets)
        break;
      if (is_awaited(instruction))
        return true;
    }
    if (meets)
      continue;
    // The caller goes on by itself.
    if (isa<ReturnInst>(block->getTerminator()) && !is_kernel_)
      return true;
    const bool returns = isReturnFromLoop(*block->getTerminator());
    for (BasicBlock *next : successors(block))
      if (!(returns && next != block->getTerminator()->getSuccessor(0)) && seen.insert(next).second)
        worklist.push_back(next);
  }
  return false;
}

} // namespace raddle::vectorize
