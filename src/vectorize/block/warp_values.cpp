#include "vectorize/block/warp_values.h"

#include "vectorize/block_copies.h"
#include "vectorize/placement.h"
#include "vectorize/processor.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/IR/CFG.h>

#include <cstddef>
#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The type of an element in an array of local arrays: all of them are aligned.
Type *withPadding(const AllocaInst &local, const DataLayout &layout) {
  Type *type = local.getAllocatedType();
  const std::uint64_t bytes = layout.getTypeAllocSize(type), padded = alignTo(bytes, local.getAlign());
  return padded == bytes ? type : ArrayType::get(Type::getInt8Ty(local.getContext()), padded);
}

Type *elementOf(const AllocaInst &array) {
  return cast<ArrayType>(array.getAllocatedType())->getElementType();
}

Type *bytesFor(const Type &flags) {
  return FixedVectorType::get(Type::getInt8Ty(flags.getContext()),
                              cast<FixedVectorType>(flags).getNumElements());
}

// The blocks that can be reached from that one, which is one of them.
SmallPtrSet<const BasicBlock *, 16> blocksFrom(const BasicBlock &start) {
  SmallPtrSet<const BasicBlock *, 16> reached;
  for (const BasicBlock *block : depth_first(&start))
    reached.insert(block);
  return reached;
}

// The number or address that this one is, but for a constant that it adds; null where it is something else. Many may have
// one base, which is kept in place of them.
Value *baseOf(const Instruction &value) {
  Value *first = value.getNumOperands() > 0 ? value.getOperand(0) : nullptr;
  if (!first || value.getType()->isVectorTy() || first->getType()->isVectorTy())
    return nullptr;
  if (auto *element = dyn_cast<GetElementPtrInst>(&value))
    return element->hasAllConstantIndices() ? first : nullptr;
  const bool adds = value.getOpcode() == Instruction::Add || value.getOpcode() == Instruction::Or;
  const bool is_sum = adds && isa<ConstantInt>(value.getOperand(1));
  return is_sum || isa<ZExtInst, SExtInst>(value) ? first : nullptr;
}

} // namespace

unsigned mostRuns(const Facts &facts) {
  constexpr unsigned kMostThreadsOfBlock = 1024;
  return kMostThreadsOfBlock / kRaddleWarpSize / facts.fused_warps;
}

AllocaInst *placeForEachWarp(Function &kernel, const Facts &facts, Type *type, const Twine &name) {
  BasicBlock &entry = kernel.getEntryBlock();
  return new AllocaInst(ArrayType::get(type, mostRuns(facts)), entry.getDataLayout().getAllocaAddrSpace(),
                        name, entry.begin());
}

std::int64_t threadFieldAt(const Value &address, const Value &thread) {
  if (&address == &thread)
    return 0;
  auto *element = dyn_cast<GetElementPtrInst>(&address);
  APInt offset(64, 0);
  return element && element->getPointerOperand() == &thread &&
                 element->accumulateConstantOffset(element->getDataLayout(), offset)
             ? offset.getSExtValue()
             : -1;
}

WarpValues::WarpValues(Function &kernel, const Facts &facts, const WarpVariance &variance,
                       BarrierRegions &regions, ArrayRef<AllocaInst *> locals, bool has_mask_registers)
    : kernel_(kernel), facts_(facts), thread_(*kernel_.getArg(0)), layout_(kernel.getDataLayout()),
      variance_(variance), regions_(regions), locals_(locals), has_mask_registers_(has_mask_registers) {}

WarpLoop &WarpValues::loopOf(const Instruction &instruction) {
  return loops_->find(regions_.of(instruction.getParent())->start())->second;
}

void WarpValues::keep(WarpLoops &loops) {
  loops_ = &loops;
  dominators_.emplace(kernel_);
  inner_loops_.emplace(*dominators_);
  keepPhis();
  for (auto &[start, region] : regions_.all())
    findWarpsOwn(region);
  for (auto [use, own] : replacements_)
    use->set(own);
  for (PHINode *phi : phis_)
    phi->eraseFromParent();
  for (AllocaInst *local : locals_)
    local->eraseFromParent();
  formFrames();
}

