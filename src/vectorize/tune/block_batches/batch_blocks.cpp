// Cross-block batching of loops over the grid.

#include "vectorize/tune/passes.h"

#include "abi/kernel_abi.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/block_batches/batch_entry_writer.h"
#include "vectorize/tune/block_batches/frame_layout.h"
#include "vectorize/tune/block_batches/grid_loop.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// In the function that runs a block: where a frame waits, the loop goes on from the phis in it.
void resumeFromFrame(Function &entry, const Loop &loop, std::uint64_t frame_bytes) {
  BasicBlock *before = loop.getLoopPreheader();
  IRBuilder<> builder(before->getTerminator());
  FrameLayout layout(entry.getDataLayout());
  Value *cursor = fieldOf(builder, entry.getArg(0), offsetof(RaddleBlock, next_frame));
  Value *frame = builder.CreateLoad(builder.getPtrTy(), cursor, "frame");
  Instruction *resume = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(frame),
                                                  before->getTerminator()->getIterator(), false);
  BasicBlock *after = resume->getSuccessor(0);
  builder.SetInsertPoint(resume);
  builder.CreateStore(fieldOf(builder, frame, frame_bytes), cursor);
  for (PHINode &phi : loop.getHeader()->phis()) {
    Value *first = phi.getIncomingValueForBlock(after);
    Value *value = loadFromFrame(builder, phi.getType(), frame, layout.add(phi.getType()));
    PHINode *entered = PHINode::Create(phi.getType(), 2, phi.getName(), after->begin());
    entered->addIncoming(first, before);
    entered->addIncoming(value, resume->getParent());
    phi.setIncomingValueForBlock(after, entered);
  }
}

Function *declareBatchEntry(Function &entry) {
  LLVMContext &context = entry.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *integer = IntegerType::get(context, 32);
  auto *type = FunctionType::get(integer, {pointer, pointer, pointer, integer}, false);
  StringRef name = entry.getName();
  name.consume_back(".block");
  auto *batch_entry = Function::Create(type, entry.getLinkage(), name + ".batch", entry.getParent());
  batch_entry->setVisibility(entry.getVisibility());
  return batch_entry;
}

// The same function, as one of the type of RaddleKernel.batch_entry, which returns 0.
Function *copyAsBatchEntry(Function &entry, ValueToValueMapTy &value_map) {
  Function *batch_entry = declareBatchEntry(entry);
  for (unsigned i = 0; i < 2; ++i)
    value_map[entry.getArg(i)] = batch_entry->getArg(i);
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(batch_entry, &entry, value_map, CloneFunctionChangeType::LocalChangesOnly, returns);
  batch_entry->addParamAttr(2, Attribute::NoAlias);
  batch_entry->addParamAttr(2,
                            Attribute::getWithAlignment(batch_entry->getContext(), Align(kCacheLineBytes)));
  for (ReturnInst *end : returns)
    ReplaceInstWithInst(end, ReturnInst::Create(batch_entry->getContext(),
                                                ConstantInt::get(batch_entry->getReturnType(), 0)));
  return batch_entry;
}

} // namespace

bool batchBlocks(const Input &input, TargetMachine &machine, const CodeParts &parts, const Facts &facts,
                 Outputs &outputs, const Report &report) {
  if (!outputs.block_entry || !parts.empty() || !machine.getTargetTriple().isX86())
    return false;
  Function &entry = *outputs.block_entry;
  DominatorTree dominators(entry);
  LoopInfo loops(dominators);
  const auto grid = GridLoop::find(loops, dominators);
  if (!grid)
    return false;
  if (grid->blocksBeforeLoop().empty()) {
    refuse(report, *grid->loop->getHeader(), "blocks do more than compute before this loop over the grid");
    return false;
  }

  ValueToValueMapTy value_map;
  Function *batch_entry = copyAsBatchEntry(entry, value_map);
  DominatorTree dominators_of_copy(*batch_entry);
  LoopInfo loops_of_copy(dominators_of_copy);
  Loop *copied = loops_of_copy.getLoopFor(cast<BasicBlock>(value_map[grid->loop->getHeader()]));
  const unsigned threads_of_warp = input.lanes * facts.fused_warps;
  const auto frames =
      writeBatchEntry(*batch_entry, {copied, copied->getParentLoop()}, threads_of_warp, machine);
  if (!frames) {
    batch_entry->eraseFromParent();
    refuse(report, *grid->loop->getHeader(),
           "what blocks do before this loop, or in it, is too much to be done for a batch of them");
    return false;
  }
  resumeFromFrame(entry, *grid->loop, frames->bytes);
  outputs.batch_entry = batch_entry;
  outputs.batch_threads = threads_of_warp * frames->count;
  return true;
}

} // namespace raddle::vectorize
