// Accumulator loops skip the special cases of maths functions, and are run again with them where the result is NaN.
//
//   for (...) {                                  for (...) {
//     d = x[i] - own;                              d = x[i] - own;
//     sum += d * rsqrtf(d * d + s);     becomes    sum += d * shorter(d * d + s);     NaN for 0 and infinity
//   }                                            }
//                                                if (isnan(sum))
//                                                  for (...)                          from the start, as it was
//                                                    sum += d * rsqrtf(d * d + s);
//
// Sums, products and fused multiply-adds with a NaN are NaN. So where nothing else uses what such a function
// returns, and a sum that goes around the loop depends on it, this sum is NaN after the loop if the function met
// a special case anywhere. If it is not, all values have the bits of the full form. The loop must have no effect,
// so that it can be run again. Both engines get the same bits; only the warp engine gets the loops, because that
// is where a single instruction counts.

#include "vectorize/lower/skip_special_cases.h"

#include "nvvm/markers.h"
#include "vectorize/block_copies.h"
#include "vectorize/passes.h"
#include "vectorize/remarks.h"

#include <llvm/Analysis/TargetLibraryInfo.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// Shorter loops do not make up for the test after them.
constexpr unsigned kFewestIterations = 16;
// Longer ones would take long to compile twice.
constexpr unsigned kMostInstructions = 200;

Value *shorterForm(const CallInst &call) { return call.getArgOperand(0); }
Value *fullForm(const CallInst &call) { return call.getArgOperand(1); }

bool isUnlessNan(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && is_contained(marker::kUnlessNan, callee->getName());
}

// Both forms of a call's value were written before it; what is left of the other is deleted.
void choose(CallInst &call, Value *form) {
  SmallVector<WeakTrackingVH, 2> other{shorterForm(call), fullForm(call)};
  call.replaceAllUsesWith(form);
  call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(other);
}

// NaN where an operand is.
bool passesNanOn(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FNeg:
    return !instruction.hasNoNaNs();
  default:
    return match(&instruction, m_Intrinsic<Intrinsic::fma>()) && !instruction.hasNoNaNs();
  }
}

using Values = SmallSetVector<const Value *, 16>;

// Makes `reached` the value and what is NaN in the same iteration if it is. False if something in the loop might notice a NaN
// in another way.
bool followNan(const Instruction &value, const BasicBlock &loop, Values &reached) {
  reached.insert(&value);
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const User *user : reached[i]->users()) {
      auto *instruction = cast<Instruction>(user);
      if (instruction->getParent() != &loop || isa<PHINode>(instruction))
        continue;
      if (!passesNanOn(*instruction))
        return false;
      reached.insert(instruction);
    }
  return true;
}

// A loop of one block, and the calls in it.
class RepeatableLoop {
public:
  RepeatableLoop(Loop &loop, ScalarEvolution &evolution) : loop_(loop), block_(*loop.getHeader()) {
    for (Instruction &instruction : block_)
      if (isUnlessNan(instruction))
        calls_.push_back(cast<CallInst>(&instruction));
    possible_ = !calls_.empty() && mayRunAgain(evolution) && findSums();
  }

  bool isPossible() const { return possible_; }

