// RADDLE_PROFILE: code counts what it does.
//
//   x = a[i];                  how many warps run this block of code, and how many of their lanes
//   if (x > 0) ...             how many warps divide here
//                              how many sectors of memory a[i] touches
//
// Of a block only its executions are counted: how many instructions it has, of which kind and line, the table says that goes with
// the counters (counter_table.h). Blocks that always run together share their counters.
//
// The thread engine runs one lane after the other. There each thread says on which path it came to a place: a number made
// of the iterations of all loops around it, and of the calls. Lanes of a warp on the same path would run together if they
// ran in step, as on a GPU whose lanes meet again as early as they can, and as they do on the warp engine; so they are counted as
// one warp.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/counters/access_reuse.h"
#include "vectorize/instrument/counters/counted_accesses.h"
#include "vectorize/instrument/counters/counter_table.h"
#include "vectorize/instrument/counters/dependence_chains.h"
#include "vectorize/instrument/counters/execution_paths.h"
#include "vectorize/instrument/counters/instruction_classes.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

class CounterWriter {
public:
  CounterWriter(Function &function, const Function *kernel, const Input &input, CounterTable &table,
                GlobalVariable &variable)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        kernel_(kernel), has_paths_(input.lanes == 1), table_(table), variable_(variable),
        dominators_(function), post_dominators_(function), loops_(dominators_), paths_(function, loops_) {}

  void write() {
    SmallVector<BasicBlock *, 32> blocks;
    for (BasicBlock *block : depth_first(&function_.getEntryBlock()))
      blocks.push_back(block);
    // What is written is not to be counted.
    SmallVector<CountedAccess, 32> accesses;
    SmallPtrSet<const Instruction *, 16> joined;
    SmallVector<Instruction *, 16> branches;
    SmallVector<CallInst *, 8> calls, barriers;
    LoopStrides strides(function_, dominators_, loops_);
    DependenceChains chains(kernel_, loops_, strides);
    for (BasicBlock *block : blocks) {
      leaderOf(block);
      table_.addChains(counterOf(block), chains.of(*block));
      addAccesses(*block, accesses, joined);
      for (Instruction &instruction : *block) {
        if (!joined.contains(&instruction))
          countInstruction(instruction);
        if (auto *call = dyn_cast<CallInst>(&instruction); call && isOfFunctionThatStays(*call))
          calls.push_back(call);
        else if (call && nvvm::isBarrierOfWholeBlock(*call))
          barriers.push_back(call);
      }
      if (block->getTerminator()->getNumSuccessors() > 1)
        branches.push_back(block->getTerminator());
    }
    const std::vector<unsigned> reused = reusedParts(accesses, loops_, strides);
    writeBeginning();
    for (const auto &[block, counter] : counters_)
      call(beginningOf(*block), placeOfBlock(*block), block, Runtime::raddle_count_block, counter, {});
    if (has_paths_)
      writeBarriersOfLanes(barriers);
    else
      writeBarriers(barriers);
    for (std::size_t i = 0; i < accesses.size(); ++i)
      writeAccess(accesses[i], reused[i]);
    for (Instruction *branch : branches)
      writeBranch(*branch);
    if (has_paths_)
      for (CallInst *call : calls)
        paths_.tell(*call);
  }

private:
  static bool isOfFunctionThatStays(const CallInst &call) {
    return !call.isInlineAsm() && (!call.getCalledFunction() || !call.getCalledFunction()->isDeclaration());
  }

  // ---- blocks

  // The first of the blocks that always run together.
  BasicBlock *leaderOf(BasicBlock *block) {
    if (BasicBlock *known = leaders_.lookup(block))
      return known;
    BasicBlock *leader = block;
    const DomTreeNode *node = dominators_.getNode(block);
    for (node = node->getIDom(); node; node = node->getIDom()) {
      BasicBlock *other = node->getBlock();
      if (loops_.getLoopFor(other) == loops_.getLoopFor(block) && post_dominators_.dominates(block, other)) {
        leader = leaderOf(other);
        break;
      }
      // Behind it nothing post-dominates a block of this loop.
      if (const Loop *loop = loops_.getLoopFor(block); loop && other == loop->getHeader())
        break;
    }
    leaders_[block] = leader;
    if (leader == block)
      counters_[block] = table_.addBlock();
    return leader;
  }

