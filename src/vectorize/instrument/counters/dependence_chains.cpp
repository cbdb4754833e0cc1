#include "vectorize/instrument/counters/dependence_chains.h"

#include "vectorize/instrument/counters/instruction_classes.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Instructions.h>

#include <set>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Cycles, to find out which chain is the longest one. What it takes on a GPU is computed from its classes.
unsigned latencyOf(StringRef kind) {
  return StringSwitch<unsigned>(kind)
      .Cases("load.global", "atomic.global", "load.generic", "atomic.generic", 400)
      .Cases("load.shared", "load.local", "load.constant", "barrier", 30)
      .Cases("atomic.shared", "atomic.local", 60)
      .Cases("warp", "special", 25)
      .Case("integer.division", 80)
      .Case("integer.division64", 320)
      .Cases("store.global", "store.shared", "store.local", "store.generic", 1)
      .Case("fp64", 8)
      .Case("", 0)
      .Default(4);
}

// Chains share their beginnings.
struct Link {
  unsigned latency = 0;
  const Link *before = nullptr;
  StringRef kind;
};

ChainMix mixOf(const Link *link) {
  ChainMix mix;
  for (; link; link = link->before)
    if (!link->kind.empty())
      ++mix[link->kind];
  return mix;
}

const Link *longer(const Link *one, const Link *other) {
  if (!one || !other)
    return one ? one : other;
  return other->latency > one->latency ? other : one;
}

const Link *longestOfOperands(const Instruction &instruction,
                              const std::map<const Instruction *, Link> &links) {
  const Link *longest = nullptr;
  for (const Value *operand : instruction.operands())
    if (const auto *other = dyn_cast<Instruction>(operand))
      if (const auto link = links.find(other); link != links.end())
        longest = longer(longest, &link->second);
  return longest;
}

// Whether a GPU has one instruction of three operands for both.
bool isDoneTogether(const Instruction &instruction, const Instruction &user) {
  const bool is_sum = user.getOpcode() == Instruction::Add || user.getOpcode() == Instruction::Sub;
  switch (instruction.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return user.isBitwiseLogicOp();
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return is_sum && isa<Constant>(instruction.getOperand(1));
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
    return is_sum;
  default:
    return false;
  }
}

bool isMemory(StringRef kind) { return kind.starts_with("load.") || kind.starts_with("atomic."); }

// Whether `value` needs what a load of the loop gives, of an earlier iteration or, with `of_this`, also of the same one.
bool needsLoad(const Value *value, const Loop &loop, const Function *kernel, bool of_this) {
  std::set<std::pair<const Value *, bool>> seen;
  SmallVector<std::pair<const Value *, bool>, 16> work{{value, of_this}};
  while (!work.empty()) {
    const auto [next, counts] = work.pop_back_val();
    const auto *instruction = dyn_cast<Instruction>(next);
    if (!instruction || !loop.contains(instruction) || !seen.insert({next, counts}).second)
      continue;
    if (counts && isMemory(classOf(*instruction, kernel)))
      return true;
    const bool is_carried = isa<PHINode>(instruction) && instruction->getParent() == loop.getHeader();
    for (const Value *operand : instruction->operands())
      work.push_back({operand, counts || is_carried});
  }
  return false;
}

} // namespace

// Neither an address nor the number of iterations may depend on what earlier iterations load, and no thread may wait for others.
bool DependenceChains::findOverlaps(const Loop &loop) const {
  if (!loop.getSubLoops().empty())
    return false;
  for (const BasicBlock *block : loop.blocks()) {
    for (const Instruction &instruction : *block) {
      const StringRef kind = classOf(instruction, kernel_);
      if (kind == "barrier" || kind == "warp" || kind == "fence" || kind.starts_with("atomic."))
        return false;
      if (const auto *load = dyn_cast<LoadInst>(&instruction);
          load && (load->isVolatile() || needsLoad(load->getPointerOperand(), loop, kernel_, false)))
        return false;
    }
    if (loop.isLoopExiting(block))
      if (const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
          !branch || (branch->isConditional() && needsLoad(branch->getCondition(), loop, kernel_, true)))
        return false;
  }
  return true;
}

bool DependenceChains::overlaps(const Loop &loop) {
  const auto [known, is_new] = overlaps_.try_emplace(&loop, false);
  if (is_new)
    known->second = findOverlaps(loop);
  return known->second;
}

