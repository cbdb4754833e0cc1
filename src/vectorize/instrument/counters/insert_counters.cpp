// RADDLE_PROFILE: code counts what it does.
//
//   x = a[i];                  how many warps run this block of code, and how many of their lanes
//   if (x > 0) ...             how many warps divide here
//                              how many sectors of memory a[i] touches
//
// Of a block only its executions are counted: how many instructions it has, of which kind and line, the table says that goes with
// the counters (counter_table.h). Blocks that always run together share their counters, unless there is a barrier between them: how many
// instructions a warp has executed when it comes to a barrier is counted, too.
//
// The thread engine runs one lane after the other. There each thread says on which path it came to a place: a number made
// of the iterations of all loops around it, and of the calls. Lanes of a warp on the same path would run together if they
// ran in step, as on a GPU whose lanes meet again as early as they can, and as they do on the warp engine; so they are counted as
// one warp.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/counters/access_reuse.h"
#include "vectorize/instrument/counters/block_counters.h"
#include "vectorize/instrument/counters/counted_accesses.h"
#include "vectorize/instrument/counters/counter_table.h"
#include "vectorize/instrument/counters/dependence_chains.h"
#include "vectorize/instrument/counters/execution_paths.h"
#include "vectorize/instrument/counters/instruction_classes.h"
#include "vectorize/instrument/source_places.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

class CounterWriter {
public:
  CounterWriter(Function &function, const Function *kernel, const Input &input, CounterTable &table,
                GlobalVariable &variable, bool has_barriers)
      : function_(function), module_(*function.getParent()), kernel_(kernel), has_paths_(input.lanes == 1),
        has_barriers_(has_barriers), table_(table), variable_(variable), dominators_(function),
        loops_(dominators_), counters_(function, dominators_, loops_, table), paths_(function, loops_) {}

  void write() {
    SmallVector<BasicBlock *, 32> blocks;
    for (BasicBlock *block : depth_first(&function_.getEntryBlock()))
      blocks.push_back(block);
    // What is written is not to be counted.
    SmallVector<CountedAccess, 32> accesses;
    SmallVector<Instruction *, 16> branches;
    SmallVector<CallInst *, 8> calls;
    const Instructions stack_checks = stackChecksOf(function_);
    LoopStrides strides(function_, dominators_, loops_);
    DependenceChains chains(kernel_, loops_, strides);
    for (BasicBlock *block : blocks) {
      table_.addChains(counters_.of(block->front()), chains.of(*block));
      addAccesses(*block, accesses);
      for (Instruction &instruction : *block) {
        places_[&instruction] = placeOutsideHeaders(instruction);
        if (const StringRef kind = classOf(instruction, kernel_);
            !kind.empty() && !stack_checks.contains(&instruction))
          table_.count(counters_.of(instruction), placeOf(instruction), kind);
        if (auto *call = dyn_cast<CallInst>(&instruction); call && isOfFunctionThatStays(*call))
          calls.push_back(call);
      }
      if (block->getTerminator()->getNumSuccessors() > 1 && !stack_checks.contains(block->getTerminator()))
        branches.push_back(block->getTerminator());
    }
    const std::vector<unsigned> reused = reusedParts(accesses, loops_, strides);
    writeBeginning();
    for (const auto &[block, counter] : counters_.beginnings())
      writeBlock(*beginningOf(*block), counter);
    for (const auto &[barrier, counter] : counters_.afterBarriers())
      writeBlock(*barrier->getNextNode(), counter);
    writeBarriers();
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

  // As it was before counters stood beside the instruction.
  const DILocation *placeOf(const Instruction &instruction) const {
    const auto known = places_.find(&instruction);
    return known == places_.end() ? placeOutsideHeaders(instruction) : known->second;
  }

  const DILocation *placeOfBlock(const BasicBlock &block) const { return placeOf(*block.getTerminator()); }

  // ---- calls of the runtime

  CallInst *findOnce(IRBuilder<> &builder, Runtime function, ArrayRef<Value *> arguments, const char *name) {
    Function *find = nvvm::declare(module_, function);
    find->setDoesNotAccessMemory();
    find->setWillReturn();
    find->addFnAttr(Attribute::Speculatable);
    return builder.CreateCall(find, arguments, name);
  }

  void writeBeginning() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    builder.SetCurrentDebugLocation(DebugLoc(placeOfBlock(function_.getEntryBlock())));
    counters_of_worker_ = beginning_ =
        findOnce(builder, Runtime::raddle_counters, {threadOf(function_), &variable_}, "counters");
    work_ = ConstantPointerNull::get(builder.getPtrTy());
    if (has_barriers_)
      work_ = beginning_ = findOnce(builder, Runtime::raddle_work, {threadOf(function_)}, "work");
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

  // ---- blocks

  void writeBlock(Instruction &before, unsigned counter) {
    BasicBlock *block = before.getParent();
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(DebugLoc(placeOfBlock(*block)));
    Value *warp = builder.getInt32(0);
    if (has_barriers_)
      warp = threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
    call(&before, placeOfBlock(*block), block, Runtime::raddle_count_block, counter,
         {work_, warp, builder.getInt32(has_barriers_ ? table_.instructionsOf(counter) : 0)});
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
         table_.addBranch(counters_.of(end), place), {way});
  }

