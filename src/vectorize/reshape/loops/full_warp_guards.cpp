// Most warps come to guarded code with all their lanes:
//
//   guard: br i < n, body, X             guard:      br full.warp(i < n), body.full, rest
//   body:  ...                           body.full: ... br X
//          br X                 becomes  rest:       br i < n, body, X
//   X:                                   body:       ... br X
//                                        X:
//
// Accesses under masks are slower than others. On Zen 5 the processor does not read ahead for loads under a mask, full or
// not: a[i] = b[i] + s * c[i] ran at 17 GB/s on one core, and at 45 without masks (clang and gcc: 32). AVX2 stores by more
// operations under a mask; SSE4.2 and NEON know no such accesses, and go to each lane.
//
// Where several warps may be fused, a guard that not all of them pass would make them diverge (fuse_warps), and with them a
// loop after it. There the question is put to all of them at once.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/widen/plan/shared_address.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

enum class GuardedCode { kLoops, kNeighbouringAccesses };

// Instructions of guarded code. In longer code the masks cost little beside the rest, and code would double.
constexpr unsigned kMostInstructions = 150;
// With so many instructions for each access or fewer, the accesses are what takes the time.
constexpr unsigned kMostForAnAccess = 12;

class GuardedRegion {
public:
  /// What can be reached from the side of `guard` before it meets the other one at `merge`.
  GuardedRegion(BasicBlock &guard, BasicBlock &entry, BasicBlock &merge)
      : guard_(guard), entry_(entry), merge_(merge) {
    blocks_.insert(&entry);
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      for (BasicBlock *next : successors(blocks_[i]))
        if (next != &merge)
          blocks_.insert(next);
  }

  const SetVector<BasicBlock *> &blocks() const { return blocks_; }

  bool pays(GuardedCode which, const analysis::LaneShapes &shapes, const DominatorTree &dominators,
            const PostDominatorTree &post_dominators, const LoopInfo &loops, const Report &report) const {
    auto *branch = cast<BranchInst>(guard_.getTerminator());
    const bool when = branch->getSuccessor(0) == &entry_;
    if (entry_.getSinglePredecessor() != &guard_ || !isBounded(*branch->getCondition(), when, shapes) ||
        !(which == GuardedCode::kLoops ? holdsLoop(shapes, dominators, post_dominators, loops)
                                       : accessesNeighbours(shapes)))
      return false;
    if (mayBeCopied(shapes, dominators, loops))
      return true;
    refuse(report, *branch,
           "the guarded code is long, calls the runtime, or holds a loop that lanes leave one by one");
    return false;
  }

  void version() {
    LLVMContext &context = guard_.getContext();
    auto *branch = cast<BranchInst>(guard_.getTerminator());
    const BlockCopies copies(blocks_.getArrayRef(), ".full");
    copies.addPathsOut();
    auto *rest = BasicBlock::Create(context, entry_.getName() + ".rest", guard_.getParent(), &entry_);
    for (BasicBlock *next : successors(&guard_))
      next->replacePhiUsesWith(&guard_, rest);
    branch->moveBefore(*rest, rest->end());
    IRBuilder<> builder(&guard_);
    builder.SetCurrentDebugLocation(branch->getDebugLoc());
    FunctionCallee full_warp = fullWarpFunction(*guard_.getModule());
    Value *goes = branch->getCondition();
    if (branch->getSuccessor(0) != &entry_)
      goes = builder.CreateNot(goes);
    builder.CreateCondBr(builder.CreateCall(full_warp, goes), copies.of(&entry_), rest);
  }

private:
  // Whether lanes come here by comparing numbers that go up evenly with bounds, of which the launch says one at least.
  static bool isBounded(const Value &condition, bool when, const analysis::LaneShapes &shapes) {
    bool has_bound = false;
    SmallVector<std::pair<const Value *, bool>, 4> work{{&condition, when}};
    while (!work.empty()) {
      const auto [value, holds] = work.pop_back_val();
      const Value *first = nullptr, *second = nullptr;
      if (shapes.isUniform(value))
        continue;
      if (match(value, m_Not(m_Value(first)))) {
        work.push_back({first, !holds});
      } else if (holds ? match(value, m_LogicalAnd(m_Value(first), m_Value(second)))
                       : match(value, m_LogicalOr(m_Value(first), m_Value(second)))) {
        work.append({{first, holds}, {second, holds}});
      } else {
        auto *compare = dyn_cast<ICmpInst>(value);
        if (!compare ||
            !all_of(compare->operands(), [&](const Value *each) { return shapes.of(each).isScalar(); }))
          return false;
        const auto predicate = holds ? compare->getPredicate() : compare->getInversePredicate();
        if (predicate == ICmpInst::ICMP_EQ)
          return false;
        has_bound |= compare->isRelational() &&
                     none_of(compare->operands(), [](const Value *each) { return isa<Constant>(each); });
      }
    }
    return has_bound;
  }