// The values of phis are stored in regions, where it is known which warp runs.
void WarpValues::separateWays() {
  SmallVector<BasicBlock *, 8> starts;
  for (auto &[start, region] : regions_.all())
    starts.push_back(start);
  for (BasicBlock *start : starts) {
    for (PHINode &phi : start->phis())
      if (variance_.differs(&phi))
        phis_.push_back(&phi);
    if (none_of(start->phis(), [&](const PHINode &phi) { return variance_.differs(&phi); }))
      continue;
    const SmallSetVector<BasicBlock *, 4> ways(pred_begin(start), pred_end(start));
    for (BasicBlock *before : ways)
      if (!regions_.of(before))
        regions_.insertBetween(before, start);
  }
}

Value *WarpValues::ofWarp(AllocaInst *array, const WarpLoop &loop) {
  IRBuilder<> builder(loop.begin->getTerminator());
  return builder.CreateInBoundsGEP(elementOf(*array), array, loop.warp, array->getName());
}

// Without mask registers a flag is a number of its vector: to take 32 bits apart, and to put them together, would be dozens of
// instructions. A byte is enough.
void WarpValues::store(Value *value, Value *address, BasicBlock::iterator before) const {
  IRBuilder<> builder(before->getParent(), before);
  builder.CreateStore(keepsAsBytes(*value->getType()) ? builder.CreateSExt(value, bytesFor(*value->getType()))
                                                      : value,
                      address);
}

Value *WarpValues::load(const Instruction &value, Value *address, Instruction *before) const {
  IRBuilder<> builder(before);
  if (!keepsAsBytes(*value.getType()))
    return builder.CreateLoad(value.getType(), address, value.getName());
  Type *bytes = bytesFor(*value.getType());
  return builder.CreateICmpSLT(builder.CreateLoad(bytes, address), Constant::getNullValue(bytes),
                               value.getName());
}

bool WarpValues::keepsAsBytes(const Type &type) const {
  return !has_mask_registers_ && type.isVectorTy() && type.isIntOrIntVectorTy(1);
}

// The values that a warp keeps lie together: cache lines that are used together do not evict each other,
// and one address leads to all of them.
void WarpValues::formFrames() {
  // The smallest come last, and leave no gaps.
  std::multimap<std::uint64_t, AllocaInst *, std::greater<>> by_alignment;
  for (AllocaInst *place : kept_)
    by_alignment.insert({place->getAlign().value(), place});
  kept_.clear();
  for (auto [alignment, place] : by_alignment)
    kept_.push_back(place);
  std::uint64_t bytes = 0;
  SmallVector<std::uint64_t, 16> offsets;
  for (AllocaInst *place : kept_) {
    Type *type = elementOf(*place);
    bytes = alignTo(bytes, place->getAlign());
    offsets.push_back(bytes);
    bytes += layout_.getTypeAllocSize(type);
  }
  if (kept_.size() < 2)
    return;
  Align align(1);
  for (AllocaInst *place : kept_)
    align = std::max(align, place->getAlign());
  bytes = alignTo(bytes, align);
  // Nor do the frames of different warps.
  if (bytes % kCacheSetPeriodBytes == 0)
    bytes += std::max<std::uint64_t>(align.value(), kCacheLineBytes);
  auto *type = ArrayType::get(Type::getInt8Ty(kernel_.getContext()), bytes);
  AllocaInst *frames = placeForEachWarp(kernel_, facts_, type, "kept");
  frames->setAlignment(align);
  for (auto [place, offset] : zip_equal(kept_, offsets)) {
    for (User *user : make_early_inc_range(place->users())) {
      auto *address = cast<GetElementPtrInst>(user);
      IRBuilder<> builder(address);
      Value *frame = builder.CreateInBoundsGEP(type, frames, address->getOperand(1));
      address->replaceAllUsesWith(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset));
      address->eraseFromParent();
    }
    place->eraseFromParent();
  }
}

AllocaInst *WarpValues::placeToKeep(const Instruction &value) {
  Type *type = keepsAsBytes(*value.getType()) ? bytesFor(*value.getType()) : value.getType();
  kept_.push_back(placeForEachWarp(kernel_, facts_, type, value.getName() + ".kept"));
  return kept_.back();
}

