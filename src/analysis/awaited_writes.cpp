#include "analysis/awaited_writes.h"

#include "analysis/failed_attempts.h"
#include "nvvm/runtime_functions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::analysis {

const Value *accessedAddress(const Instruction &access) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&access))
    return update->getPointerOperand();
  if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(&access))
    return attempt->getPointerOperand();
  return getLoadStorePointerOperand(&access);
}

namespace {

bool isShuffle(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->form == nvvm::RuntimeFunction::Form::Shuffle;
}

bool isSameAddress(const Value *a, const Value *b) {
  auto *first = dyn_cast<GetElementPtrInst>(a), *second = dyn_cast_or_null<GetElementPtrInst>(b);
  return a == b || (first && second && first->isIdenticalTo(second));
}

// Whether the value is what the access has read, or a part of that.
bool isPartOf(const Value &value, const Instruction &access) {
  auto *part = dyn_cast<ExtractValueInst>(&value);
  return &value == &access || (part && part->getAggregateOperand() == &access);
}

// Whether the value was read by the access, or by a load of the same address.
bool isReadThere(const Value &value, const Instruction &access) {
  auto *load = dyn_cast<LoadInst>(&value);
  return isPartOf(value, access) ||
         (load && isSameAddress(load->getPointerOperand(), accessedAddress(access)));
}

// Follows the values of one loop to their sources. A value that comes from memory, or from a call, has no sources.
class LoopSources {
public:
  LoopSources(const Loop &loop, const LoopInfo &loops) : loop_(loop), loops_(loops) {}

  // Visits the value and what it is computed from within one iteration.
  void forEach(const Value &value, function_ref<void(const Value &)> visit) const {
    SmallVector<const Value *, 8> worklist{&value};
    SmallPtrSet<const Value *, 16> seen{&value};
    while (!worklist.empty()) {
      const Value *next = worklist.pop_back_val();
      visit(*next);
      auto *instruction = dyn_cast<Instruction>(next);
      auto *phi = dyn_cast<PHINode>(next);
      if (!instruction || !loop_.contains(instruction) ||
          isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) ||
          (isa<CallBase>(instruction) && !isShuffle(*instruction)) || (phi && isHeaderPhi(*phi)))
        continue;
      for (const Value *operand : instruction->operands())
        if (seen.insert(operand).second)
          worklist.push_back(operand);
    }
  }

  // Whether the phi stands in the header of the loop, or of a loop inside it.
  bool isHeaderPhi(const PHINode &phi) const {
    const Loop *own = loops_.getLoopFor(phi.getParent());
    return own && loop_.contains(own) && own->getHeader() == phi.getParent();
  }

  // Whether the value comes from what the access has read in this iteration, or in the one before.
  bool isMadeOf(const Value &value, const Instruction &access) const {
    bool found = false;
    forEach(value, [&](const Value &source) {
      found |= isPartOf(source, access);
      auto *phi = dyn_cast<PHINode>(&source);
      if (!phi || !isHeaderPhi(*phi))
        return;
      // Into an inner loop, too, the value may come from the iteration before.
      for (const Use &incoming : phi->incoming_values())
        if (loop_.contains(phi->getIncomingBlock(incoming)))
          forEach(*incoming.get(), [&](const Value &next) { found |= isPartOf(next, access); });
    });
    return found;
  }

  // Whether a header's phi becomes what is read at the address of the access.
  bool becomesRead(const PHINode &phi, const Instruction &access) const {
    return anyNext(phi, [&](const Value &next) {
      bool found = false;
      forEach(next, [&](const Value &source) { found |= isReadThere(source, access); });
      return found;
    });
  }