  // Before: other blocks see the loop's values through phis of its exit. After: after the loop it may run again, as
  // a copy, from the start.
  void runAgain(bool flushes) {
    addCopy();
    for (CallInst *call : calls_) {
      SmallVector<Instruction *, 2> scalings = scalingsOf(*call);
      choose(*call, shorterForm(*call));
      for (Instruction *scaling : scalings)
        if (!flushes)
          scaleAddends(*scaling);
    }
  }

private:
  bool mayRunAgain(ScalarEvolution &evolution) const {
    auto *end = dyn_cast<BranchInst>(block_.getTerminator());
    if (loop_.getNumBlocks() != 1 || !loop_.getLoopPreheader() || !end || !loop_.getExitBlock() ||
        block_.size() > kMostInstructions)
      return false;
    for (const Instruction &instruction : block_) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (instruction.mayHaveSideEffects() || (load && !load->isSimple()) ||
          (isa<CallBase>(instruction) && instruction.mayReadFromMemory()))
        return false;
    }
    unsigned iterations = evolution.getSmallConstantTripCount(&loop_);
    return iterations == 0 || iterations >= kFewestIterations;
  }

  // A sum for each call: one that stays NaN once it is, and becomes so if the call's value is.
  bool findSums() {
    for (const CallInst *call : calls_) {
      Instruction *sum = accumulatorOf(*call);
      if (!sum)
        return false;
      sums_.insert(sum);
    }
    return true;
  }

  // Null, too, if a NaN would do anything else, in this iteration or a later one.
  Instruction *accumulatorOf(const CallInst &call) const {
    Values at_once;
    if (!followNan(call, block_, at_once))
      return nullptr;
    Instruction *sum = nullptr;
    Values reached = at_once;
    SmallPtrSet<const PHINode *, 8> seen;
    auto next = [&] {
      return find_if(block_.phis(), [&](PHINode &phi) {
        return reached.contains(phi.getIncomingValueForBlock(&block_)) && !seen.contains(&phi);
      });
    };
    for (auto phi = next(); phi != block_.phis().end(); phi = next()) {
      seen.insert(&*phi);
      Values later;
      if (!followNan(*phi, block_, later))
        return nullptr;
      auto *carried = cast<Instruction>(phi->getIncomingValueForBlock(&block_));
      if (!sum && at_once.contains(carried) && later.contains(carried))
        sum = carried;
      reached.insert(later.begin(), later.end());
    }
    return sum;
  }

  void addCopy() {
    Function &function = *block_.getParent();
    LLVMContext &context = function.getContext();
    BasicBlock *exit = loop_.getExitBlock(), *preheader = loop_.getLoopPreheader();
    auto *check = BasicBlock::Create(context, "special.check", &function, exit),
         *again = BasicBlock::Create(context, "special.again", &function, exit);
    const BlockCopies copies(&block_, ".again", {{preheader, again}});
    BasicBlock *copy = copies.of(&block_);
    copy->moveBefore(exit);
    auto *join = BasicBlock::Create(context, "special.join", &function, exit);

    const DebugLoc &location = block_.getTerminator()->getDebugLoc();
    IRBuilder<> builder(check);
    builder.SetCurrentDebugLocation(location);
    SmallVector<Value *, 4> questions;
    for (Value *sum : sums_)
      questions.push_back(builder.CreateFCmpUNO(sum, sum));
    Value *any = builder.CreateOr(questions);
    builder.CreateCondBr(any, again, join, MDBuilder(context).createUnlikelyBranchWeights());
    builder.SetInsertPoint(again);
    builder.CreateBr(copy);

    builder.SetInsertPoint(join);
    for (PHINode &phi : exit->phis()) {
      Value *value = phi.getIncomingValueForBlock(&block_);
      PHINode *either = builder.CreatePHI(phi.getType(), 2);
      either->addIncoming(value, check);
      either->addIncoming(copies.of(value), copy);
      phi.setIncomingValueForBlock(&block_, either);
      phi.replaceIncomingBlockWith(&block_, join);
    }
    builder.CreateBr(exit);
    block_.getTerminator()->replaceSuccessorWith(exit, check);
    copy->getTerminator()->replaceSuccessorWith(exit, join);
    copy->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  }

  // Products with a power of two of sums, that only the shorter form needs.
  SmallVector<Instruction *, 2> scalingsOf(CallInst &call) const {
    SmallVector<Instruction *, 2> scalings;
    SmallSetVector<Instruction *, 16> steps;
    auto visit = [&](Value *value) {
      auto *step = dyn_cast<Instruction>(value);
      if (step && step->getParent() == &block_ && !isa<PHINode>(step) &&
          all_of(step->users(),
                 [&](User *user) { return user == &call || steps.contains(cast<Instruction>(user)); }))
        steps.insert(step);
    };
    visit(shorterForm(call));
    for (unsigned i = 0; i < steps.size(); ++i) {
      const APFloat *factor = nullptr;
      if (match(steps[i], m_FMul(m_FAdd(m_Value(), m_Value()), m_APFloat(factor))) &&
          factor->getExactLog2() > 0)
        scalings.push_back(steps[i]);
      for (Value *operand : steps[i]->operands())
        visit(operand);
    }
    return scalings;
  }

  // (a + b) * 4 = fma(a, 4, b * 4), where b * 4 is computed before the loop. It overflows rather, or where the
  // sum does not.
  void scaleAddends(Instruction &product) {
    auto *sum = cast<Instruction>(product.getOperand(0));
    Value *factor = product.getOperand(1), *changing = sum->getOperand(0), *fixed = sum->getOperand(1);
    if (loop_.isLoopInvariant(changing))
      std::swap(changing, fixed);
    if (!sum->hasOneUse() || !loop_.isLoopInvariant(fixed))
      return;
    IRBuilder<> before(loop_.getLoopPreheader()->getTerminator()), builder(&product);
    Value *scaled = before.CreateFMul(fixed, factor);
    product.replaceAllUsesWith(
        builder.CreateIntrinsic(Intrinsic::fma, {product.getType()}, {changing, factor, scaled}));
    product.eraseFromParent();
    sum->eraseFromParent();
  }

  Loop &loop_;
  BasicBlock &block_;
  SmallVector<CallInst *, 4> calls_;
  SmallSetVector<Instruction *, 4> sums_;
  bool possible_ = false;
};

