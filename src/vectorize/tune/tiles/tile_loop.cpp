#include "vectorize/tune/tiles/tile_loop.h"

#include "abi/kernel_abi.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/shuffles/part_of_element.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isFieldOf(const Value &address, const Argument &block, std::size_t field) {
  APInt offset(64, 0);
  return address.stripAndAccumulateConstantOffsets(block.getParent()->getDataLayout(), offset, true) ==
             &block &&
         offset == field;
}

// What the runtime is told: not the kernel's memory.
bool notesRunningWarp(const Instruction &instruction, const Argument &block) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && isFieldOf(*store->getPointerOperand(), block, offsetof(RaddleBlock, running_warp));
}

// The operand that is the address, of loads and stores of vectors some of whose lanes may be missing.
int addressOperand(const IntrinsicInst &intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::prefetch:
    return 0;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return 1;
  default:
    return -1;
  }
}

bool isSimpleAccess(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple();
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && addressOperand(*intrinsic) >= 0;
}

} // namespace

bool TileLoop::find(Function &function, Analyses analyses) {
  analyses_ = &analyses;
  if (function.arg_empty() || !function.getArg(0)->getType()->isPointerTy())
    return false;
  block_ = function.getArg(0);
  if (!findAccesses(function) || !findLoops() || !findSums() || !onlyTouchesTiles())
    return false;
  findVarying();
  return writesSamePlaces() && readsSameWay();
}

bool TileLoop::findAccesses(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && isFieldOf(*load->getPointerOperand(), *block_, offsetof(RaddleBlock, shared)))
      bases_.push_back(load);
    // Whoever is called may find the shared memory too, but for who reports.
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && !isa<IntrinsicInst>(call) && !call->onlyAccessesInaccessibleMemOrArgMem())
      return false;
  }
  return !bases_.empty() && all_of(bases_, [&](LoadInst *base) { return findUsersOf(*base); }) &&
         !writers_.empty() && !readers_.empty();
}

bool TileLoop::findUsersOf(Value &pointer) {
  for (Use &use : pointer.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *address = dyn_cast<GetElementPtrInst>(user)) {
      if (use.getOperandNo() != 0 || !findUsersOf(*address))
        return false;
      continue;
    }
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &pointer) {
      if (store->getPointerOperand() == &pointer || !findUsersOfKept(*store))
        return false;
      continue;
    }
    int operand = -1;
    if (isa<LoadInst>(user))
      operand = LoadInst::getPointerOperandIndex();
    else if (isa<StoreInst>(user))
      operand = StoreInst::getPointerOperandIndex();
    else if (auto *intrinsic = dyn_cast<IntrinsicInst>(user))
      operand = addressOperand(*intrinsic);
    if (operand != static_cast<int>(use.getOperandNo()) || !isSimpleAccess(*user))
      return false;
    (user->mayWriteToMemory() ? writers_ : readers_).push_back({user, use.getOperandNo()});
  }
  return true;
}

// An address that each warp keeps in its frame, from one region to another.
bool TileLoop::findUsersOfKept(StoreInst &store) {
  const DataLayout &layout = block_->getParent()->getDataLayout();
  const PartOfElement place = partOfElement(store.getPointerOperand(), layout);
  auto *frames = dyn_cast_or_null<AllocaInst>(place.array);
  if (!store.isSimple() || !frames || !hasOnlyParts(*frames))
    return false;
  for (Instruction &instruction : instructions(*block_->getParent())) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load)
      continue;
    const PartOfElement other = partOfElement(load->getPointerOperand(), layout);
    if (other.array != place.array)
      continue;
    Type *kept = store.getValueOperand()->getType();
    if (other.offset + static_cast<std::int64_t>(layout.getTypeStoreSize(load->getType())) <= place.offset ||
        place.offset + static_cast<std::int64_t>(layout.getTypeStoreSize(kept)) <= other.offset)
      continue;
    if (!load->isSimple() || load->getType() != kept || other.type != place.type ||
        other.offset != place.offset)
      return false;
    if (kept_.insert(load).second && !findUsersOf(*load))
      return false;
  }
  return true;
}