  // Whether an address is another one in each iteration, by arithmetic alone.
  bool moves(const Value &address) const {
    bool moves = false;
    forEach(address, [&](const Value &source) {
      auto *phi = dyn_cast<PHINode>(&source);
      if (!phi || !isHeaderPhi(*phi))
        return;
      const Loop *own = loops_.getLoopFor(phi->getParent());
      moves |= anyNext(*phi, [&](const Value &next) {
        auto *instruction = dyn_cast<Instruction>(&next);
        return &next != phi && instruction && own->contains(instruction);
      });
    });
    return moves;
  }

  // Whether a value goes up (true) or down by a constant in each iteration of the loop, or of one inside it; none where it
  // does neither.
  std::optional<bool> directionOf(const Value &value) const {
    const Value *counter = &value;
    while (isa<CastInst>(counter))
      counter = cast<CastInst>(counter)->getOperand(0);
    const Value *base = nullptr;
    const APInt *step = nullptr;
    if (match(counter, m_Add(m_Value(base), m_APInt(step))) && isa<PHINode>(base))
      counter = base;
    auto *phi = dyn_cast<PHINode>(counter);
    if (!phi || !isHeaderPhi(*phi))
      return std::nullopt;
    std::optional<bool> goes_up;
    const bool goes_both_ways_or_none = anyNext(*phi, [&](const Value &next) {
      if (!match(&next, m_Add(m_Specific(phi), m_APInt(step))) || step->isZero() ||
          (goes_up && *goes_up == step->isNegative()))
        return true;
      goes_up = !step->isNegative();
      return false;
    });
    return goes_both_ways_or_none ? std::nullopt : goes_up;
  }

private:
  // Whether something holds for what the phi becomes in the next iteration of its loop.
  bool anyNext(const PHINode &phi, function_ref<bool(const Value &)> holds) const {
    const Loop *own = loops_.getLoopFor(phi.getParent());
    return any_of(phi.incoming_values(), [&](const Use &incoming) {
      return own->contains(phi.getIncomingBlock(incoming)) && holds(*incoming.get());
    });
  }

  const Loop &loop_;
  const LoopInfo &loops_;
};

bool isPolled(const SmallPtrSetImpl<const Instruction *> &polled, const Value &value) {
  const Value *access = &value;
  while (isa<CastInst, FreezeInst>(access))
    access = cast<Instruction>(access)->getOperand(0);
  if (auto *part = dyn_cast<ExtractValueInst>(access))
    access = part->getAggregateOperand();
  auto *instruction = dyn_cast<Instruction>(access);
  return instruction && polled.contains(instruction);
}

// The values whose writing ends a loop that goes from place to place.
class AwaitedValues {
public:
  AwaitedValues(const Loop &loop, const SmallPtrSetImpl<const Instruction *> &polled)
      : loop_(loop), polled_(polled) {}

  // None where the loop also ends for anything but one of some values.
  std::optional<SmallVector<std::int64_t, 2>> find() {
    SmallVector<BasicBlock *, 4> exiting;
    loop_.getExitingBlocks(exiting);
    if (!all_of(exiting, [&](const BasicBlock *block) { return addThoseOf(*block->getTerminator()); }))
      return std::nullopt;
    return values_;
  }

private:
  bool addThoseOf(const Instruction &terminator) {
    auto *choice = dyn_cast<SwitchInst>(&terminator);
    if (!choice) {
      auto *branch = dyn_cast<BranchInst>(&terminator);
      return branch && branch->isConditional() &&
             addThoseFor(*branch->getCondition(), !loop_.contains(branch->getSuccessor(0)));
    }
    if (!isPolled(polled_, *choice->getCondition()))
      return true;
    return loop_.contains(choice->getDefaultDest()) && all_of(choice->cases(), [&](const auto &each) {
             return loop_.contains(each.getCaseSuccessor()) || add(*each.getCaseValue());
           });
  }

