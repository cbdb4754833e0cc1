#include "vectorize/reshape/if_convert_loads.h"

#include "analysis/lane_shapes.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/remarks.h"

#include <cstdint>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kMostBytes = 8; // of a load
// Instructions that all lanes run instead of some, about as many as a mispredicted branch costs.
constexpr unsigned kMostInstructions = 16;

GlobalVariable *zerosOf(Module &module) {
  if (GlobalVariable *zeros = module.getGlobalVariable(marker::kZeros, /*AllowInternal=*/true))
    return zeros;
  auto *type = ArrayType::get(Type::getInt8Ty(module.getContext()), kMostBytes);
  auto *zeros = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
                                   Constant::getNullValue(type), marker::kZeros);
  zeros->setAlignment(Align(kMostBytes));
  return zeros;
}

// Whether it is made of the thread's number: then it may not be the same for all warps.
bool differsBetweenThreads(const Value &value, SmallPtrSetImpl<const Value *> &seen) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !seen.insert(&value).second)
    return false;
  if (auto *call = dyn_cast<CallInst>(instruction)) {
    const std::int64_t field = analysis::threadFieldOffset(*call);
    if (field >= 0)
      return field < static_cast<std::int64_t>(offsetof(RaddleThread, block));
  }
  return any_of(instruction->operands(),
                [&](const Value *operand) { return differsBetweenThreads(*operand, seen); });
}

class LoadIfConverter {
public:
  LoadIfConverter(Function &kernel, const Report &report) : module_(*kernel.getParent()), report_(report) {}

  // True when the branch to `some` is gone, and with it the block.
  bool ifConvert(BasicBlock &some) {
    BasicBlock *before = some.getSinglePredecessor(), *merge = some.getSingleSuccessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (!merge || !branch || !branch->isConditional())
      return false;
    const bool when = branch->getSuccessor(0) == &some;
    SmallPtrSet<const Value *, 32> seen;
    if (branch->getSuccessor(when ? 1 : 0) != merge || !differsBetweenThreads(*branch->getCondition(), seen))
      return false;
    if (!onlyLoads(some)) {
      if (any_of(some, [](const Instruction &each) { return isa<LoadInst>(each); }))
        refuse(report_, *branch, "the threads that take this branch do more than load a little");
      return false;
    }
    IRBuilder<> builder(branch);
    Value *condition = branch->getCondition();
    if (!when)
      condition = builder.CreateNot(condition);
    SmallPtrSet<const LoadInst *, 4> guarded;
    for (Instruction &instruction : make_early_inc_range(some)) {
      if (instruction.isTerminator())
        break;
      instruction.moveBefore(branch);
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        guarded.insert(load);
        load->dropUBImplyingAttrsAndMetadata();
        IRBuilder<> at_load(load);
        const auto known = asConditionalLoad(*load);
        Value *loads = known ? at_load.CreateLogicalAnd(condition, known->condition) : condition;
        load->setOperand(0, at_load.CreateSelect(loads, known ? known->pointer : load->getPointerOperand(),
                                                 zerosOf(module_)));
      }
    }
    for (PHINode &phi : merge->phis()) {
      Value *taken = phi.getIncomingValueForBlock(&some), *otherwise = phi.getIncomingValueForBlock(before);
      // Zero is what it has loaded.
      auto *load = dyn_cast<LoadInst>(taken);
      const bool is_zero = load && guarded.contains(load) && isa<Constant>(otherwise) &&
                           cast<Constant>(otherwise)->isNullValue();
      phi.setIncomingValueForBlock(
          before, is_zero || taken == otherwise ? taken : builder.CreateSelect(condition, taken, otherwise));
      phi.removeIncomingValue(&some);
    }
    builder.CreateBr(merge);
    branch->eraseFromParent();
    some.eraseFromParent();
    return true;
  }

private:
  bool onlyLoads(const BasicBlock &some) const {
    bool loads = false;
    for (const Instruction &instruction : some) {
      if (instruction.isTerminator())
        break;
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        const TypeSize bytes = module_.getDataLayout().getTypeStoreSize(load->getType());
        if (!load->isSimple() || bytes.isScalable() || bytes > kMostBytes)
          return false;
        loads = true;
      } else if (isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
                 !isSafeToSpeculativelyExecute(&instruction)) {
        return false;
      }
    }
    return loads && some.size() <= kMostInstructions;
  }

  Module &module_;
  const Report &report_;
};

// Those of loops around barriers, without inner loops.
SmallVector<BasicBlock *, 16> blocksAroundBarriers(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  SmallPtrSet<const Loop *, 4> around;
  for (BasicBlock &block : kernel)
    if (any_of(block, nvvm::isSyncthreads))
      if (const Loop *loop = loops.getLoopFor(&block))
        around.insert(loop);
  SmallVector<BasicBlock *, 16> blocks;
  for (BasicBlock &block : kernel)
    if (around.contains(loops.getLoopFor(&block)))
      blocks.push_back(&block);
  return blocks;
}

} // namespace

std::optional<ConditionalLoad> asConditionalLoad(const LoadInst &load) {
  auto *select = dyn_cast<SelectInst>(load.getOperand(0));
  if (!select || !isa<GlobalVariable>(select->getFalseValue()) ||
      select->getFalseValue()->getName() != marker::kZeros)
    return std::nullopt;
  return ConditionalLoad{select->getCondition(), select->getTrueValue()};
}

bool ifConvertLoads(Function &kernel, const Input &input, const Report &report) {
  if (input.block.group == 1)
    return false;
  SmallSetVector<BasicBlock *, 16> blocks;
  for (BasicBlock *block : blocksAroundBarriers(kernel))
    blocks.insert(block);
  LoadIfConverter loads(kernel, report);
  bool changed = false;
  // Inner ones first: then those around them do no more than they did.
  for (bool again = true; again; changed |= again) {
    again = false;
    for (BasicBlock *block : blocks)
      if (loads.ifConvert(*block)) {
        blocks.remove(block);
        again = true;
        break;
      }
  }
  if (changed)
    for (BasicBlock *block : blocks)
      MergeBlockIntoPredecessor(block);
  return changed;
}

} // namespace raddle::vectorize
