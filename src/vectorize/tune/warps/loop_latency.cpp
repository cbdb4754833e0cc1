#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/Analysis/LoopIterator.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Units that work on vectors of the widest kind, in all processors of the table in processor.cpp.
constexpr double kVectorUnits = 2;
// Cycles for which a division keeps one of them busy, beside the divider.
constexpr double kUnitCyclesOfDivision = 3;
// Operations that keep a unit busy for longer take the divider.
constexpr double kMostCyclesWithoutDivider = 2;
// The first iterations fill the pipeline. By this one the results of a loop come at even distances, which are measured over the
// second half.
constexpr unsigned kSimulatedIterations = 16;

// The pieces in which the processor does an operation.
unsigned piecesOf(const Instruction &instruction, VectorRegisters registers) {
  if (auto *compare = dyn_cast<CmpInst>(&instruction))
    return registersOf(*compare->getOperand(0)->getType(), registers);
  // A gather goes lane by lane, whatever the type of the elements.
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
      call && call->getIntrinsicID() == Intrinsic::masked_gather)
    return 2;
  return registersOf(*instruction.getType(), registers);
}

bool isSplat(const Value &value) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&value);
  return shuffle && shuffle->isZeroEltSplat();
}

// Typical numbers of today's x86 processors, which differ by a cycle or two between the rows of the processor table: cycles until
// the result is there, and cycles of a unit for each register of it.
struct Cost {
  double latency = 1, busy = 1;
};

Cost costOf(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::PHI:
  case Instruction::BitCast:
  case Instruction::Freeze:
  case Instruction::Br:
    return {0, 0};
  case Instruction::FNeg: // part of a multiply-add
    return {0, 0};
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return {4, 1};
  case Instruction::FCmp:
  case Instruction::ICmp:
    return {3, 1};
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return {4, 1};
  case Instruction::FDiv:
    return {14, 10};
  case Instruction::Mul:
    return {instruction.getType()->isVectorTy() ? 10.0 : 3.0, 2};
  case Instruction::ShuffleVector:
  case Instruction::InsertElement:
  case Instruction::ExtractElement:
    return {3, 1};
  case Instruction::Load:
    return {6, 1};
  case Instruction::Call:
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      switch (call->getIntrinsicID()) {
      case Intrinsic::sqrt:
        return {18, 12};
      case Intrinsic::masked_gather:
        return {26, 20};
      case Intrinsic::masked_load:
        return {8, 1};
      case Intrinsic::fma:
        return {4, 1};
      default:
        return {1, 1};
      }
    return {1, 1};
  default:
    return {1, 1};
  }
}

} // namespace

unsigned registersOf(const Type &type, VectorRegisters registers) {
  auto *vector = dyn_cast<FixedVectorType>(&type);
  if (!vector)
    return 0;
  if (vector->getElementType()->isIntegerTy(1))
    return 1; // a mask
  const unsigned bits = vector->getElementType()->isPointerTy() ? 64 : vector->getScalarSizeInBits();
  return static_cast<unsigned>(divideCeil(std::uint64_t{bits} * vector->getNumElements(), registers.bits));
}

OperationCost costOf(const Instruction &instruction, VectorRegisters registers) {
  // Addresses, and values that are the same in all lanes, stand outside of loops or cost nothing.
  if (isSplat(instruction) || isa<InsertElementInst, GetElementPtrInst, SExtInst, ZExtInst>(instruction))
    return {};
  const Cost cost = costOf(instruction);
  const double pieces = piecesOf(instruction, registers);
  const bool divides = cost.busy > kMostCyclesWithoutDivider;
  return {cost.latency, (divides ? kUnitCyclesOfDivision : cost.busy) * pieces / kVectorUnits,
          divides ? cost.busy * pieces : 0, cost.latency > 0 ? std::max(pieces, 1.0) : 0};
}

LoopTiming LoopTiming::of(const Loop &loop, const LoopInfo &loops, VectorRegisters registers) {
  LoopBlocksRPO order(const_cast<Loop *>(&loop));
  order.perform(&loops);
  const BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  LoopTiming timing;
  ReadyTimes ready;
  double last = 0, middle = 0;
  for (unsigned iteration = 0; iteration < kSimulatedIterations; ++iteration) {
    for (const BasicBlock *block : order)
      for (const Instruction &instruction : *block) {
        if (isa<PHINode>(instruction) && block == header)
          continue;
        const Cost cost = costOf(instruction);
        ready.add(instruction, cost.latency);
        if (iteration == 0)
          timing.busy += cost.busy * piecesOf(instruction, registers) / kVectorUnits;
      }
    SmallVector<std::pair<const PHINode *, double>, 8> next;
    for (const PHINode &phi : header->phis())
      next.push_back({&phi, ready.of(phi.getIncomingValueForBlock(latch))});
    last = 0;
    for (auto [phi, time] : next) {
      ready.set(phi, time);
      last = std::max(last, time);
    }
    if (iteration + 1 == kSimulatedIterations / 2)
      middle = last;
  }
  timing.latency = (last - middle) / (kSimulatedIterations - kSimulatedIterations / 2);
  return timing;
}

unsigned registersAliveIn(const Loop &loop, VectorRegisters registers) {
  SmallPtrSet<const Value *, 16> alive;
  for (const PHINode &phi : loop.getHeader()->phis())
    alive.insert(&phi);
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      for (const Value *operand : instruction.operands())
        if (auto *outside = dyn_cast<Instruction>(operand); outside && !loop.contains(outside))
          alive.insert(outside);
  unsigned count = 0;
  for (const Value *value : alive)
    if (!value->getType()->isIntOrIntVectorTy(1))
      count += isSplat(*value) ? 1 : registersOf(*value->getType(), registers);
  return count;
}

} // namespace raddle::vectorize