void WarpValues::keepPhis() {
  for (PHINode *phi : phis_)
    places_[phi] = placeToKeep(*phi);
  for (PHINode *phi : phis_)
    sharePlace(*phi);
  takePlaces();
  for (PHINode *phi : phis_)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      BasicBlock *way = phi->getIncomingBlock(i);
      AllocaInst *place = places_[phi];
      auto *value = dyn_cast<Instruction>(phi->getIncomingValue(i));
      // Both sides of a branch may lead here.
      if (phi->getBasicBlockIndex(way) == static_cast<int>(i) && !(value && places_.lookup(value) == place))
        store(phi->getIncomingValue(i), ofWarp(place, loopOf(*way->getTerminator())),
              way->getTerminator()->getIterator());
    }
}

// The phi may be an accumulator of a loop around barriers: its old value is used only in the region that
// computes the new one, and is loaded at the beginning of that, so that both may have one place.
void WarpValues::sharePlace(PHINode &phi) {
  for (Value *incoming : phi.incoming_values()) {
    auto *next = dyn_cast<Instruction>(incoming);
    BarrierRegion *region = next ? regions_.of(next->getParent()) : nullptr;
    if (!region || !variance_.differs(next) || places_.contains(next) ||
        (isa<PHINode>(next) && next->getParent() == region->start()))
      continue;
    const bool only_there = all_of(phi.users(), [&](const User *user) {
      auto *instruction = cast<Instruction>(user);
      return regions_.of(instruction->getParent()) == region &&
             !(isa<PHINode>(instruction) && instruction->getParent() == region->start());
    });
    if (!only_there)
      continue;
    keepIn(places_[&phi], *next);
    shared_places_.insert(places_[&phi]);
    return;
  }
}

// A value that comes out of such a loop stays in its place if no other value needs that after the loop: no way leads back to the
// loop, and the values that had the place are not used any more.
void WarpValues::takePlaces() {
  DenseMap<const AllocaInst *, SmallVector<const Instruction *, 2>> values;
  for (const auto &[value, place] : places_)
    values[place].push_back(value);
  const BasicBlock *start = nullptr;
  SmallPtrSet<const BasicBlock *, 16> after;
  auto isOver = [&](const Instruction *value) {
    return !after.contains(value->getParent()) &&
           all_of(value->uses(), [&](const Use &use) { return !after.contains(blockOf(use)); });
  };
  for (PHINode *phi : phis_) {
    AllocaInst *own = places_[phi];
    // A value that is stored on a way which leads elsewhere, too, would overwrite that place there.
    if (!own->use_empty() ||
        any_of(phi->blocks(), [](const BasicBlock *way) { return !way->getSingleSuccessor(); }))
      continue;
    if (start != phi->getParent()) {
      start = phi->getParent();
      after = blocksFrom(*start);
    }
    for (const Value *incoming : phi->incoming_values()) {
      auto *value = dyn_cast<Instruction>(incoming);
      AllocaInst *place = value ? places_.lookup(value) : nullptr;
      if (!place || !all_of(values[place], isOver))
        continue;
      places_[phi] = place;
      shared_places_.insert(place);
      values[place].push_back(phi);
      erase(kept_, own);
      own->eraseFromParent();
      break;
    }
  }
}

// Stores the value where it is computed.
void WarpValues::keepIn(AllocaInst *place, Instruction &value) {
  places_[&value] = place;
  auto after =
      isa<PHINode>(value) ? value.getParent()->getFirstInsertionPt() : std::next(value.getIterator());
  store(&value, ofWarp(place, loopOf(value)), after);
}

AllocaInst *WarpValues::placeOf(Instruction &value) {
  if (!places_.contains(&value))
    keepIn(placeToKeep(value), value);
  return places_[&value];
}

void WarpValues::findWarpsOwn(const BarrierRegion &region) {
  WarpLoop &loop = loops_->find(region.start())->second;
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block) {
      if (isa<PHINode>(instruction) && block == region.start())
        continue;
      for (Use &operand : instruction.operands())
        if (isWarpsOwn(*operand, region) &&
            threadFieldAt(instruction, thread_) != offsetof(RaddleThread, block))
          replacements_.push_back({&operand, ownOf(*operand, region, loop)});
    }
}

// Whether the value is another one for each warp, and comes from outside the region.
bool WarpValues::isWarpsOwn(const Value &value, const BarrierRegion &region) const {
  if (isa<AllocaInst>(value))
    return is_contained(locals_, &value); // the others serve all warps
  if (&value == &thread_)
    return true;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !variance_.differs(&value))
    return false;
  auto *phi = dyn_cast<PHINode>(instruction);
  return (phi && is_contained(phis_, phi)) || !region.holds(*instruction);
}

