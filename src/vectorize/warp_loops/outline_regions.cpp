// A large kernel that loops over its warps becomes several functions, for modules that are compiled at the
// same time (see code_parts.h).
//
//   for (warp ...) ...                       first(kept, ...)
//   for (warp ...) ...         becomes       second(kept, ...)
//   for (warp ...) ...
//   for (warp ...) ...
//
// Between two such loops no warp is under way: what they keep lies in memory, and only what is the same for
// all of them is a value.

#include "vectorize/code_parts.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/inline_only_call.h"
#include "vectorize/passes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// With fewer instructions the detour costs more time than it saves.
constexpr unsigned kManyInstructions = 1000;
// So many operations to compute a value again are cheaper than to hand it on.
constexpr unsigned kFewOperations = 6;
// What looks for uses that let an address escape stops here.
constexpr unsigned kMostUses = 4000;

// One after the other: each leads to the next one only.
struct Segment {
  SetVector<BasicBlock *> blocks; // the first is the only one that is entered from outside
  unsigned instructions = 0;
};

// Between the entry and the return, in order: the blocks outside loops that all ways go through divide the
// function.
SmallVector<Segment, 16> segmentsOf(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  BasicBlock *end = nullptr;
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator()))
      end = &block;
  SmallVector<const DomTreeNode *, 32> dividing;
  for (const DomTreeNode *node = end ? dominators.getNode(end)->getIDom() : nullptr; node && node->getIDom();
       node = node->getIDom())
    if (!loops.getLoopFor(node->getBlock()))
      dividing.push_back(node);
  SmallVector<Segment, 16> segments;
  DenseMap<const DomTreeNode *, unsigned> segment_of;
  for (const DomTreeNode *node : reverse(dividing)) {
    segment_of[node] = segments.size();
    segments.emplace_back().blocks.insert(node->getBlock());
  }
  for (BasicBlock &block : function) {
    const DomTreeNode *node = dominators.getNode(&block);
    if (!node || &block == end)
      continue;
    while (node && !segment_of.contains(node))
      node = node->getIDom();
    if (!node)
      continue;
    Segment &segment = segments[segment_of[node]];
    segment.blocks.insert(&block);
    segment.instructions += block.size();
  }
  return segments;
}

// Neighbours together, so that all have about the same number of instructions.
SmallVector<Segment, kMostParts> grouped(ArrayRef<Segment> segments) {
  unsigned all = 0, before = 0, last_number = 0;
  for (const Segment &segment : segments)
    all += segment.instructions;
  SmallVector<Segment, kMostParts> groups;
  for (const Segment &segment : segments) {
    const unsigned number = (before + segment.instructions / 2) * kMostParts / all;
    before += segment.instructions;
    if (groups.empty() || number != last_number)
      groups.emplace_back();
    last_number = number;
    groups.back().blocks.insert(segment.blocks.begin(), segment.blocks.end());
    groups.back().instructions += segment.instructions;
  }
  return groups;
}

class Outliner {
public:
  explicit Outliner(Function &function) : function_(function) {}

  void run(ArrayRef<Segment> groups) {
    for (Instruction &instruction : function_.getEntryBlock())
      if (isa<AllocaInst>(instruction) &&
          !PointerMayBeCaptured(&instruction, /*ReturnCaptures=*/false, /*StoreCaptures=*/true, kMostUses))
        own_memory_.insert(&instruction);
    for (Argument &argument : function_.args())
      if (argument.hasNoAliasAttr())
        own_memory_.insert(&argument);
    for (const Segment &group : groups)
      computeAnew(group);
    for (auto [number, group] : enumerate(groups))
      outline(group, static_cast<unsigned>(number));
  }

private:
  // What is cheap to compute from what the entry has is not handed from group to group.
  void computeAnew(const Segment &group) {
    DenseMap<Value *, Value *> copies;
    BasicBlock *start = group.blocks.front();
    const BasicBlock::iterator place = start->getFirstInsertionPt();
    for (BasicBlock *block : group.blocks)
      for (Instruction &instruction : *block) {
        if (isa<PHINode>(instruction) && block == start)
          continue;
        for (Use &operand : instruction.operands()) {
          unsigned operations = 0;
          if (comesFromGroupBefore(*operand, group) && isCheap(*operand, operations))
            operand.set(copyOf(operand, *place, copies));
        }
      }
  }