bool TileLoop::findLoops() {
  LoopInfo &loops = analyses_->loops;
  terms_ = loops.getLoopFor(readers_.front().instruction->getParent());
  warps_ = terms_ ? terms_->getParentLoop() : nullptr;
  tiles_ = warps_ ? warps_->getParentLoop() : nullptr;
  if (!tiles_ || terms_->getNumBlocks() != 1 || !terms_->getExitBlock() || warps_->getSubLoops().size() != 1)
    return false;
  for (Loop *loop : {terms_, warps_, tiles_})
    if (!loop->isLoopSimplifyForm() || !loop->getExitingBlock() || !loop->getExitBlock())
      return false;
  iterations_ = analyses_->evolution.getSmallConstantTripCount(terms_);
  const BasicBlock *in_front = warps_->getLoopPreheader();
  return iterations_ != 0 && warps_->getExitingBlock() == warps_->getLoopLatch() &&
         analyses_->dominators.dominates(warps_->getExitBlock(), tiles_->getExitingBlock()) &&
         analyses_->dominators.dominates(in_front, tiles_->getLoopLatch()) &&
         warps_->getExitBlock()->phis().empty() &&
         all_of(readers_, [&](const Access &reader) { return terms_->contains(reader.instruction); }) &&
         all_of(writers_, [&](const Access &writer) {
           return tiles_->contains(writer.instruction) && !warps_->contains(writer.instruction) &&
                  !analyses_->dominators.dominates(warps_->getHeader(), writer.instruction->getParent());
         });
}

// What `terms` goes on with is loaded by each warp before, and stored at the same place behind.
bool TileLoop::findSums() {
  SmallVector<PHINode *, 64> phis;
  for (PHINode &phi : terms_->getHeader()->phis())
    phis.push_back(&phi);
  sums_ = findSumsInMemory(*terms_, phis, analyses_->aliases);
  SmallVector<const PHINode *, 64> others;
  for (auto [sum, load] : sums_.loads) {
    StoreInst *store = sums_.stores.lookup(sum);
    if (!store)
      others.push_back(sum);
    else if (!analyses_->aliases.isMustAlias(MemoryLocation::get(load), MemoryLocation::get(store)))
      return false;
  }
  // Those are values that a warp keeps without changing them.
  for (const PHINode *phi : others)
    sums_.loads.erase(phi);
  for (auto [phi, store] : sums_.stores)
    if (!sums_.loads.contains(phi))
      return false;
  // Nobody else gets a value of the terms.
  for (const Instruction &instruction : *terms_->getHeader())
    for (const User *user : instruction.users()) {
      auto *use = cast<Instruction>(user);
      if (terms_->contains(use))
        continue;
      if (isa<PHINode>(use) && use->hasOneUse())
        use = cast<Instruction>(use->user_back());
      if (!writesSums(*use))
        return false;
    }
  return !sums_.loads.empty();
}

bool TileLoop::writesSums(const Instruction &instruction) const {
  return any_of(sums_.stores, [&](const auto &entry) { return entry.second == &instruction; });
}

// A load from a place of a warp's frame where no sum is, or from memory that is no frame.
bool TileLoop::isOwnPlace(const Value *first, std::uint64_t bytes) const {
  const DataLayout &layout = block_->getParent()->getDataLayout();
  return all_of(sums_.stores, [&](const auto &entry) {
    const Value *place = entry.second->getPointerOperand();
    if (analyses_->aliases.isNoAlias(MemoryLocation::getBeforeOrAfter(first),
                                     MemoryLocation::getBeforeOrAfter(place)))
      return true;
    const PartOfElement own = partOfElement(first, layout), sum = partOfElement(place, layout);
    if (!own.array || own.array != sum.array || own.type != sum.type)
      return false;
    const auto sum_bytes = static_cast<std::int64_t>(
        layout.getTypeStoreSize(entry.second->getValueOperand()->getType()).getFixedValue());
    const auto all_bytes = static_cast<std::int64_t>(layout.getTypeAllocSize(own.type).getFixedValue());
    const auto own_bytes = static_cast<std::int64_t>(bytes);
    return own.offset >= 0 && own.offset + own_bytes <= all_bytes && sum.offset >= 0 &&
           sum.offset + sum_bytes <= all_bytes &&
           (own.offset + own_bytes <= sum.offset || sum.offset + sum_bytes <= own.offset);
  });
}