  // ---- barriers

  void writeBarriers() {
    for (const auto &[barrier, after] : counters_.afterBarriers()) {
      const unsigned counter = table_.addBarrier(counters_.of(*barrier), placeOf(*barrier));
      if (has_paths_)
        writeArrivalOfLane(*barrier, counter);
      else
        writeArrival(*barrier, counter);
    }
    if (has_barriers_ && !has_paths_ && &function_ == kernel_)
      writeArrival(*beginning_->getNextNode(), ~0u);
  }

  void writeArrival(Instruction &before, unsigned counter) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(DebugLoc(placeOf(before)));
    call(&before, placeOf(before), before.getParent(), Runtime::raddle_count_barrier, counter,
         {threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty())});
  }

  // Threads that run one by one do not come as warps: the runtime puts them together.
  void writeArrivalOfLane(Instruction &before, unsigned counter) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(DebugLoc(placeOf(before)));
    Function *arrives = nvvm::declare(module_, Runtime::raddle_warp_arrives);
    arrives->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    Value *lane = threadField(builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
    builder.CreateCall(arrives, {threadOf(function_), counters_of_worker_, builder.getInt32(counter),
                                 threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty()),
                                 builder.CreateShl(builder.getInt32(1), lane)});
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
      const unsigned counter = table_.addAccess(counters_.of(*access.instruction), place, access.kind, *space,
                                                access.bytes, reused);
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
  const Function *kernel_;
  const bool has_paths_, has_barriers_;
  CounterTable &table_;
  GlobalVariable &variable_;
  DominatorTree dominators_;
  LoopInfo loops_;
  BlockCounters counters_;
  DenseMap<const Instruction *, const DILocation *> places_;
  ExecutionPaths paths_;
  Value *counters_of_worker_ = nullptr, *work_ = nullptr, *first_path_ = nullptr;
  Instruction *beginning_ = nullptr; // the last one that defines these
};

} // namespace

void insertCounters(Module &module, const Function *kernel, const Input &input) {
  CounterTable table;
  GlobalVariable *variable = declareCounterTable(module);
  const bool has_barriers = any_of(module, [](const Function &function) {
    return any_of(instructions(function), nvvm::isBarrierOfWholeBlock);
  });
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(marker::kLaneByLane))
      CounterWriter(function, kernel, input, table, *variable, has_barriers).write();
  if (table.isEmpty())
    variable->eraseFromParent();
  else
    table.write(*variable);
}

} // namespace raddle::vectorize
