// Which lanes something uses, raised from what takes single lanes, or all of them, until nothing changes.

#include "vectorize/tune/shuffles/used_lanes.h"

#include "vectorize/widen/plan/vector_registers.h"

#include <bit>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr LaneSet kAllLanes = ~LaneSet(0);
// Narrower vectors of more lanes would be no shorter.
constexpr unsigned kMostUsedLanes = kRaddleWarpSize / 2;

LaneSet only(unsigned lane) { return LaneSet(1) << lane; }

// Vectors of other lengths would be padded.
bool isLength(unsigned lanes) { return isPowerOf2_32(lanes) && lanes <= kMostUsedLanes; }

// Whether element i of the result comes from elements i of the operands that are vectors, and nothing else happens.
bool isByElement(const Instruction &instruction) {
  if (!isOfLanes(instruction.getType()))
    return false;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) &&
           all_of(call->args(), [](const Use &use) { return isOfLanes(use->getType()); });
  if (auto *conversion = dyn_cast<CastInst>(&instruction))
    return isOfLanes(conversion->getSrcTy());
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst, PHINode>(instruction);
}

} // namespace

bool isOfLanes(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getNumElements() == kRaddleWarpSize;
}

std::optional<unsigned> takenLane(const Instruction &instruction) {
  auto *extract = dyn_cast<ExtractElementInst>(&instruction);
  auto *index = extract ? dyn_cast<ConstantInt>(extract->getIndexOperand()) : nullptr;
  if (!index || !isOfLanes(extract->getVectorOperandType()) || index->getValue().uge(kRaddleWarpSize))
    return std::nullopt;
  return static_cast<unsigned>(index->getZExtValue());
}

ShuffleVectorInst *asShuffle(Instruction &instruction) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  return shuffle && isOfLanes(shuffle->getType()) && isOfLanes(shuffle->getOperand(0)->getType()) ? shuffle
                                                                                                  : nullptr;
}

std::pair<LaneSet, LaneSet> sourcesOf(const ShuffleVectorInst &shuffle, LaneSet lanes) {
  std::pair<LaneSet, LaneSet> sources{0, 0};
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane) {
    const int from = shuffle.getMaskValue(lane);
    if (from < 0 || !(lanes & only(lane)))
      continue;
    if (from < int(kRaddleWarpSize))
      sources.first |= only(unsigned(from));
    else
      sources.second |= only(unsigned(from) - kRaddleWarpSize);
  }
  return sources;
}

UsedLanes::UsedLanes(Function &function) {
  Work work;
  for (Instruction &instruction : instructions(function))
    if (!isByElement(instruction) && !asShuffle(instruction))
      use(instruction, work);
  while (!work.empty()) {
    while (!work.empty())
      use(*work.pop_back_val(), work);
    for (auto &[value, used] : used_)
      if (used != kAllLanes && !isLength(unsigned(std::popcount(used)))) {
        used = kAllLanes;
        work.push_back(value);
      }
  }
}

void UsedLanes::raise(Value *operand, LaneSet lanes, Work &work) {
  auto *instruction = dyn_cast<Instruction>(operand);
  if (!instruction || !isOfLanes(instruction->getType()))
    return;
  LaneSet &used = used_[instruction];
  const LaneSet all = used | lanes;
  if (all == used)
    return;
  used = all;
  work.push_back(instruction);
}

void UsedLanes::use(Instruction &user, Work &work) {
  if (const auto lane = takenLane(user))
    return raise(user.getOperand(0), only(*lane), work);
  if (ShuffleVectorInst *shuffle = asShuffle(user)) {
    const auto [first, second] = sourcesOf(*shuffle, of(user));
    // Elements of two sources are not put together again.
    const bool both = first != 0 && second != 0;
    raise(shuffle->getOperand(0), both ? kAllLanes : first, work);
    raise(shuffle->getOperand(1), both ? kAllLanes : second, work);
    if (both)
      raise(&user, kAllLanes, work);
    return;
  }
  const LaneSet lanes = isByElement(user) ? of(user) : kAllLanes;
  for (Value *operand : user.operands())
    raise(operand, lanes, work);
}

unsigned UsedLanes::count(const Instruction &instruction) const {
  return unsigned(std::popcount(of(instruction)));
}

SmallVector<unsigned, 32> UsedLanes::list(const Instruction &instruction) const {
  SmallVector<unsigned, 32> lanes;
  const LaneSet used = of(instruction);
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    if (used & only(lane))
      lanes.push_back(lane);
  return lanes;
}

bool UsedLanes::mayBeNarrowed(Instruction &instruction) const {
  const LaneSet used = of(instruction);
  return used != 0 && used != kAllLanes && (isByElement(instruction) || asShuffle(instruction)) &&
         !getSplatValue(&instruction);
}

} // namespace raddle::vectorize
