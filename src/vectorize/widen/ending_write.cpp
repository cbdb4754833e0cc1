#include "vectorize/widen/ending_write.h"

#include "vectorize/import_slots.h"
#include "vectorize/poll_marks.h"
#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/shared_address.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using analysis::accessedAddress;
using analysis::AwaitedWrites;

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

// Whether two values are computed alike of the same, and not read from memory: where one place dominates the other, they are
// equal each time that a thread comes from the first to the second.
bool isSameValue(const Value &a, const Value &b, unsigned depth = 8) {
  if (&a == &b)
    return true;
  auto *first = dyn_cast<Instruction>(&a), *second = dyn_cast<Instruction>(&b);
  if (!first || !second || depth == 0 || isa<PHINode>(first) || first->mayReadOrWriteMemory() ||
      !first->isSameOperationAs(second))
    return false;
  return all_of(zip_equal(first->operands(), second->operands()), [&](const auto &pair) {
    return isSameValue(*std::get<0>(pair), *std::get<1>(pair), depth - 1);
  });
}

// Whether a thread that comes to `later` has been at `earlier`: always, or because the same condition leads to both.
bool comesBefore(const Instruction &earlier, const Instruction &later, const DominatorTree &dominators) {
  if (dominators.dominates(&earlier, &later))
    return true;
  const BasicBlock *parting = earlier.getParent()->getSinglePredecessor();
  auto *first = parting ? dyn_cast<BranchInst>(parting->getTerminator()) : nullptr;
  if (!first || !first->isConditional() || !dominators.dominates(parting, later.getParent()))
    return false;
  const unsigned side = first->getSuccessor(0) == earlier.getParent() ? 0 : 1;
  for (auto *node = dominators.getNode(later.getParent()); node && node->getBlock() != parting;
       node = node->getIDom()) {
    const BasicBlock *above = node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    auto *second = above && above != parting ? dyn_cast<BranchInst>(above->getTerminator()) : nullptr;
    if (second && second->isConditional() && isSameValue(*first->getCondition(), *second->getCondition()) &&
        dominators.dominates(BasicBlockEdge(above, second->getSuccessor(side)), later.getParent()))
      return true;
  }
  return false;
}

} // namespace

bool writesCommonMemory(const Instruction &instruction) {
  // A volatile load counts as a write for LLVM.
  if (!instruction.mayWriteToMemory() || isa<FenceInst, LoadInst>(instruction))
    return false;
  if (StringRef function = calledRuntimeFunction(instruction); !function.empty())
    return function.ends_with("_arrive");
  auto *copy = dyn_cast<MemIntrinsic>(&instruction);
  if (isa<IntrinsicInst>(instruction) && !copy)
    return false;
  const Value *address = copy ? copy->getRawDest() : accessedAddress(instruction);
  return !(address && isa<AllocaInst>(getUnderlyingObject(address)));
}

bool accessesSharedMemory(const Instruction &instruction) {
  const Value *address = accessedAddress(instruction);
  return address && isSharedAddress(*address);
}

EndingWrite::EndingWrite(const Instruction &poll, const LoopInfo &loops, bool is_kernel) {
  // What a called function polls is not known.
  const std::optional<AwaitedWrites> noted = notedAwaitedWrites(poll);
  if (!noted)
    return;
  awaited_ = *noted;
  loop_ = loops.getLoopFor(poll.getParent());
  if (!loop_)
    return;
  read_ = objectsReadIn(*loop_);
  const bool may_be_look_back = is_kernel && awaited_.kind == AwaitedWrites::kAny &&
                                awaited_.values.size() == 3 && isAllThatIsAwaited(*poll.getFunction(), loops);
  if (may_be_look_back)
    findRepetitions(poll);
}

std::set<EndingWrite::Object> EndingWrite::objectsReadIn(const Loop &loop) {
  std::set<Object> objects;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (accessedAddress(instruction) && !isa<StoreInst>(instruction) && !instruction.use_empty())
        objects.insert(objectOf(instruction));
  return objects;
}