  unsigned counterOf(BasicBlock *block) { return counters_.lookup(leaderOf(block)); }

  // LLVM drops places where it moves code; its neighbours have one.
  const DILocation *placeOf(const Instruction &instruction) const {
    for (const Instruction *near = &instruction; near; near = near->getPrevNode())
      if (const DebugLoc &place = near->getDebugLoc(); place && place.getLine() != 0)
        return place.get();
    for (const Instruction *near = instruction.getNextNode(); near; near = near->getNextNode())
      if (const DebugLoc &place = near->getDebugLoc(); place && place.getLine() != 0)
        return place.get();
    DISubprogram *program = function_.getSubprogram();
    return program ? DILocation::get(function_.getContext(), program->getLine(), 0, program) : nullptr;
  }

  const DILocation *placeOfBlock(const BasicBlock &block) const { return placeOf(*block.getTerminator()); }

  void countInstruction(const Instruction &instruction) {
    if (const StringRef kind = classOf(instruction, kernel_); !kind.empty())
      table_.count(counterOf(const_cast<BasicBlock *>(instruction.getParent())), placeOf(instruction), kind);
  }

  // ---- calls of the runtime

  void writeBeginning() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    builder.SetCurrentDebugLocation(DebugLoc(placeOfBlock(function_.getEntryBlock())));
    Function *find = nvvm::declare(module_, Runtime::raddle_counters);
    find->setDoesNotAccessMemory();
    find->setWillReturn();
    find->addFnAttr(Attribute::Speculatable);
    counters_of_worker_ = builder.CreateCall(find, {threadOf(function_), &variable_}, "counters");
    beginning_ = cast<Instruction>(counters_of_worker_);
    if (!has_paths_ || &function_ == kernel_) {
      first_path_ = builder.getInt64(0);
    } else {
      beginning_ = builder.CreateCall(nvvm::declare(module_, Runtime::raddle_path), {threadOf(function_)});
      first_path_ = beginning_;
    }
    paths_.beginWith(first_path_);
  }

  Instruction *beginningOf(BasicBlock &block) const {
    return block.isEntryBlock() ? beginning_->getNextNode() : &*block.getFirstInsertionPt();
  }

  void call(Instruction *before, const DILocation *place, BasicBlock *block, Runtime function,
            unsigned counter, ArrayRef<Value *> more) {
    Function *counting = nvvm::declare(module_, function);
    counting->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    counting->setWillReturn();
    for (unsigned i = 0; i < counting->arg_size(); ++i)
      if (counting->getArg(i)->getType()->isPointerTy()) {
        counting->addParamAttr(i, Attribute::NoCapture);
        counting->addParamAttr(i, i == 0 ? Attribute::ReadOnly : Attribute::ReadNone);
      }
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(DebugLoc(place));
    SmallVector<Value *, 6> arguments{threadOf(function_), counters_of_worker_, builder.getInt32(counter),
                                      has_paths_ ? paths_.in(block) : first_path_};
    arguments.append(more.begin(), more.end());
    builder.CreateCall(counting, arguments);
  }

  // ---- branches

  void writeBranch(Instruction &end) {
    IRBuilder<> builder(&end);
    Value *way = nullptr;
    if (auto *branch = dyn_cast<BranchInst>(&end)) {
      way = builder.CreateZExt(branch->getCondition(), builder.getInt32Ty());
    } else if (auto *choice = dyn_cast<SwitchInst>(&end)) {
      DenseMap<const BasicBlock *, unsigned> numbers;
      auto numberOf = [&](const BasicBlock *block) {
        return builder.getInt32(numbers.try_emplace(block, numbers.size()).first->second);
      };
      way = numberOf(choice->getDefaultDest());
      for (const auto &each : choice->cases())
        way = builder.CreateSelect(builder.CreateICmpEQ(choice->getCondition(), each.getCaseValue()),
                                   numberOf(each.getCaseSuccessor()), way);
    } else {
      return;
    }
    const DILocation *place = placeOf(end);
    call(&end, place, end.getParent(), Runtime::raddle_count_branch,
         table_.addBranch(counterOf(end.getParent()), place), {way});
  }

  // ---- barriers

  void writeBarriers(ArrayRef<CallInst *> barriers) {
    for (CallInst *barrier : barriers)
      writeArrival(barrier, table_.addBarrier(counterOf(barrier->getParent()), placeOf(*barrier)));
    if (!barriers.empty() && &function_ == kernel_)
      writeArrival(beginning_->getNextNode(), ~0u);
  }

  // Threads that run one by one do not come as warps: the runtime puts them together.
  void writeBarriersOfLanes(ArrayRef<CallInst *> barriers) {
    for (CallInst *barrier : barriers) {
      const unsigned counter = table_.addBarrier(counterOf(barrier->getParent()), placeOf(*barrier));
      IRBuilder<> builder(barrier);
      builder.SetCurrentDebugLocation(DebugLoc(placeOf(*barrier)));
      Function *arrives = nvvm::declare(module_, Runtime::raddle_warp_arrives);
      arrives->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
      builder.CreateCall(arrives,
                         {threadOf(function_), counters_of_worker_, builder.getInt32(counter), &variable_,
                          threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty()),
                          builder.getInt32(1)});
    }
  }

  void writeArrival(Instruction *before, unsigned counter) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(DebugLoc(placeOf(*before)));
    Value *warp = threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
    call(before, placeOf(*before), before->getParent(), Runtime::raddle_count_barrier, counter,
         {&variable_, warp});
  }

  // ---- accesses

  void writeAccess(const CountedAccess &access, unsigned reused) {
    const std::optional<unsigned> space = spaceOf(access.address, kernel_);
    if (!space || *space == kRaddleSpaceParameter || *space == kRaddleSpaceConstant || access.bytes == 0)
      return;
    // Wider ones than a GPU has are several.
    const DILocation *place = placeOf(*access.instruction);
    BasicBlock *block = access.instruction->getParent();
    for (std::uint64_t part = 0; part < access.parts; ++part) {
      const unsigned counter =
          table_.addAccess(counterOf(block), place, access.kind, *space, access.bytes, reused);
      // Of local memory nothing depends on the address, which had better stay unknown.
      if (*space == kRaddleSpaceLocal)
        continue;
      IRBuilder<> builder(access.instruction);
      Value *address = builder.CreateAddrSpaceCast(access.address, builder.getPtrTy());
      if (part)
        address = builder.CreateConstGEP1_64(builder.getInt8Ty(), address, part * access.bytes);
      const unsigned flags = static_cast<unsigned>(access.bytes) | *space << kRaddleCountSpaceShift |
                             (access.kind == "atomic" ? kRaddleCountAtomic : 0);
      call(access.instruction, place, block, Runtime::raddle_count_access, counter,
           {address, builder.getInt32(flags)});
    }
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  const Function *kernel_;
  const bool has_paths_;
  CounterTable &table_;
  GlobalVariable &variable_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
  DenseMap<const BasicBlock *, BasicBlock *> leaders_;
  MapVector<BasicBlock *, unsigned> counters_;
  ExecutionPaths paths_;
  Value *counters_of_worker_ = nullptr, *first_path_ = nullptr;
  Instruction *beginning_ = nullptr; // the last one that defines these
};

} // namespace

void insertCounters(Module &module, const Function *kernel, const Input &input) {
  CounterTable table;
  GlobalVariable *variable = declareCounterTable(module);
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(marker::kLaneByLane))
      CounterWriter(function, kernel, input, table, *variable).write();
  if (table.isEmpty())
    variable->eraseFromParent();
  else
    table.write(*variable);
}

} // namespace raddle::vectorize
