#include "vectorize/tune/tiles/tile_loop.h"

#include "abi/kernel_abi.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/shuffles/part_of_element.h"

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The store tells the runtime which warp runs. It is not to the kernel's memory.
bool notesRunningWarp(const Instruction &instruction, const Argument &block) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && isFieldOf(*store->getPointerOperand(), block, offsetof(RaddleBlock, running_warp));
}

} // namespace

TileLoop::TileLoop(Function &function, FunctionAnalysisManager &manager)
    : function_(function),
      analyses_{manager.getResult<LoopAnalysis>(function), manager.getResult<DominatorTreeAnalysis>(function),
                manager.getResult<PostDominatorTreeAnalysis>(function),
                manager.getResult<ScalarEvolutionAnalysis>(function),
                manager.getResult<AAManager>(function)} {}

bool TileLoop::find() {
  if (function_.arg_empty() || !function_.getArg(0)->getType()->isPointerTy())
    return false;
  block_ = function_.getArg(0);
  if (!accesses_.find(function_) || !findLoops())
    return false;
  variance_.find(*tiles_, analyses_.post_dominators);
  refusal_ = !findAccumulators()   ? "what is added up from a tile is used before the next one"
             : !onlyTouchesTiles() ? "other memory than the tiles is written from tile to tile"
             : !writesSamePlaces() ? "not all threads write to the same places of each tile"
             : !readsSameWay()     ? "what is computed with a tile depends on which one it is"
                                   : nullptr;
  return !refusal_;
}

bool TileLoop::findLoops() {
  LoopInfo &loops = analyses_.loops;
  accumulation_ = loops.getLoopFor(readers().front().instruction->getParent());
  warps_ = accumulation_ ? accumulation_->getParentLoop() : nullptr;
  tiles_ = warps_ ? warps_->getParentLoop() : nullptr;
  if (!tiles_ || accumulation_->getNumBlocks() != 1 || !accumulation_->getExitBlock() ||
      warps_->getSubLoops().size() != 1)
    return false;
  for (Loop *loop : {accumulation_, warps_, tiles_})
    if (!loop->isLoopSimplifyForm() || !loop->getExitingBlock() || !loop->getExitBlock())
      return false;
  iterations_ = analyses_.evolution.getSmallConstantTripCount(accumulation_);
  const BasicBlock *before = warps_->getLoopPreheader();
  return iterations_ != 0 && warps_->getExitingBlock() == warps_->getLoopLatch() &&
         analyses_.dominators.dominates(warps_->getExitBlock(), tiles_->getExitingBlock()) &&
         analyses_.dominators.dominates(before, tiles_->getLoopLatch()) &&
         warps_->getExitBlock()->phis().empty() &&
         all_of(readers(),
                [&](const TileAccess &reader) { return accumulation_->contains(reader.instruction); }) &&
         all_of(writers(), [&](const TileAccess &writer) {
           return tiles_->contains(writer.instruction) && !warps_->contains(writer.instruction) &&
                  !analyses_.dominators.dominates(warps_->getHeader(), writer.instruction->getParent());
         });
}

// Each warp loads the accumulators before `accumulation`, and stores them at the same place after it.
bool TileLoop::findAccumulators() {
  SmallVector<PHINode *, 64> phis;
  for (PHINode &phi : accumulation_->getHeader()->phis())
    phis.push_back(&phi);
  accumulators_ = findAccumulatorsInMemory(*accumulation_, phis, analyses_.aliases);
  SmallVector<const PHINode *, 64> others;
  for (auto [accumulator, load] : accumulators_.loads) {
    StoreInst *store = accumulators_.stores.lookup(accumulator);
    if (!store)
      others.push_back(accumulator);
    else if (!analyses_.aliases.isMustAlias(MemoryLocation::get(load), MemoryLocation::get(store)))
      return false;
  }
  // Those are values that a warp keeps without changing them.
  for (const PHINode *phi : others)
    accumulators_.loads.erase(phi);
  for (auto [phi, store] : accumulators_.stores)
    if (!accumulators_.loads.contains(phi))
      return false;
  // No other instruction gets a value of `accumulation`.
  for (const Instruction &instruction : *accumulation_->getHeader())
    for (const User *user : instruction.users()) {
      auto *use = cast<Instruction>(user);
      if (accumulation_->contains(use))
        continue;
      if (isa<PHINode>(use) && use->hasOneUse())
        use = cast<Instruction>(use->user_back());
      if (!writesAccumulators(*use))
        return false;
    }
  return !accumulators_.loads.empty();
}

bool TileLoop::writesAccumulators(const Instruction &instruction) const {
  return any_of(accumulators_.stores, [&](const auto &entry) { return entry.second == &instruction; });
}

