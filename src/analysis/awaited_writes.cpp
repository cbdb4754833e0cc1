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

class Classifier {
public:
  Classifier(const PollingLoop &polling, const LoopInfo &loops) : loop_(*polling.loop), loops_(loops) {
    polled_.insert(polling.polled.begin(), polling.polled.end());
  }

  AwaitedWrites classify() {
    AwaitedWrites awaited{polled_.empty() ? AwaitedWrites::kAny : AwaitedWrites::kNone, {}};
    for (const Instruction *access : polled_)
      awaited.kind = std::max(awaited.kind, kindOf(*access));
    if (awaited.kind != AwaitedWrites::kValues)
      return awaited;
    SmallVector<BasicBlock *, 4> exiting;
    loop_.getExitingBlocks(exiting);
    for (BasicBlock *block : exiting)
      if (!addAwaitedValues(*block, awaited.values))
        return {AwaitedWrites::kObject, {}};
    return awaited;
  }

private:
  // Of an access that the loop's end depends on; kValues stands for kObject too as long as it is not known what is
  // compared.
  AwaitedWrites::Kind kindOf(const Instruction &access) const {
    if (drawsTickets(access) || boundsCounter(access))
      return AwaitedWrites::kNone;
    const Value *pointer = accessedAddress(access);
    return pointer && (isFollowed(access) || movesOn(*pointer)) ? AwaitedWrites::kValues
                                                                : AwaitedWrites::kAny;
  }

  // Counts up or down to a bound by itself.
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

  // Is compared with what goes up or down by itself, and will get there.
  bool boundsCounter(const Instruction &access) const {
    return isa<LoadInst>(access) && isBound(access, [&](const Value &other, bool goes_on_below) {
             const std::optional<bool> goes_up = directionOf(other);
             return goes_up && *goes_up == goes_on_below;
           });
  }

