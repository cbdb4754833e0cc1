#include "vectorize/widen/held_lanes.h"

#include "vectorize/poll_marks.h"
#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/leaving_lanes.h"
#include "vectorize/widen/shared_address.h"
#include "vectorize/widen/single_lane.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <compare>
#include <set>

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

// A parameter or a variable; a variable in shared memory is what stands at a constant distance from its beginning.
struct Object {
  const Value *base = nullptr; // null where it is not known
  std::int64_t offset = 0;     // in bytes

  auto operator<=>(const Object &) const = default;
};

Object sharedObject(const Value &address, const Function &function) {
  const Value *next = &address;
  const DataLayout &layout = function.getParent()->getDataLayout();
  while (auto *step = dyn_cast<GEPOperator>(next)) {
    next = step->getPointerOperand();
    APInt offset(layout.getIndexTypeSizeInBits(step->getType()), 0);
    if (isa<LoadInst>(next) && step->accumulateConstantOffset(layout, offset))
      return {function.getArg(0), offset.getSExtValue()};
  }
  return {};
}

Object objectOf(const Instruction &access) {
  const Value *address = addressOf(access);
  if (address && isSharedAddress(*address))
    return sharedObject(*address, *access.getFunction());
  const Value *object = address ? getUnderlyingObject(address) : nullptr;
  return object && isa<Argument, GlobalVariable>(object) ? Object{object} : Object{};
}

// What the loop around a poll reads.
class ReadObjects {
public:
  explicit ReadObjects(const Loop *loop) {
    if (!loop)
      return;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        if (addressOf(instruction) && !isa<StoreInst>(instruction) && !instruction.use_empty())
          objects_.insert(objectOf(instruction));
  }

  bool mayBeWrittenBy(const Instruction &write) const {
    const Object object = objectOf(write);
    return !object.base || objects_.contains(object) || objects_.contains(Object{});
  }

private:
  std::set<Object> objects_;
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

// Without those that are never taken.
SmallVector<BasicBlock *, 2> waysOutOf(BasicBlock &block) {
  if (isReturnFromLoop(*block.getTerminator()))
    return {block.getTerminator()->getSuccessor(0)};
  return {succ_begin(&block), succ_end(&block)};
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
  // What a called function polls is not known, and the loop is within it.
  const std::optional<AwaitedWrites> noted = notedAwaitedWrites(poll);
  const Loop *polling = noted ? order_.loops().getLoopFor(block) : nullptr;
  const Places places = placesOfOthersAt(block, polling);
  if (places.empty())
    return false;
  const AwaitedWrites awaited = noted.value_or(AwaitedWrites());
  const ReadObjects read(polling);
  return writesBeforeAllMeet(places, [&](const Instruction &instruction) {
    return writesCommonMemory(instruction) && isNotedWrite(awaited, read, instruction);
  });
}

HeldLanes::Places HeldLanes::placesOfOthersAt(BasicBlock *block, const Loop *polling) const {
  Places places;
  if (!runsForAtMostOneLane(*block, shapes_, order_.dominators()))
    for (const Loop *loop = order_.loops().getLoopFor(block); loop; loop = loop->getParentLoop())
      if (order_.isDivergentLoop(loop->getHeader()))
        for (BasicBlock *exit : order_.divergentExits(loop->getHeader()))
          places.insert(exit);
  for (BasicBlock *branch : order_.blocks())
    if (shapes_.branchDiverges(branch))
      addPlacesBehind(branch, block, polling, places);
  return places;
}

// Where lanes may be held that parted at `branch` from those which are at `block` now.
void HeldLanes::addPlacesBehind(BasicBlock *branch, BasicBlock *block, const Loop *polling,
                                Places &places) const {
  auto comesToBlock = [&](BasicBlock *from) { return from == block || order_.reaches(from, block); };
  if (!comesToBlock(branch) || runsForAtMostOneLane(*branch, shapes_, order_.dominators()))
    return;
  // Who takes a side that leads there comes there too, or parts from those who do at a later branch.
  SmallVector<BasicBlock *, 8> worklist;
  SmallPtrSet<BasicBlock *, 16> seen;
  auto visit = [&](BasicBlock *from, BasicBlock *next) {
    if (order_.isBackEdge(from, next)) {
      // Those who poll in a loop inside this one do not come to its next iteration.
      if (const Loop *loop = order_.loops().getLoopFor(next); loop->contains(block) && loop != polling)
        places.insert(next);
      return;
    }
    if (comesToBlock(next) || !seen.insert(next).second)
      return;
    // The others run what has a lower number before these poll, and are held at what has a higher one.
    if (order_.indexOf(next) > order_.indexOf(block))
      places.insert(next);
    else
      worklist.push_back(next);
  };
  worklist.push_back(branch);
  while (!worklist.empty()) {
    BasicBlock *from = worklist.pop_back_val();
    for (BasicBlock *next : waysOutOf(*from))
      visit(from, next);
  }
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
    for (BasicBlock *next : waysOutOf(*block))
      if (seen.insert(next).second)
        worklist.push_back(next);
  }
  return false;
}

} // namespace raddle::vectorize
