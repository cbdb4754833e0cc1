#include "vectorize/tune/block_batches/batch_function.h"

#include "abi/kernel_abi.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace raddle::vectorize {

// A trip count or an address takes a dozen instructions; more take longer than what is saved.
static constexpr unsigned kMostCopies = 64;

static Value *recompute(IRBuilder<> &builder, Value *value, KnownValues &known,
                        function_ref<Recompute(Instruction &)> how, unsigned &copies) {
  if (Value *found = known.lookup(value))
    return found;
  auto *instruction = dyn_cast<Instruction>(value);
  const Recompute kind = instruction ? how(*instruction) : Recompute::kNot;
  if (kind == Recompute::kNot)
    return value;
  if (kind == Recompute::kImpossible || ++copies > kMostCopies)
    return nullptr;
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction->operands()) {
    operands.push_back(recompute(builder, operand, known, how, copies));
    if (!operands.back())
      return nullptr;
  }
  Instruction *copy = instruction->clone();
  copy->dropPoisonGeneratingFlags();
  for (auto [i, operand] : enumerate(operands))
    copy->setOperand(static_cast<unsigned>(i), operand);
  known[value] = builder.Insert(copy);
  return copy;
}

Value *recompute(IRBuilder<> &builder, Value *value, KnownValues &known,
                 function_ref<Recompute(Instruction &)> how) {
  unsigned copies = 0;
  return recompute(builder, value, known, how, copies);
}

// The iterations of a step have at most so many instructions: longer ones are not held up by memory.
static constexpr unsigned kMostInstructions = 1024;

static unsigned iterationsPerStep(const Loop &loop, const Processor &processor) {
  std::size_t instructions = 0;
  for (const BasicBlock *block : loop.blocks())
    instructions += block->size();
  return static_cast<unsigned>(
      std::min<std::size_t>(kMostInstructions / instructions, processor.batch_iterations));
}

BatchFunction::BatchFunction(Function &function, const GridLoop &grid, unsigned threads_of_warp,
                             const Processor &processor)
    : function(function), grid(grid), body(grid.loop->getBlocks()), header(grid.loop->getHeader()),
      latch(grid.loop->getLoopLatch()), processor(processor), threads_of_warp(threads_of_warp),
      iterations_per_step(iterationsPerStep(*grid.loop, processor)), builder(function.getContext()),
      frame(function.getDataLayout()) {
  const BasicBlock *before = grid.loop->getLoopPreheader();
  for (PHINode &phi : header->phis())
    variables.push_back({&phi, phi.getIncomingValueForBlock(before), phi.getIncomingValueForBlock(latch),
                         frame.add(phi.getType())});
  auto *back = cast<BranchInst>(latch->getTerminator());
  goes_on_ = back->getCondition();
  goes_on_if_ = back->getSuccessor(0) == header;
}

std::uint32_t BatchFunction::frameCount() const {
  return static_cast<std::uint32_t>(std::bit_floor(kRaddleFramesBytes / frame.bytes()));
}

SmallVector<LoadInst *, 8> BatchFunction::loads() const {
  SmallVector<LoadInst *, 8> result;
  for (BasicBlock *block : body)
    for (Instruction &instruction : *block)
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        result.push_back(load);
  return result;
}

std::uint64_t BatchFunction::bytesOf(const LoadInst &load) const {
  return function.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
}

std::uint64_t BatchFunction::bytesOfIteration() const {
  std::uint64_t bytes = 0;
  for (const LoadInst *load : loads())
    bytes += bytesOf(*load);
  return bytes;
}

KnownValues BatchFunction::loadVariables(Value *frame_address) {
  KnownValues loaded;
  for (const LoopVariable &variable : variables)
    loaded[variable.now] = load(variable.now->getType(), frame_address, variable.place);
  return loaded;
}

KnownValues BatchFunction::firstVariables() const {
  KnownValues first;
  for (const LoopVariable &variable : variables)
    first[variable.now] = variable.first;
  return first;
}

KnownValues BatchFunction::loadAll(Value *frame_address) {
  KnownValues loaded = loadVariables(frame_address);
  for (const LiveIn &live_in : live_ins)
    loaded[live_in.here] = load(live_in.value->getType(), frame_address, live_in.place);
  return loaded;
}

Value *BatchFunction::inIteration(Value *value, KnownValues &now) {
  return recompute(builder, value, now, [&](const Instruction &instruction) {
    const bool varies = grid.loop->contains(&instruction) ||
                        any_of(variables, [&](const LoopVariable &each) { return each.now == &instruction; });
    return !varies ? Recompute::kNot : onlyComputes(instruction) ? Recompute::kCopy : Recompute::kImpossible;
  });
}

KnownValues BatchFunction::nextIteration(KnownValues &now) {
  KnownValues next;
  for (const LoopVariable &variable : variables)
    if (Value *value = inIteration(variable.next, now))
      next[variable.now] = value;
  return next;
}

KnownValues BatchFunction::later(KnownValues now, unsigned iterations) {
  for (unsigned i = 0; i < iterations; ++i)
    now = nextIteration(now);
  return now;
}

Value *BatchFunction::goesOn(KnownValues &now) {
  Value *condition = inIteration(goes_on_, now);
  return condition && !goes_on_if_ ? builder.CreateNot(condition) : condition;
}

Value *BatchFunction::goesOnFor(unsigned iterations, KnownValues now) {
  Value *enough = builder.getTrue();
  for (unsigned i = 0; i < iterations; ++i) {
    Value *more = goesOn(now);
    if (!more)
      return nullptr;
    enough = builder.CreateAnd(enough, more);
    now = nextIteration(now);
  }
  return enough;
}

} // namespace raddle::vectorize