void runLoopsAgain(Function &function, bool flushes, const Report &report) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  AssumptionCache assumptions(function);
  TargetLibraryInfoImpl library(Triple(function.getParent()->getTargetTriple()));
  TargetLibraryInfo functions(library);
  ScalarEvolution evolution(function, functions, assumptions, dominators, loops);
  SmallVector<RepeatableLoop, 4> candidates;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || none_of(*loop->getHeader(), isUnlessNan))
      continue;
    if (!loop->getLoopPreheader())
      InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    RepeatableLoop candidate(*loop, evolution);
    if (!candidate.isPossible()) {
      refuse(report, *find_if(*loop->getHeader(), isUnlessNan),
             "the loop cannot be run again, or does not just accumulate what this call returns");
      continue;
    }
    formLCSSA(*loop, dominators, &loops, nullptr);
    candidates.push_back(std::move(candidate));
  }
  for (RepeatableLoop &loop : candidates)
    loop.runAgain(flushes);
}

} // namespace

CallInst *callUnlessNan(IRBuilderBase &builder, Value *shorter, Value *full) {
  Type *type = full->getType();
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      marker::kUnlessNan[type->isFloatTy() ? 0 : 1], type, type, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return builder.CreateCall(callee, {shorter, full});
}

void skipSpecialCases(Module &module, const Input &input, const Outputs &outputs, const Report &report) {
  SetVector<Function *> users;
  SmallVector<Function *, 2> markers;
  for (StringRef name : marker::kUnlessNan)
    if (Function *marker = module.getFunction(name)) {
      markers.push_back(marker);
      for (User *user : marker->users())
        users.insert(cast<Instruction>(user)->getFunction());
    }
  if (input.optimize && input.lanes != 1)
    for (Function *function : users)
      runLoopsAgain(*function, outputs.flags & kRaddleKernelFlushesDenormals, report);
  for (Function *marker : markers) {
    while (!marker->use_empty()) {
      auto *call = cast<CallInst>(marker->user_back());
      choose(*call, fullForm(*call));
    }
    marker->eraseFromParent();
  }
}

} // namespace raddle::vectorize
