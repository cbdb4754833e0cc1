#include "vectorize/tune/block_batches/batch_blocks.h"

#include "abi/kernel_abi.h"
#include "vectorize/tune/block_batches/batch_entry_writer.h"
#include "vectorize/tune/block_batches/frame_layout.h"
#include "vectorize/tune/block_batches/grid_loop.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The first phis of frames, in the function that runs a block: where one waits, the loop goes on from there.
void goOnFromFrame(Function &entry, const Loop &rounds, std::uint64_t frame_bytes) {
  BasicBlock *ahead = rounds.getLoopPreheader();
  IRBuilder<> builder(ahead->getTerminator());
  FrameLayout layout(entry.getDataLayout());
  Value *cursor = fieldOf(builder, entry.getArg(0), offsetof(RaddleBlock, ahead));
  Value *frame = builder.CreateLoad(builder.getPtrTy(), cursor, "frame");
  Instruction *resume =
      SplitBlockAndInsertIfThen(builder.CreateIsNotNull(frame), ahead->getTerminator()->getIterator(), false);
  BasicBlock *behind = resume->getSuccessor(0);
  builder.SetInsertPoint(resume);
  builder.CreateStore(fieldOf(builder, frame, frame_bytes), cursor);
  for (PHINode &phi : rounds.getHeader()->phis()) {
    Value *first = phi.getIncomingValueForBlock(behind);
    Value *value = loadFromFrame(builder, phi.getType(), frame, layout.add(phi.getType()));
    PHINode *entered = PHINode::Create(phi.getType(), 2, phi.getName(), behind->begin());
    entered->addIncoming(first, ahead);
    entered->addIncoming(value, resume->getParent());
    phi.setIncomingValueForBlock(behind, entered);
  }
}

Function *declareAhead(Function &entry) {
  LLVMContext &context = entry.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *integer = IntegerType::get(context, 32);
  auto *type = FunctionType::get(integer, {pointer, pointer, pointer, integer}, false);
  StringRef name = entry.getName();
  name.consume_back(".block");
  auto *ahead = Function::Create(type, entry.getLinkage(), name + ".ahead", entry.getParent());
  ahead->setVisibility(entry.getVisibility());
  return ahead;
}

// The same function, as one of the type of RaddleKernel.batch_entry, which returns 0.
Function *copyForAhead(Function &entry, ValueToValueMapTy &twins) {
  Function *ahead = declareAhead(entry);
  for (unsigned i = 0; i < 2; ++i)
    twins[entry.getArg(i)] = ahead->getArg(i);
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(ahead, &entry, twins, CloneFunctionChangeType::LocalChangesOnly, returns);
  ahead->addParamAttr(2, Attribute::NoAlias);
  ahead->addParamAttr(2, Attribute::getWithAlignment(ahead->getContext(), Align(kCacheLineBytes)));
  for (ReturnInst *end : returns)
    ReplaceInstWithInst(end,
                        ReturnInst::Create(ahead->getContext(), ConstantInt::get(ahead->getReturnType(), 0)));
  return ahead;
}

} // namespace

void batchBlocks(CompileJob &job) {
  Function &entry = *job.outputs.block_entry;
  DominatorTree dominators(entry);
  LoopInfo loops(dominators);
  const auto loop = GridLoop::find(loops, dominators);
  if (!loop || loop->wayThere().empty())
    return;

  ValueToValueMapTy twins;
  Function *ahead = copyForAhead(entry, twins);
  DominatorTree dominators_of_copy(*ahead);
  LoopInfo loops_of_copy(dominators_of_copy);
  Loop *rounds = loops_of_copy.getLoopFor(cast<BasicBlock>(twins[loop->rounds->getHeader()]));
  const auto frames = writeAhead(job, *ahead, {rounds, rounds->getParentLoop()});
  if (!frames) {
    ahead->eraseFromParent();
    return;
  }
  goOnFromFrame(entry, *loop->rounds, frames->bytes);
  job.outputs.batch_entry = ahead;
  job.outputs.batch_threads = job.input.lanes * job.facts.fused_warps * frames->count;
}

} // namespace raddle::vectorize
