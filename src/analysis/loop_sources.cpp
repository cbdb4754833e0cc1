#include "analysis/loop_sources.h"

#include "analysis/awaited_writes.h"
#include "nvvm/runtime_functions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::analysis {

namespace {

bool isShuffle(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->form == nvvm::RuntimeFunction::Form::Shuffle;
}

bool isSameAddress(const Value *a, const Value *b) {
  auto *first = dyn_cast<GetElementPtrInst>(a), *second = dyn_cast_or_null<GetElementPtrInst>(b);
  return a == b || (first && second && first->isIdenticalTo(second));
}

} // namespace

bool isPartOf(const Value &value, const Instruction &access) {
  auto *part = dyn_cast<ExtractValueInst>(&value);
  return &value == &access || (part && part->getAggregateOperand() == &access);
}

bool isReadThere(const Value &value, const Instruction &access) {
  auto *load = dyn_cast<LoadInst>(&value);
  return isPartOf(value, access) ||
         (load && isSameAddress(load->getPointerOperand(), accessedAddress(access)));
}

void LoopSources::forEach(const Value &value, function_ref<void(const Value &)> visit) const {
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

bool LoopSources::isHeaderPhi(const PHINode &phi) const {
  const Loop *own = loops_.getLoopFor(phi.getParent());
  return own && loop_.contains(own) && own->getHeader() == phi.getParent();
}

// Whether something holds for what the phi becomes in the next iteration of its loop.
bool LoopSources::anyNext(const PHINode &phi, function_ref<bool(const Value &)> holds) const {
  const Loop *own = loops_.getLoopFor(phi.getParent());
  return any_of(phi.incoming_values(), [&](const Use &incoming) {
    return own->contains(phi.getIncomingBlock(incoming)) && holds(*incoming.get());
  });
}

bool LoopSources::isMadeOf(const Value &value, const Instruction &access) const {
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

bool LoopSources::becomesRead(const PHINode &phi, const Instruction &access) const {
  return anyNext(phi, [&](const Value &next) {
    bool found = false;
    forEach(next, [&](const Value &source) { found |= isReadThere(source, access); });
    return found;
  });
}

bool LoopSources::moves(const Value &address) const {
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

std::optional<bool> LoopSources::directionOf(const Value &value) const {
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

} // namespace raddle::analysis