// A load is harmless from a place of a warp's frame where no accumulator is, or from memory that is no frame.
bool TileLoop::isOwnPlace(const Value *first, std::uint64_t bytes) const {
  const DataLayout &layout = block_->getParent()->getDataLayout();
  return all_of(accumulators_.stores, [&](const auto &entry) {
    const Value *place = entry.second->getPointerOperand();
    if (analyses_.aliases.isNoAlias(MemoryLocation::getBeforeOrAfter(first),
                                    MemoryLocation::getBeforeOrAfter(place)))
      return true;
    const PartOfElement own = partOfElement(first, layout), accumulator = partOfElement(place, layout);
    if (!own.array || own.array != accumulator.array || own.type != accumulator.type)
      return false;
    const auto accumulator_bytes = static_cast<std::int64_t>(
        layout.getTypeStoreSize(entry.second->getValueOperand()->getType()).getFixedValue());
    const auto all_bytes = static_cast<std::int64_t>(layout.getTypeAllocSize(own.type).getFixedValue());
    const auto own_bytes = static_cast<std::int64_t>(bytes);
    return own.offset >= 0 && own.offset + own_bytes <= all_bytes && accumulator.offset >= 0 &&
           accumulator.offset + accumulator_bytes <= all_bytes &&
           (own.offset + own_bytes <= accumulator.offset ||
            accumulator.offset + accumulator_bytes <= own.offset);
  });
}

bool TileLoop::onlyTouchesTiles() const {
  const DataLayout &layout = block_->getParent()->getDataLayout();
  SmallPtrSet<const Instruction *, 32> known;
  for (const TileAccess &access : writers())
    known.insert(access.instruction);
  for (const TileAccess &access : readers())
    known.insert(access.instruction);
  for (auto [accumulator, load] : accumulators_.loads)
    known.insert(load);
  for (auto [accumulator, store] : accumulators_.stores)
    known.insert(store);
  for (const BasicBlock *block : tiles_->blocks())
    for (const Instruction &instruction : *block) {
      if (known.contains(&instruction) || notesRunningWarp(instruction, *block_))
        continue;
      if (instruction.mayHaveSideEffects()) {
        if (!isPrefetch(instruction))
          return false;
        continue;
      }
      if (!instruction.mayReadFromMemory())
        continue;
      const int operand = addressOperand(instruction);
      if (operand < 0)
        return false;
      const Value *address = instruction.getOperand(static_cast<unsigned>(operand));
      // Each lane's own address is in no frame: nothing takes the address of a frame.
      if (!address->getType()->isPointerTy())
        continue;
      if (!isOwnPlace(address, layout.getTypeStoreSize(instruction.getType()).getFixedValue()))
        return false;
    }
  return true;
}

// A place that is not written for one tile is then not written for any.
bool TileLoop::writesSamePlaces() const {
  return all_of(writers(), [&](const TileAccess &writer) {
    const Instruction &instruction = *writer.instruction;
    if (variance_.isConditional(instruction.getParent()) || varies(instruction.getOperand(writer.operand)))
      return false;
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return !intrinsic || !varies(intrinsic->getArgOperand(intrinsic->arg_size() - 1)); // the mask
  });
}

// The warps that read the tile know of the loop around them only what does not vary.
bool TileLoop::readsSameWay() const {
  for (const BasicBlock *block : warps_->blocks()) {
    if (variance_.isConditional(block))
      return false;
    for (const Instruction &instruction : *block) {
      for (const Value *operand : instruction.operands())
        if (auto *input = dyn_cast<Instruction>(operand);
            input && !warps_->contains(input) && tiles_->contains(input) && varies(input))
          return false;
      for (const User *user : instruction.users())
        if (!warps_->contains(cast<Instruction>(user)))
          return false;
    }
  }
  return true;
}

Loop *TileLoop::copyLoop(const LoopInfo &loops, const DominatorTree &dominators) const {
  Loop *copying = nullptr;
  for (const TileAccess &writer : writers()) {
    Loop *home = loops.getLoopFor(writer.instruction->getParent());
    while (home && home->getParentLoop() != tiles_)
      home = home->getParentLoop();
    if (!home || (copying && home != copying))
      return nullptr;
    copying = home;
  }
  return copying->isLoopSimplifyForm() && copying->getExitingBlock() == copying->getLoopLatch() &&
                 copying->getExitBlock() && copying->getExitBlock()->phis().empty() &&
                 dominators.dominates(copying->getHeader(), warps_->getLoopPreheader())
             ? copying
             : nullptr;
}

std::uint64_t bytesOfTiles(const Facts &facts, const Outputs &outputs, const CodeParts &parts) {
  const bool may_keep = facts.loops_over_warps && parts.empty() && !outputs.has_dynamic_shared &&
                        facts.shared_for_debugger.empty();
  return may_keep ? outputs.static_shared_bytes : 0;
}

} // namespace raddle::vectorize