  // Adds the values for which the condition is as it has to be.
  bool addThoseFor(const Value &condition, bool holds) {
    const Value *first = nullptr, *second = nullptr;
    if (match(&condition, m_Not(m_Value(first))))
      return addThoseFor(*first, !holds);
    if (match(&condition, m_LogicalAnd(m_Value(first), m_Value(second))) ||
        match(&condition, m_LogicalOr(m_Value(first), m_Value(second))))
      return addThoseFor(*first, holds) && addThoseFor(*second, holds);
    if (auto *part = dyn_cast<ExtractValueInst>(&condition); part && isPolled(polled_, *part)) {
      auto *attempt = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand());
      return holds && attempt && add(*attempt->getCompareOperand());
    }
    auto *comparison = dyn_cast<ICmpInst>(&condition);
    if (!comparison)
      return !isPolled(polled_, condition);
    for (unsigned i : {0, 1})
      if (isPolled(polled_, *comparison->getOperand(i)))
        return comparison->isEquality() && (comparison->getPredicate() == ICmpInst::ICMP_EQ) == holds &&
               add(*comparison->getOperand(1 - i));
    return true;
  }

  // A key that is looked for is no constant, and no thread gives it back.
  bool add(const Value &value) {
    if (auto *number = dyn_cast<ConstantInt>(&value)) {
      if (number->getBitWidth() > 64)
        return false;
      values_.push_back(number->getSExtValue());
    } else if (isa<ConstantPointerNull>(value)) {
      values_.push_back(0);
    }
    return true;
  }

  const Loop &loop_;
  const SmallPtrSetImpl<const Instruction *> &polled_;
  SmallVector<std::int64_t, 2> values_;
};

// Tells the kinds of loops apart by how they use what they read.
class Classifier {
public:
  Classifier(const PollingLoop &polling, const LoopInfo &loops)
      : loop_(*polling.loop), sources_(*polling.loop, loops) {
    polled_.insert(polling.polled.begin(), polling.polled.end());
  }

  AwaitedWrites classify() {
    AwaitedWrites awaited{polled_.empty() ? AwaitedWrites::kAny : AwaitedWrites::kNone, {}};
    for (const Instruction *access : polled_)
      awaited.kind = std::max(awaited.kind, kindOf(*access));
    if (awaited.kind != AwaitedWrites::kValues)
      return awaited;
    if (auto values = AwaitedValues(loop_, polled_).find())
      return {AwaitedWrites::kValues, std::move(*values)};
    return {AwaitedWrites::kObject, {}};
  }

private:
  // What the loop waits for as far as its end depends on this access; kValues stands for kObject, too, until what is compared
  // has been looked at.
  AwaitedWrites::Kind kindOf(const Instruction &access) const {
    if (drawsTickets(access) || boundsCounter(access))
      return AwaitedWrites::kNone;
    const Value *pointer = accessedAddress(access);
    return pointer && (isFollowed(access) || sources_.moves(*pointer)) ? AwaitedWrites::kValues
                                                                       : AwaitedWrites::kAny;
  }