  bool mayBeCopied(const analysis::LaneShapes &shapes, const DominatorTree &dominators,
                   const LoopInfo &loops) const {
    unsigned instructions = 0;
    return all_of(blocks_, [&](const BasicBlock *block) {
      // Lanes that leave a loop one by one need masks in any case.
      const Loop *loop = loops.getLoopFor(block);
      const bool is_divergent = loop && blocks_.contains(loop->getHeader()) && loop->isLoopExiting(block) &&
                                shapes.branchDiverges(block);
      return !is_divergent && dominators.dominates(&entry_, block) && !isFullWarpBranch(*block) &&
             all_of(*block, [&](const Instruction &each) {
               return ++instructions <= kMostInstructions && mayBeCopied(each) && isOnlyUsedHere(each);
             });
    });
  }

  static bool mayBeCopied(const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      return !isa<AllocaInst>(instruction);
    const Function *callee = call->getCalledFunction();
    return callee && callee->isDeclaration() && !nvvm::calledRuntimeFunction(instruction);
  }

  bool isOnlyUsedHere(const Instruction &instruction) const {
    return all_of(instruction.uses(), [&](const Use &use) {
      BasicBlock *user = cast<Instruction>(use.getUser())->getParent();
      return blocks_.contains(user) || (user == &merge_ && blocks_.contains(blockOf(use)));
    });
  }

  // One that all lanes come to and go through together.
  bool holdsLoop(const analysis::LaneShapes &shapes, const DominatorTree &dominators,
                 const PostDominatorTree &post_dominators, const LoopInfo &loops) const {
    auto divergesBefore = [&](const BasicBlock *block, const Loop &loop) {
      if (!shapes.branchDiverges(block))
        return false;
      const BasicBlock *reconvergence = post_dominators.getNode(block)->getIDom()->getBlock();
      return loop.contains(block) ||
             (isPotentiallyReachable(block, loop.getHeader(), nullptr, &dominators, &loops) &&
              !(reconvergence && dominators.dominates(reconvergence, loop.getHeader())));
    };
    return any_of(blocks_, [&](const BasicBlock *header) {
      return loops.isLoopHeader(header) && none_of(blocks_, [&](const BasicBlock *block) {
               return divergesBefore(block, *loops.getLoopFor(header));
             });
    });
  }

  // Steps of a reduction in shared memory are taken by full warps or none, and that is seen without a copy.
  bool accessesNeighbours(const analysis::LaneShapes &shapes) const {
    unsigned accesses = 0, instructions = 0;
    for (const BasicBlock *block : blocks_)
      for (const Instruction &instruction : *block) {
        ++instructions;
        const Value *pointer = getLoadStorePointerOperand(&instruction);
        const auto stride = pointer ? shapes.of(pointer).stride() : std::nullopt;
        accesses += stride && *stride != 0 && !isSharedAddress(*pointer);
      }
    return instructions <= accesses * kMostForAnAccess;
  }

  BasicBlock &guard_, &entry_, &merge_;
  SetVector<BasicBlock *> blocks_;
};

} // namespace

static bool versionGuards(GuardedCode which, Function &kernel, const BlockClass &block, KernelShapes &known,
                          const Report &report) {
  SmallVector<GuardedRegion, 4> chosen;
  {
    const DominatorTree dominators(kernel);
    const PostDominatorTree post_dominators(kernel);
    const LoopInfo loops(dominators);
    const analysis::LaneShapes &shapes = known.of(kernel, block);
    // Outer ones first; what stands in them needs none of its own.
    for (BasicBlock *guard : ReversePostOrderTraversal<Function *>(&kernel)) {
      const bool is_inside =
          any_of(chosen, [&](const GuardedRegion &region) { return region.blocks().contains(guard); });
      const BasicBlock *before = guard->getSinglePredecessor();
      if (is_inside || !shapes.branchDiverges(guard) || isFullWarpBranch(*guard) ||
          (before && isFullWarpBranch(*before)))
        continue;
      auto *branch = dyn_cast<BranchInst>(guard->getTerminator());
      const auto *node = post_dominators.getNode(guard);
      BasicBlock *merge = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      if (!branch || !branch->isConditional() || !merge)
        continue;
      for (BasicBlock *entry : successors(guard)) {
        if (entry == merge)
          continue;
        GuardedRegion region(*guard, *entry, *merge);
        if (region.pays(which, shapes, dominators, post_dominators, loops, report)) {
          chosen.push_back(std::move(region));
          break;
        }
      }
    }
  }
  for (GuardedRegion &region : chosen)
    region.version();
  return !chosen.empty();
}

bool versionGuardedLoops(Function &kernel, const Input &input, Facts &facts, const Report &report) {
  return input.block.group > 1 &&
         versionGuards(GuardedCode::kLoops, kernel, input.block, facts.shapes, report);
}

bool versionGuardedAccesses(Function &kernel, const Input &input, Facts &facts, const Report &report) {
  return versionGuards(GuardedCode::kNeighbouringAccesses, kernel, input.block, facts.shapes, report);
}

} // namespace raddle::vectorize
