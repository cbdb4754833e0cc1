#include "vectorize/tune/accumulators/accumulator_loop.h"

#include "nvvm/markers.h"
#include "vectorize/tune/noted_numbers.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether lane i of the result depends on lane i of the operands only.
bool isLaneByLane(const Instruction &instruction, unsigned lanes) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  const bool possible = isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(instruction) ||
                        (intrinsic && isTriviallyVectorizable(intrinsic->getIntrinsicID()));
  auto hasLanes = [&](const Value *value) { return lengthOf(value) == lanes; };
  return possible && hasLanes(&instruction) &&
         (intrinsic ? all_of(intrinsic->args(), hasLanes) : all_of(instruction.operands(), hasLanes));
}

unsigned iterationsOf(Loop &loop, ScalarEvolution &evolution) {
  const BasicBlock *latch = loop.getLoopLatch();
  const std::uint64_t most = latch ? notedNumber(*latch->getTerminator(), marker::kMostIterations) : 0;
  return most != 0 ? static_cast<unsigned>(most) : evolution.getSmallConstantTripCount(&loop);
}

} // namespace

AccumulatorLoop::AccumulatorLoop(Loop &loop, ScalarEvolution &evolution, VectorRegisters registers)
    : loop_(loop), body_(loop.getHeader()), preheader_(loop.getLoopPreheader()), exit_(loop.getExitBlock()),
      layout_(body_->getModule()->getDataLayout()), registers_(registers),
      iterations_(iterationsOf(loop, evolution)), shared_(*this) {}

bool AccumulatorLoop::maySplit(AAResults &aliases) {
  if (!findAccumulators() || !exceedsRegisters())
    return false;
  refusal_ = !hasOneBlock() ? "the loop branches, writes memory or calls a function"
             : !dependOnlyOnThemselves()
                 ? "accumulators depend on other lanes, or are replaced in each iteration"
                 : nullptr;
  if (refusal_)
    return false;
  groups_ = formGroups(*this);
  shared_.find();
  in_memory_ = findAccumulatorsInMemory(loop_, accumulators_, aliases);
  if (!shared_.empty() && (iterations_ == 0 || iterations_ > mostIterations()))
    refusal_ = "what all accumulators need would not fit into the cache, or the trip count is not known";
  return !refusal_;
}

bool AccumulatorLoop::contains(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && loop_.contains(instruction);
}

bool AccumulatorLoop::isUsedOutside(const Instruction &instruction) const {
  return any_of(instruction.users(), [&](const User *user) { return !contains(user); });
}

PHINode *AccumulatorLoop::leaderOf(const Value *value) const {
  PHINode *root = root_.lookup(value);
  return root ? related_.getLeaderValue(root) : nullptr;
}

SmallVector<Instruction *, 64> AccumulatorLoop::instructionsOf(const AccumulatorGroup &group) const {
  SmallPtrSet<const PHINode *, 16> leaders;
  for (PHINode *accumulator : group.accumulators)
    leaders.insert(leaderOf(accumulator));
  SmallVector<Instruction *, 64> instructions;
  for (Instruction &instruction : *body_)
    if (PHINode *leader = leaderOf(&instruction); leader && leaders.contains(leader))
      instructions.push_back(&instruction);
  return instructions;
}

std::uint64_t AccumulatorLoop::operations() const {
  std::uint64_t least = ~std::uint64_t(0);
  for (const AccumulatorGroup &group : groups_)
    least =
        std::min<std::uint64_t>(least, count_if(instructionsOf(group), [](const Instruction *instruction) {
                                  return !isa<PHINode>(instruction);
                                }));
  return least;
}

FixedVectorType *AccumulatorLoop::pieceType(Type *type) const {
  return FixedVectorType::get(type->getScalarType(), lanesOfPiece());
}

bool AccumulatorLoop::hasOneBlock() const {
  auto *branch = dyn_cast<BranchInst>(body_->getTerminator());
  if (loop_.getNumBlocks() != 1 || !preheader_ || !exit_ || !branch || !branch->isConditional() ||
      !isa<BranchInst>(preheader_->getTerminator()))
    return false;
  return all_of(*body_, [](const Instruction &instruction) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    return load ? load->isSimple()
                : !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
                      !instruction.getType()->isTokenTy();
  });
}

bool AccumulatorLoop::findAccumulators() {
  for (PHINode &phi : body_->phis())
    if (unsigned length = lengthOf(&phi)) {
      if (lanes_ != 0 && length != lanes_)
        return false;
      lanes_ = length;
      accumulators_.push_back(&phi);
    }
  return lanes_ != 0;
}

bool AccumulatorLoop::exceedsRegisters() {
  unsigned needed = 0;
  for (PHINode *accumulator : accumulators_)
    needed += registersOf(*accumulator->getType(), registers_);
  pieces_ = registersOf(*accumulators_.front()->getType(), registers_);
  return needed > registers_.count && pieces_ != 0 && lanes_ % pieces_ == 0;
}

// Sorts the accumulators into sets that do not depend on each other; false where a set has elements that do.
bool AccumulatorLoop::dependOnlyOnThemselves() {
  for (PHINode *accumulator : accumulators_) {
    related_.insert(accumulator);
    root_[accumulator] = accumulator;
  }
  for (Instruction &instruction : *body_) {
    if (isa<PHINode>(instruction) || instruction.isTerminator())
      continue;
    for (Value *operand : instruction.operands())
      if (PHINode *accumulator = root_.lookup(operand)) {
        if (!isLaneByLane(instruction, lanes_))
          return false;
        PHINode *&root = root_[&instruction];
        if (root)
          related_.unionSets(root, accumulator);
        root = accumulator;
      }
  }
  for (PHINode *accumulator : accumulators_) {
    auto *next = dyn_cast<Instruction>(accumulator->getIncomingValueForBlock(body_));
    if (!next || !root_.contains(next))
      return false;
    related_.unionSets(accumulator, root_[next]);
  }
  // The loop's condition and addresses are none of theirs, as these are vectors.
  return true;
}

SmallVector<ElementSource, 16> AccumulatorLoop::sourcesOfPiece(Value *value, unsigned piece) const {
  SmallVector<ElementSource, 16> sources;
  for (unsigned lane = 0; lane < lanesOfPiece(); ++lane)
    sources.push_back(sourceOf(value, piece * lanesOfPiece() + lane));
  return sources;
}

AccumulatorLoop::Memory AccumulatorLoop::memoryOf(Value *value, unsigned piece) const {
  const auto sources = sourcesOfPiece(value, piece);
  const ElementSource start = sources.front();
  Value *first = start.first;
  // What a load before the loop has read may have been overwritten since.
  if (!first || !(contains(first) ? isa<LoadInst>(first) : !lengthOf(first)) ||
      !layout_.typeSizeEqualsStoreSize(first->getType()->getScalarType()))
    return {};
  if (all_of(sources, [&](const ElementSource &source) { return !source.first || source == start; }))
    return {first, start.second, true};
  for (auto [lane, source] : enumerate(sources))
    if (source != ElementSource(first, start.second + static_cast<unsigned>(lane)))
      return {};
  return {first, start.second, false};
}

} // namespace raddle::vectorize