  bool comesFromGroupBefore(const Value &value, const Segment &group) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    return instruction && instruction->getParent() != &function_.getEntryBlock() &&
           !group.blocks.contains(const_cast<BasicBlock *>(instruction->getParent()));
  }

  bool isCheap(const Value &value, unsigned &operations) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || instruction->getParent() == &function_.getEntryBlock())
      return true;
    if (++operations > kFewOperations)
      return false;
    auto *load = dyn_cast<LoadInst>(instruction);
    if (load ? !load->hasMetadata(LLVMContext::MD_invariant_load) || load->isVolatile()
             : !isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction) ||
                   instruction->isIntDivRem())
      return false;
    return all_of(instruction->operands(), [&](const Use &operand) { return isCheap(*operand, operations); });
  }

  Value *copyOf(Value *value, Instruction &place, DenseMap<Value *, Value *> &copies) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() == &function_.getEntryBlock())
      return value;
    if (Value *copy = copies.lookup(value))
      return copy;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(copyOf(operand, place, copies));
    copy->insertBefore(place.getIterator());
    return copies[value] = copy;
  }

  void outline(const Segment &group, unsigned number) {
    SetVector<Value *> inputs, outputs;
    CodeExtractor extractor(group.blocks.getArrayRef());
    Function *outlined = extractor.extractCodeRegion(CodeExtractorAnalysisCache(function_), inputs, outputs);
    if (!outlined)
      return; // it stays where it was
    outlined->setName(function_.getName() + "." + Twine(number + 1));
    outlined->setLinkage(GlobalValue::InternalLinkage);
    outlined->setDoesNotThrow();
    outlined->addFnAttr(Attribute::NoInline);
    outlined->addFnAttr(kPartOfCode, std::to_string(number));
    for (auto [i, input] : enumerate(inputs))
      if (own_memory_.contains(input)) {
        outlined->addParamAttr(i, Attribute::NoAlias);
        if (auto *variable = dyn_cast<AllocaInst>(input))
          outlined->addParamAttr(i,
                                 Attribute::getWithAlignment(outlined->getContext(), variable->getAlign()));
      }
    auto *call = cast<CallInst>(*outlined->user_begin());
    call->setDoesNotThrow();
    describe(*outlined, *call);
  }

  // To debuggers and reports it is the entry, too.
  void describe(Function &outlined, CallInst &call) {
    DISubprogram *entry = function_.getSubprogram(), *program = outlined.getSubprogram();
    if (!entry || !program)
      return;
    program->replaceOperandWith(2, entry->getRawName());
    program->replaceOperandWith(3, nullptr);
    call.setDebugLoc(DILocation::get(call.getContext(), 0, 0, entry));
  }

  Function &function_;
  SmallPtrSet<const Value *, 8> own_memory_; // what no other address leads to
};

// Into the entry, where the thread becomes values.
void inlineKernel(CompileJob &job) {
  inlineOnlyCall(cast<CallBase>(*job.kernel->user_back()));
  job.kernel = nullptr;
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  runPasses(passes, *job.block_entry, *job.target);
}

} // namespace

// What fills shared memory again and again may find that nobody else does (batch_tiles.h), so it stays
// together.
static bool mayFillTiles(const CompileJob &job) {
  return job.barriers_in_loops && job.static_shared_bytes > 0 && !job.has_dynamic_shared;
}

void outlineRegions(CompileJob &job) {
  if (!job.loops_over_warps || !job.block_entry || mayFillTiles(job) ||
      job.kernel->getInstructionCount() < kManyInstructions || !job.kernel->hasOneUse())
    return;
  inlineKernel(job);
  const auto groups = grouped(segmentsOf(*job.block_entry));
  if (groups.size() > 1)
    Outliner(*job.block_entry).run(groups);
}

} // namespace raddle::vectorize