  // Whether the access counts up or down to a bound by itself.
  bool drawsTickets(const Instruction &access) const {
    auto *update = dyn_cast<AtomicRMWInst>(&access);
    auto *step = update ? dyn_cast<ConstantInt>(update->getValOperand()) : nullptr;
    if (!step || step->isZero() ||
        (update->getOperation() != AtomicRMWInst::Add && update->getOperation() != AtomicRMWInst::Sub))
      return false;
    const Value *object = update->getPointerOperand();
    const bool only_one = none_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &other) {
        return &other != &access && other.mayWriteToMemory() && accessedAddress(other) == object;
      });
    });
    const bool goes_down = (update->getOperation() == AtomicRMWInst::Sub) != step->isNegative();
    return only_one &&
           isBound(access, [&](const Value &, bool goes_on_below) { return goes_on_below == goes_down; });
  }

  // Whether what is read is compared with a counter that goes up or down by itself, and will get there.
  bool boundsCounter(const Instruction &access) const {
    return isa<LoadInst>(access) && isBound(access, [&](const Value &other, bool goes_on_below) {
             const std::optional<bool> goes_up = sources_.directionOf(other);
             return goes_up && *goes_up == goes_on_below;
           });
  }

  // Whether all that the loop's end has to do with a value is whether something is less or more, which `bounded` holds for.
  // It is also told whether the loop goes on where that something is less than the value, which then has to go down.
  bool isBound(const Instruction &access, function_ref<bool(const Value &, bool)> bounded) const {
    SmallVector<BasicBlock *, 4> exiting;
    loop_.getExitingBlocks(exiting);
    bool is_bound = false;
    SmallVector<std::pair<const Value *, bool>, 8> conditions; // and the result for which the loop goes on
    for (const BasicBlock *block : exiting) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional())
        return false;
      conditions.push_back({branch->getCondition(), loop_.contains(branch->getSuccessor(0))});
    }
    while (!conditions.empty()) {
      const auto [condition, goes_on] = conditions.pop_back_val();
      const Value *first = nullptr, *second = nullptr;
      if (match(condition, m_Not(m_Value(first)))) {
        conditions.push_back({first, !goes_on});
      } else if (match(condition, m_LogicalAnd(m_Value(first), m_Value(second))) ||
                 match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
        conditions.append({{first, goes_on}, {second, goes_on}});
      } else if (sources_.isMadeOf(*condition, access)) {
        auto *comparison = dyn_cast<ICmpInst>(condition);
        if (!comparison || !comparison->isRelational())
          return false;
        const bool is_first = sources_.isMadeOf(*comparison->getOperand(0), access);
        const Value &other = *comparison->getOperand(is_first ? 1 : 0);
        const auto predicate = is_first ? comparison->getSwappedPredicate() : comparison->getPredicate();
        const bool less = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
        if (sources_.isMadeOf(other, access) || !bounded(other, less == goes_on))
          return false;
        is_bound = true;
      }
    }
    return is_bound;
  }

  // What is read says where to read next, until there is nothing more: `cur = next[cur]` with `cur != -1`, or
  // `x = parent[x]` with `parent[x] != x`.
  bool isFollowed(const Instruction &access) const {
    const Value *pointer = accessedAddress(access);
    if (!pointer)
      return false;
    bool followed = false;
    sources_.forEach(*pointer, [&](const Value &place) {
      auto *phi = dyn_cast<PHINode>(&place);
      const bool was_read_there = phi && sources_.isHeaderPhi(*phi)
                                      ? sources_.becomesRead(*phi, access)
                                      : isa<LoadInst>(place) && isPolled(polled_, place);
      followed |= was_read_there && isComparedAsPlace(place, access);
    });
    return followed;
  }

  // Whether the place is compared with a constant, or with what is read there.
  bool isComparedAsPlace(const Value &place, const Instruction &access) const {
    auto isPlace = [&](const Value *value) {
      auto *phi = dyn_cast<PHINode>(&place);
      return value == &place || isReadThere(*value, access) || (phi && is_contained(phi->operands(), value));
    };
    return any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &instruction) {
        auto *comparison = dyn_cast<ICmpInst>(&instruction);
        if (!comparison)
          return false;
        const Value *first = comparison->getOperand(0), *second = comparison->getOperand(1);
        return (isPlace(first) && (isa<Constant>(second) || isPlace(second))) ||
               (isPlace(second) && isa<Constant>(first));
      });
    });
  }

  const Loop &loop_;
  const LoopSources sources_;
  SmallPtrSet<const Instruction *, 8> polled_;
};

} // namespace

AwaitedWrites awaitedWrites(const PollingLoop &polling, const LoopInfo &loops,
                            const DominatorTree &dominators) {
  if (goesOnOnlyAfterFailures(*polling.loop, dominators))
    return {AwaitedWrites::kNone, {}};
  return Classifier(polling, loops).classify();
}

} // namespace raddle::analysis