ChainMix DependenceChains::longestChain(const BasicBlock &block) const {
  std::map<const Instruction *, Link> links;
  const Link *longest = nullptr, *floor = nullptr; // floor: all that follows comes after it
  for (const Instruction &instruction : block) {
    const StringRef kind = classOf(instruction, kernel_);
    const Link *before =
        isa<PHINode>(instruction) ? floor : longer(floor, longestOfOperands(instruction, links));
    if (kind == "barrier")
      before = longer(before, longest);
    // Nobody waits for an update whose result nobody wants.
    const StringRef waits = kind.starts_with("atomic.") && instruction.use_empty() ? "integer" : kind;
    const Link &link =
        links[&instruction] = {(before ? before->latency : 0) + latencyOf(waits), before, waits};
    longest = longer(longest, &link);
    if (kind == "barrier")
      floor = &link;
  }
  return mixOf(longest);
}

// The longest chain from a value of the iteration before to that of the next one. Loops that overlap are small.
ChainMix DependenceChains::recurrenceOf(const Loop &loop) const {
  const BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  ChainMix longest;
  unsigned most = 0;
  if (!latch)
    return longest;
  for (const PHINode &phi : header->phis()) {
    // Unrolled, the loop needs its steps but once for some iterations.
    if (strides_.strideOf(const_cast<PHINode *>(&phi), loop))
      continue;
    std::map<const Instruction *, Link> links{{&phi, {}}};
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        const StringRef kind = classOf(instruction, kernel_);
        if ((isa<PHINode>(instruction) && block == header) || isMemory(kind))
          continue;
        if (const Link *before = longestOfOperands(instruction, links))
          links[&instruction] = {before->latency + latencyOf(kind), before, kind};
      }
    const auto *last = dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch));
    if (const auto link = last ? links.find(last) : links.end();
        link != links.end() && link->second.latency > most) {
      most = link->second.latency;
      longest = mixOf(&link->second);
    }
  }
  return longest;
}

ChainMix DependenceChains::stepsOf(const BasicBlock &block, const Loop &loop) const {
  ChainMix steps;
  auto hasStride = [&](Value *value) { return strides_.strideOf(value, loop).has_value(); };
  for (const Instruction &instruction : block) {
    const StringRef kind = classOf(instruction, kernel_);
    if (kind != "integer" && kind != "control")
      continue;
    bool is_step = false;
    if (isa<ICmpInst>(instruction))
      is_step = hasStride(instruction.getOperand(0)) && hasStride(instruction.getOperand(1));
    else if (const auto *branch = dyn_cast<BranchInst>(&instruction))
      is_step =
          branch->isConditional() && isa<ICmpInst>(branch->getCondition()) && loop.isLoopExiting(&block);
    else
      is_step = hasStride(const_cast<Instruction *>(&instruction));
    if (is_step)
      ++steps[kind];
  }
  return steps;
}

// Without steps of the unrolled loop, of which most are gone anyway.
ChainMix DependenceChains::fusedOf(const BasicBlock &block, const Loop *unrolled) const {
  ChainMix fused;
  SmallPtrSet<const Instruction *, 16> with_another;
  constexpr unsigned kWidest = 32;
  for (const Instruction &instruction : block) {
    if (!instruction.getType()->isIntegerTy() || instruction.getType()->getIntegerBitWidth() > kWidest ||
        !instruction.hasOneUse() || with_another.contains(&instruction))
      continue;
    if (unrolled && strides_.strideOf(const_cast<Instruction *>(&instruction), *unrolled))
      continue;
    const auto *user = cast<Instruction>(*instruction.user_begin());
    if (user->getParent() == &block && isDoneTogether(instruction, *user) && with_another.insert(user).second)
      ++fused[classOf(instruction, kernel_)];
  }
  return fused;
}

BlockChains DependenceChains::of(const BasicBlock &block) {
  BlockChains chains;
  const Loop *loop = loops_.getLoopFor(&block);
  if (!loop || !overlaps(*loop)) {
    chains.serial = longestChain(block);
    chains.fused = fusedOf(block, nullptr);
    return chains;
  }
  chains.fused = fusedOf(block, loop);
  chains.overlapped = longestChain(block);
  chains.steps = stepsOf(block, *loop);
  if (&block == loop->getHeader())
    chains.serial = recurrenceOf(*loop);
  return chains;
}

} // namespace raddle::vectorize