EndingWrite::Object EndingWrite::objectOf(const Instruction &access) {
  const Value *address = accessedAddress(access);
  if (!address)
    return {};
  const Value *object = getUnderlyingObject(address);
  if (!isSharedAddress(*address)) {
    // What the launch says of arrays lies in a structure of parameters; a variable is where its slot says.
    auto *member = dyn_cast<LoadInst>(object);
    const Value *source = member ? getUnderlyingObject(member->getPointerOperand()) : nullptr;
    if (auto *slot = dyn_cast_or_null<GlobalVariable>(source); slot && isImportSlot(*slot))
      return {slot};
    const bool is_known = isa<Argument, GlobalVariable>(object) || (source && isa<Argument>(source));
    return is_known ? Object{object} : Object{};
  }
  const DataLayout &layout = access.getModule()->getDataLayout();
  for (const Value *next = address; auto *step = dyn_cast<GEPOperator>(next);) {
    next = step->getPointerOperand();
    APInt offset(layout.getIndexTypeSizeInBits(step->getType()), 0);
    if (isa<LoadInst>(next) && step->accumulateConstantOffset(layout, offset))
      return {access.getFunction()->getArg(0), offset.getSExtValue()};
  }
  return {};
}

bool EndingWrite::mayBeInLoopsObjects(const Instruction &write) const {
  if (accessesSharedMemory(write) && !mayReadSharedMemory())
    return false;
  const Object object = objectOf(write);
  return !object.base || read_.contains(object) || read_.contains(Object{});
}

bool EndingWrite::mayReadSharedMemory() const {
  return !loop_ || any_of(read_, [&](const Object &object) {
    return !object.base || object.base == loop_->getHeader()->getParent()->getArg(0);
  });
}

bool EndingWrite::mayBe(const Instruction &instruction) const {
  if (!writesCommonMemory(instruction))
    return false;
  switch (awaited_.kind) {
  case AwaitedWrites::kNone:
    return false;
  case AwaitedWrites::kValues:
    return mayBeInLoopsObjects(instruction) && mayWriteOneOf(awaited_.values, instruction);
  case AwaitedWrites::kObject:
    return mayBeInLoopsObjects(instruction);
  case AwaitedWrites::kAny:
    return !only_changes_count_ || (mayBeInLoopsObjects(instruction) && !repetitions_.contains(&instruction));
  }
  return true;
}

// Whether a place of the object that the loop reads holds something else for certain than what the loop waits for to go.
bool EndingWrite::changesPlace(const Instruction &write) const {
  auto *store = dyn_cast<StoreInst>(&write);
  const Value *value = store ? store->getValueOperand() : nullptr;
  if (!value || !value->getType()->isIntegerTy(static_cast<unsigned>(awaited_.values[2])))
    return false;
  const KnownBits known = computeKnownBits(value, write.getModule()->getDataLayout());
  const auto held = static_cast<std::uint64_t>(awaited_.values[0]),
             counts = static_cast<std::uint64_t>(awaited_.values[1]);
  return ((known.One.getZExtValue() & ~held) | (known.Zero.getZExtValue() & held)) & counts;
}

bool EndingWrite::isAllThatIsAwaited(const Function &kernel, const LoopInfo &loops) const {
  if (read_.size() != 1 || !read_.begin()->base)
    return false;
  return all_of(instructions(kernel), [&](const Instruction &instruction) {
    if (mayPoll(instruction)) {
      const std::optional<AwaitedWrites> awaited = notedAwaitedWrites(instruction);
      const Loop *loop = loops.getLoopFor(instruction.getParent());
      return awaited && loop && awaited->kind == awaited_.kind && awaited->values == awaited_.values &&
             objectsReadIn(*loop) == read_;
    }
    return !writesCommonMemory(instruction) || !mayBeInLoopsObjects(instruction) || changesPlace(instruction);
  });
}

void EndingWrite::findRepetitions(const Instruction &poll) {
  auto &kernel = const_cast<Function &>(*poll.getFunction());
  const DominatorTree dominators(kernel);
  SmallVector<const StoreInst *, 8> stores;
  for (const Instruction &instruction : instructions(kernel))
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && read_.contains(objectOf(*store)) && changesPlace(*store))
      stores.push_back(store);
  only_changes_count_ =
      any_of(stores, [&](const StoreInst *store) { return comesBefore(*store, poll, dominators); });
  for (const StoreInst *store : stores)
    if (any_of(stores, [&](const StoreInst *earlier) {
          return earlier != store &&
                 isSameValue(*earlier->getPointerOperand(), *store->getPointerOperand()) &&
                 comesBefore(*earlier, *store, dominators);
        }))
      repetitions_.insert(store);
}

} // namespace raddle::vectorize