bool TileLoop::onlyTouchesTiles() const {
  const DataLayout &layout = block_->getParent()->getDataLayout();
  SmallPtrSet<const Instruction *, 32> known;
  for (const Access &access : writers_)
    known.insert(access.instruction);
  for (const Access &access : readers_)
    known.insert(access.instruction);
  for (auto [sum, load] : sums_.loads)
    known.insert(load);
  for (auto [sum, store] : sums_.stores)
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
      const Value *address = nullptr;
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        address = load->getPointerOperand();
      else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
               intrinsic && addressOperand(*intrinsic) >= 0)
        address = intrinsic->getArgOperand(static_cast<unsigned>(addressOperand(*intrinsic)));
      if (!address || !isSimpleAccess(instruction))
        return false;
      // Each lane's own address: not in a frame, whose address nobody takes.
      if (!address->getType()->isPointerTy())
        continue;
      if (!isOwnPlace(address, layout.getTypeStoreSize(instruction.getType()).getFixedValue()))
        return false;
    }
  return true;
}

// What may be something else for another tile. Memory that is read is, unless nobody else can write there.
void TileLoop::findVarying() {
  SmallVector<const Value *, 64> work;
  auto add = [&](const Value *value) {
    if (varying_.insert(value).second)
      work.push_back(value);
  };
  for (const PHINode &phi : tiles_->getHeader()->phis())
    add(&phi);
  for (const BasicBlock *block : tiles_->blocks())
    for (const Instruction &instruction : *block)
      if (instruction.mayReadFromMemory() && !instruction.hasMetadata(LLVMContext::MD_invariant_load) &&
          !(isa<LoadInst>(instruction) &&
            isa<AllocaInst>(getUnderlyingObject(cast<LoadInst>(instruction).getPointerOperand()))))
        add(&instruction);
  while (!work.empty()) {
    auto *value = work.pop_back_val();
    for (const User *user : value->users())
      if (auto *instruction = cast<Instruction>(user); tiles_->contains(instruction))
        add(instruction);
    auto *branch = dyn_cast<Instruction>(value);
    if (!branch || !branch->isTerminator() || branch->getNumSuccessors() < 2)
      continue;
    // What is not run whichever way it goes.
    const BasicBlock *home = branch->getParent();
    const auto *node = analyses_->post_dominators.getNode(home);
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *, 8> ways(successors(home));
    if (home == tiles_->getExitingBlock())
      continue;
    DenseSet<const BasicBlock *> seen;
    while (!ways.empty()) {
      const BasicBlock *block = ways.pop_back_val();
      if (!tiles_->contains(block) || !seen.insert(block).second)
        continue;
      for (const PHINode &phi : block->phis())
        add(&phi);
      if (block == meeting)
        continue;
      conditional_.insert(block);
      ways.append(succ_begin(block), succ_end(block));
    }
  }
}

// So what is not written for one tile is not written for any.
bool TileLoop::writesSamePlaces() const {
  return all_of(writers_, [&](const Access &writer) {
    const Instruction &instruction = *writer.instruction;
    if (conditional_.contains(instruction.getParent()) || varies(instruction.getOperand(writer.operand)))
      return false;
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return !intrinsic || !varies(intrinsic->getArgOperand(intrinsic->arg_size() - 1)); // the mask
  });
}

// The warps that read the tile know of the loop around them only what does not vary.
bool TileLoop::readsSameWay() const {
  for (const BasicBlock *block : warps_->blocks()) {
    if (conditional_.contains(block))
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

std::uint64_t bytesOfTiles(const CompileJob &job) {
  const bool may_keep = job.facts.loops_over_warps && job.parts.empty() && !job.outputs.has_dynamic_shared &&
                        job.facts.shared_for_debugger.empty();
  return may_keep ? job.outputs.static_shared_bytes : 0;
}

} // namespace raddle::vectorize