Value *WarpValues::ownOf(Value &value, const BarrierRegion &region, WarpLoop &loop) {
  if (&value == &thread_)
    return loop.thread;
  if (Value *own = loop.own.lookup(&value))
    return own;
  auto &instruction = cast<Instruction>(value);
  Value *own;
  if (auto *local = dyn_cast<AllocaInst>(&instruction)) {
    AllocaInst *&all = places_[local];
    if (!all) {
      all = placeForEachWarp(kernel_, facts_, withPadding(*local, layout_), local->getName() + ".of.warps");
      all->setAlignment(local->getAlign());
    }
    own = ofWarp(all, loop);
  } else if (isFree(instruction, region)) {
    Instruction *copy = instruction.clone();
    copy->setName(instruction.getName());
    for (Use &operand : copy->operands())
      if (&*operand == &thread_ || variance_.differs(operand))
        operand.set(ownOf(*operand, region, loop));
    copy->insertBefore(loop.begin->getTerminator());
    own = copy;
  } else if (Value *base = baseOf(instruction);
             base && !places_.contains(&instruction) && isa<Instruction>(base) && isWarpsOwn(*base, region)) {
    Instruction *copy = instruction.clone();
    copy->setName(instruction.getName());
    copy->setOperand(0, ownOf(*base, region, loop));
    copy->insertBefore(loop.begin->getTerminator());
    own = copy;
  } else {
    AllocaInst *place = placeOf(instruction);
    own = load(instruction, ofWarp(place, loop), whereToLoad(instruction, *place, region, loop));
  }
  loop.own[&value] = own;
  return own;
}

// A vector is loaded before the first instruction that needs it, so that those of a long region do not wait on the stack: they
// have a place already. Where the next value may take that meanwhile, it is loaded at once.
Instruction *WarpValues::whereToLoad(Instruction &value, const AllocaInst &place, const BarrierRegion &region,
                                     const WarpLoop &loop) const {
  Instruction *begin = loop.begin->getTerminator();
  auto *phi = dyn_cast<PHINode>(&value);
  const bool is_replaced_here =
      phi && is_contained(phis_, phi) &&
      any_of(phi->blocks(), [&](const BasicBlock *way) { return regions_.of(way) == &region; });
  if (!value.getType()->isVectorTy() || is_replaced_here || shared_places_.contains(&place))
    return begin;
  SmallVector<Use *, 8> uses;
  for (Use &use : value.uses())
    if (regions_.of(blockOf(use)) == &region)
      uses.push_back(&use);
  if (uses.empty())
    return begin;
  BasicBlock *block = commonDominator(uses, *dominators_);
  for (const Loop *around = inner_loops_->getLoopFor(block); around && !around->contains(region.start());
       around = inner_loops_->getLoopFor(block))
    block = dominators_->getNode(around->getHeader())->getIDom()->getBlock();
  return firstUserIn(*block, uses);
}

bool WarpValues::isFree(const Instruction &value, const BarrierRegion &region) const {
  unsigned operations = 0;
  return isCheap(value, region, operations);
}

bool WarpValues::isThereAtStart(const Instruction &value, const BarrierRegion &region) const {
  const BarrierRegion *home = regions_.of(value.getParent());
  return home != &region && !(home && home->may_return);
}

// Whether the value comes from a few operations on fields of the warp and on values that are the same for all warps.
bool WarpValues::isCheap(const Instruction &instruction, const BarrierRegion &region,
                         unsigned &operations) const {
  if (++operations > kCheapOperations)
    return false;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return !load->isVolatile() && !load->isAtomic() &&
           threadFieldAt(*load->getPointerOperand(), thread_) >= 0;
  if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, InsertElementInst,
           ShuffleVectorInst, FreezeInst>(instruction) ||
      instruction.isIntDivRem())
    return false;
  return all_of(instruction.operands(), [&](const Use &operand) {
    if (operand == &thread_)
      return true;
    auto *input = dyn_cast<Instruction>(operand);
    if (!input)
      return true;
    return variance_.differs(input) ? isCheap(*input, region, operations) : isThereAtStart(*input, region);
  });
}

} // namespace raddle::vectorize
