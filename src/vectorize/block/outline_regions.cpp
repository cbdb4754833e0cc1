// A large kernel becomes several functions, for modules that are compiled at the same time (see code_parts.h).
//
// With barriers, where the kernel loops over its warps between them:
//
//   for (warp ...) ...                       first(kept, ...)
//   for (warp ...) ...         becomes       second(kept, ...)
//   for (warp ...) ...
//   for (warp ...) ...
//
// Between two such loops no warp runs: what the warps keep lies in memory, and only what is the same for
// all of them is a value.
//
// Without barriers, where all of the kernel stands in one such loop, in that loop:
//
//   for (warp ...) {                         for (warp ...) {
//     ...                                      first(&values, ...)
//     ...                      becomes         second(values, ...)
//   }                                        }

#include "nvvm/markers.h"
#include "vectorize/block/code_parts.h"
#include "vectorize/block/segments.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/normalise/inline_only_call.h"
#include "vectorize/passes.h"
#include "vectorize/tune/memory/non_temporal_stores.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// With fewer instructions dividing a kernel takes more compile time than it saves.
constexpr unsigned kFewestInstructions = 1000;
// Without barriers the parts stand in the loop over warps, and lose what LLVM makes of it as a whole: a kernel whose
// conditions are the same for all warps loses up to 15 % of its speed. So more compile time has to be saved.
constexpr unsigned kFewestWithoutBarriers = 2000;
// The search for uses that let an address escape stops here: it would take longer than dividing saves.
constexpr unsigned kMostUses = 4000;

class Outliner {
public:
  explicit Outliner(Function &function) : function_(function), written_(function) {}

  void run(ArrayRef<Segment> groups) {
    for (Instruction &instruction : function_.getEntryBlock())
      if (isa<AllocaInst>(instruction) &&
          !PointerMayBeCaptured(&instruction, /*ReturnCaptures=*/false, /*StoreCaptures=*/true, kMostUses))
        own_memory_.insert(&instruction);
    for (Argument &argument : function_.args())
      if (argument.hasNoAliasAttr())
        own_memory_.insert(&argument);
    for (const Segment &group : groups)
      rematerialise(group);
    for (auto [number, group] : enumerate(groups))
      outline(group, static_cast<unsigned>(number));
  }

private:
  // Values that are cheap to compute from what the entry has are not handed from group to group.
  void rematerialise(const Segment &group) {
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
    if (++operations > kCheapOperations)
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
    outlined->addFnAttr(marker::kPartOfCode, std::to_string(number));
    for (auto [i, input] : enumerate(inputs))
      if (own_memory_.contains(input)) {
        outlined->addParamAttr(i, Attribute::NoAlias);
        if (auto *variable = dyn_cast<AllocaInst>(input))
          outlined->addParamAttr(i,
                                 Attribute::getWithAlignment(outlined->getContext(), variable->getAlign()));
      }
    describeMemory(*outlined, inputs.getArrayRef());
    auto *call = cast<CallInst>(*outlined->user_begin());
    call->setDoesNotThrow();
    describe(*outlined, *call);
  }

  // Notes for makeStoresNonTemporal what the part knows of memory.
  void describeMemory(Function &outlined, ArrayRef<Value *> inputs) const {
    for (auto [i, input] : enumerate(inputs)) {
      const auto number = static_cast<unsigned>(i);
      if (input == function_.getArg(0))
        outlined.addParamAttr(number, Attribute::get(outlined.getContext(), marker::kBlockOfPart));
      else if (input->getType()->isPointerTy() && written_.contains(*input))
        outlined.addParamAttr(number, Attribute::get(outlined.getContext(), marker::kWrittenByPart));
    }
  }

  // To debuggers and reports a part is the entry, too.
  void describe(Function &outlined, CallInst &call) {
    DISubprogram *entry = function_.getSubprogram(), *program = outlined.getSubprogram();
    if (!entry || !program)
      return;
    program->replaceOperandWith(2, entry->getRawName());
    program->replaceOperandWith(3, nullptr);
    call.setDebugLoc(DILocation::get(call.getContext(), 0, 0, entry));
  }

  Function &function_;
  const WrittenMemory written_;
  SmallPtrSet<const Value *, 8> own_memory_; // memory that no other address leads to
};

// Inlines the kernel into its entry, where the fields of the thread become values.
void inlineKernel(Function *&kernel, Function &entry, TargetMachine &machine, const Facts &facts) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  // In a loop its variables would hand on to each warp what the one before has left in them.
  if (!facts.loops_over_warps)
    runPasses(passes, *kernel, machine);
  inlineOnlyCall(cast<CallBase>(*kernel->user_back()));
  kernel = nullptr;
  runPasses(passes, entry, machine);
}

} // namespace

// A loop that fills shared memory again and again stays in one function: batch-tiles then sees that no other code fills that
// memory.
static bool mayFillTiles(const Facts &facts, const Outputs &outputs) {
  return facts.barriers_in_loops && outputs.static_shared_bytes > 0 && !outputs.has_dynamic_shared;
}

bool outlineRegions(Function *&kernel, const Input &input, TargetMachine &machine, const Facts &facts,
                    const Outputs &outputs) {
  const unsigned fewest = input.parts_from         ? input.parts_from
                          : facts.loops_over_warps ? kFewestInstructions
                                                   : kFewestWithoutBarriers;
  Function *entry = outputs.block_entry;
  if (input.lanes == 1 || !input.optimize || !entry || mayFillTiles(facts, outputs) ||
      kernel->getInstructionCount() < fewest || !kernel->hasOneUse())
    return false;
  inlineKernel(kernel, *entry, machine, facts);
  const auto groups =
      grouped(facts.loops_over_warps ? segmentsOf(*entry) : segmentsOfLoop(*entry), kMostParts);
  if (groups.size() > 1)
    Outliner(*entry).run(groups);
  return true;
}

} // namespace raddle::vectorize