  // Whether all that the loop's end has to do with a value is whether something is less or more, which `bounded` holds for.
  // It is also told whether the loop goes on where that something is less than the value, which then has to go down.
  bool isBound(const Instruction &access, function_ref<bool(const Value &, bool)> bounded) const {
    SmallVector<BasicBlock *, 4> exiting;
    loop_.getExitingBlocks(exiting);
    bool is_bound = false;
    SmallVector<std::pair<const Value *, bool>, 8> conditions; // and for what the loop goes on
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
      } else if (isMadeOf(*condition, access)) {
        auto *comparison = dyn_cast<ICmpInst>(condition);
        if (!comparison || !comparison->isRelational())
          return false;
        const bool is_first = isMadeOf(*comparison->getOperand(0), access);
        const Value &other = *comparison->getOperand(is_first ? 1 : 0);
        const auto predicate = is_first ? comparison->getSwappedPredicate() : comparison->getPredicate();
        const bool less = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
        if (isMadeOf(other, access) || !bounded(other, less == goes_on))
          return false;
        is_bound = true;
      }
    }
    return is_bound;
  }

  // In this iteration or in the one before.
  bool isMadeOf(const Value &value, const Instruction &access) const {
    bool found = false;
    forEachSource(value, [&](const Value &source) {
      found |= isPartOf(source, access);
      if (auto *phi = dyn_cast<PHINode>(&source); phi && isHeaderPhi(*phi))
        found |= any_of(phi->incoming_values(), [&](const Use &incoming) {
          bool is_next = false;
          if (loop_.contains(phi->getIncomingBlock(incoming)))
            forEachSource(*incoming.get(), [&](const Value &next) { is_next |= isPartOf(next, access); });
          return is_next;
        });
    });
    return found;
  }

  // Whether a value goes up or down by a constant in each iteration of one of the loops; none where it does neither.
  std::optional<bool> directionOf(const Value &value) const {
    const Value *counter = &value;
    while (isa<CastInst>(counter))
      counter = cast<CastInst>(counter)->getOperand(0);
    const Value *base = nullptr;
    const APInt *step = nullptr;
    if (match(counter, m_Add(m_Value(base), m_APInt(step))) && isa<PHINode>(base))
      counter = base;
    auto *phi = dyn_cast<PHINode>(counter);
    const Loop *own = phi ? loops_.getLoopFor(phi->getParent()) : nullptr;
    if (!own || own->getHeader() != phi->getParent() || !loop_.contains(phi))
      return std::nullopt;
    std::optional<bool> goes_up;
    for (const Use &incoming : phi->incoming_values()) {
      if (!own->contains(phi->getIncomingBlock(incoming)))
        continue;
      if (!match(incoming.get(), m_Add(m_Specific(phi), m_APInt(step))) || step->isZero() ||
          (goes_up && *goes_up == step->isNegative()))
        return std::nullopt;
      goes_up = !step->isNegative();
    }
    return goes_up;
  }

  // What is read says where to read next, until there is nothing more: `cur = next[cur]` with `cur != -1`, or
  // `x = parent[x]` with `parent[x] != x`.
  bool isFollowed(const Instruction &access) const {
    const Value *pointer = accessedAddress(access);
    if (!pointer)
      return false;
    bool followed = false;
    forEachSource(*pointer, [&](const Value &place) {
      auto *phi = dyn_cast<PHINode>(&place);
      const bool was_read_there =
          phi && isHeaderPhi(*phi) ? comesFrom(*phi, access) : isa<LoadInst>(place) && isPolled(&place);
      followed |= was_read_there && isComparedAsPlace(place, access);
    });
    return followed;
  }

  // Of the loop or one inside.
  bool isHeaderPhi(const PHINode &phi) const {
    const Loop *own = loops_.getLoopFor(phi.getParent());
    return own && loop_.contains(own) && own->getHeader() == phi.getParent();
  }

  bool comesFrom(const PHINode &place, const Instruction &access) const {
    const Loop *own = loops_.getLoopFor(place.getParent());
    return any_of(place.incoming_values(), [&](const Use &incoming) {
      bool found = false;
      if (own->contains(place.getIncomingBlock(incoming)))
        forEachSource(*incoming.get(), [&](const Value &source) { found |= isReadThere(source, access); });
      return found;
    });
  }

  static bool isPartOf(const Value &value, const Instruction &access) {
    auto *part = dyn_cast<ExtractValueInst>(&value);
    return &value == &access || (part && part->getAggregateOperand() == &access);
  }

  // By the access, or by another one of the same place.
  static bool isReadThere(const Value &value, const Instruction &access) {
    auto *load = dyn_cast<LoadInst>(&value);
    return isPartOf(value, access) ||
           (load && isSameAddress(load->getPointerOperand(), accessedAddress(access)));
  }

  static bool isSameAddress(const Value *a, const Value *b) {
    auto *first = dyn_cast<GetElementPtrInst>(a), *second = dyn_cast_or_null<GetElementPtrInst>(b);
    return a == b || (first && second && first->isIdenticalTo(second));
  }

  // With a constant, or with what is read there.
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

  // Whether the address is another one in each iteration, by arithmetic alone.
  bool movesOn(const Value &pointer) const {
    bool moves = false;
    forEachSource(pointer, [&](const Value &source) {
      auto *phi = dyn_cast<PHINode>(&source);
      if (!phi || !isHeaderPhi(*phi))
        return;
      const Loop *own = loops_.getLoopFor(phi->getParent());
      moves |= any_of(phi->incoming_values(), [&](const Use &incoming) {
        return own->contains(phi->getIncomingBlock(incoming)) && incoming.get() != phi &&
               isa<Instruction>(incoming.get()) && own->contains(cast<Instruction>(incoming.get()));
      });
    });
    return moves;
  }

  // What a value is made of within the loop, but by memory; phis of other blocks than headers included.
  void forEachSource(const Value &value, function_ref<void(const Value &)> visit) const {
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

  static bool isShuffle(const Instruction &instruction) {
    const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
    return function && function->form == nvvm::RuntimeFunction::Form::Shuffle;
  }

  // ---- what a loop that goes from place to place looks for ----

  bool isPolled(const Value *value) const {
    while (isa<CastInst, FreezeInst>(value))
      value = cast<Instruction>(value)->getOperand(0);
    if (auto *part = dyn_cast<ExtractValueInst>(value))
      value = part->getAggregateOperand();
    auto *access = dyn_cast<Instruction>(value);
    return access && polled_.contains(access);
  }

  // False where the loop also ends for anything but one of some values.
  bool addAwaitedValues(const BasicBlock &exiting, SmallVectorImpl<std::int64_t> &values) const {
    const Instruction *terminator = exiting.getTerminator();
    if (auto *choice = dyn_cast<SwitchInst>(terminator)) {
      if (!isPolled(choice->getCondition()))
        return true;
      if (!loop_.contains(choice->getDefaultDest()))
        return false;
      for (const auto &each : choice->cases())
        if (!loop_.contains(each.getCaseSuccessor()) && !addValue(*each.getCaseValue(), values))
          return false;
      return true;
    }
    auto *branch = dyn_cast<BranchInst>(terminator);
    return branch && branch->isConditional() &&
           addAwaitedValues(*branch->getCondition(), !loop_.contains(branch->getSuccessor(0)), values);
  }

  // Those for which the condition is as it is to be.
  bool addAwaitedValues(const Value &condition, bool holds, SmallVectorImpl<std::int64_t> &values) const {
    const Value *first = nullptr, *second = nullptr;
    if (match(&condition, m_Not(m_Value(first))))
      return addAwaitedValues(*first, !holds, values);
    if (match(&condition, m_LogicalAnd(m_Value(first), m_Value(second))) ||
        match(&condition, m_LogicalOr(m_Value(first), m_Value(second))))
      return addAwaitedValues(*first, holds, values) && addAwaitedValues(*second, holds, values);
    if (auto *part = dyn_cast<ExtractValueInst>(&condition); part && isPolled(part)) {
      auto *attempt = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand());
      return holds && attempt && addValue(*attempt->getCompareOperand(), values);
    }
    auto *comparison = dyn_cast<ICmpInst>(&condition);
    if (!comparison)
      return !isPolled(&condition);
    for (unsigned i : {0, 1})
      if (isPolled(comparison->getOperand(i)))
        return comparison->isEquality() && (comparison->getPredicate() == ICmpInst::ICMP_EQ) == holds &&
               addValue(*comparison->getOperand(1 - i), values);
    return true;
  }

  // A key that is looked for is nothing that anybody gives back.
  static bool addValue(const Value &value, SmallVectorImpl<std::int64_t> &values) {
    if (auto *number = dyn_cast<ConstantInt>(&value)) {
      if (number->getBitWidth() > 64)
        return false;
      values.push_back(number->getSExtValue());
    } else if (isa<ConstantPointerNull>(value)) {
      values.push_back(0);
    }
    return true;
  }

  const Loop &loop_;
  const LoopInfo &loops_;
  SmallPtrSet<const Instruction *, 8> polled_;
};

} // namespace

AwaitedWrites awaitedWrites(const PollingLoop &polling, const LoopInfo &loops,
                            const DominatorTree &dominators) {
  if (goesAroundBehindFailures(*polling.loop, dominators))
    return {AwaitedWrites::kNone, {}};
  return Classifier(polling, loops).classify();
}

} // namespace raddle::analysis
