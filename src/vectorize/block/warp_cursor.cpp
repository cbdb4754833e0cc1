#include "vectorize/block/warp_cursor.h"

#include "nvvm/markers.h"
#include "vectorize/fields.h"

using namespace llvm;

namespace raddle::vectorize {

CountedLoop::CountedLoop(IRBuilder<> &builder, Value *count, const Twine &name)
    : builder_(builder), count_(count) {
  BasicBlock *before = builder.GetInsertBlock();
  body_ = BasicBlock::Create(builder.getContext(), name, before->getParent());
  after_ = BasicBlock::Create(builder.getContext(), name + ".end", before->getParent());
  builder.CreateBr(body_);
  builder.SetInsertPoint(body_);
  index = builder.CreatePHI(count->getType(), 2, name);
  index->addIncoming(ConstantInt::get(count->getType(), 0), before);
}

Instruction *CountedLoop::close() {
  Value *next = builder_.CreateAdd(index, ConstantInt::get(index->getType(), 1), "", /*HasNUW=*/true,
                                   /*HasNSW=*/true);
  index->addIncoming(next, builder_.GetInsertBlock());
  Instruction *back = builder_.CreateCondBr(builder_.CreateICmpULT(next, count_), body_, after_);
  builder_.SetInsertPoint(after_);
  return back;
}

WarpCursor::WarpCursor(const BlockClass &blocks, const Facts &facts, IRBuilder<> &builder, Value *block)
    : blocks_(blocks), facts_(facts), builder_(builder), block_(block) {
  auto extent = [&](unsigned offset, std::uint32_t known) -> Value * {
    return facts.warp_loop_unrolled ? static_cast<Value *>(builder.getInt32(known))
                                    : loadInvariant(builder, block, offset, builder.getInt32Ty());
  };
  const RaddleDim3 known = blocks.extents();
  extent_x_ = extent(offsetof(RaddleBlock, block_dim.x), known.x);
  extent_y_ = extent(offsetof(RaddleBlock, block_dim.y), known.y);
  Value *threads = builder.CreateMul(builder.CreateMul(extent_x_, extent_y_),
                                     extent(offsetof(RaddleBlock, block_dim.z), known.z));
  // Warps are fused only where a block has a multiple of them.
  count_ = builder.CreateUDiv(builder.CreateAdd(threads, builder.getInt32(kRaddleWarpSize - 1)),
                              builder.getInt32(kRaddleWarpSize * facts.fused_warps), "warps");
}

Value *WarpCursor::field(Value *thread, unsigned offset) const {
  return builder_.CreateConstInBoundsGEP1_32(builder_.getInt8Ty(), thread, offset);
}

void WarpCursor::start(Value *thread) const {
  builder_.CreateStore(block_, field(thread, offsetof(RaddleThread, block)));
  builder_.CreateStore(builder_.getInt64(0), field(thread, offsetof(RaddleThread, stack_limit)));
  builder_.CreateStore(ConstantPointerNull::get(builder_.getPtrTy()),
                       field(thread, offsetof(RaddleThread, place)));
  for (unsigned offset : {offsetof(RaddleThread, thread_idx.x), offsetof(RaddleThread, thread_idx.y),
                          offsetof(RaddleThread, thread_idx.z), offsetof(RaddleThread, lane),
                          offsetof(RaddleThread, warp), offsetof(RaddleThread, lanes_here)})
    builder_.CreateStore(builder_.getInt32(0), field(thread, offset));
}

void WarpCursor::advance(Value *thread) const {
  // x += 32, or y += the rows of a warp, with carry; or z += the planes of a warp.
  const unsigned lanes = kRaddleWarpSize * facts_.fused_warps;
  const unsigned rows = blocks_.layout == BlockClass::Layout::kNarrow ? lanes / blocks_.row : 0;
  Value *carry = builder_.getFalse();
  auto move = [&](unsigned offset, Value *step, Value *bound) {
    Value *address = field(thread, offset);
    Value *moved = builder_.CreateAdd(builder_.CreateLoad(builder_.getInt32Ty(), address), step);
    if (bound) {
      carry = builder_.CreateICmpUGE(moved, bound);
      moved = builder_.CreateSelect(carry, builder_.getInt32(0), moved);
    }
    builder_.CreateStore(moved, address);
  };
  auto carried = [&] { return builder_.CreateZExt(carry, builder_.getInt32Ty()); };
  move(offsetof(RaddleThread, warp), builder_.getInt32(facts_.fused_warps), nullptr);
  if (blocks_.layout == BlockClass::Layout::kPlanes)
    return move(offsetof(RaddleThread, thread_idx.z), builder_.getInt32(blocks_.planesOfWarp()), nullptr);
  if (rows == 0)
    move(offsetof(RaddleThread, thread_idx.x), builder_.getInt32(lanes), extent_x_);
  move(offsetof(RaddleThread, thread_idx.y), rows ? builder_.getInt32(rows) : carried(), extent_y_);
  move(offsetof(RaddleThread, thread_idx.z), carried(), nullptr);
}

// Gives a loop properties of these names.
static void mark(Instruction &back_edge, std::initializer_list<StringRef> names) {
  LLVMContext &context = back_edge.getContext();
  SmallVector<Metadata *, 3> properties{nullptr};
  for (StringRef name : names)
    properties.push_back(MDNode::get(context, MDString::get(context, name)));
  MDNode *loop = MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  back_edge.setMetadata(LLVMContext::MD_loop, loop);
}

void markWarpLoop(Instruction &back_edge) { mark(back_edge, {marker::kLoopOverWarps}); }

bool isWarpLoop(const Loop &loop) { return findOptionMDForLoop(&loop, marker::kLoopOverWarps) != nullptr; }

void markFullyUnrolled(Instruction &back_edge) { mark(back_edge, {"llvm.loop.unroll.full"}); }

void markAsNote(StoreInst &store) {
  store.setMetadata(marker::kRunningWarp, MDNode::get(store.getContext(), {}));
}

void noteRunningWarp(const Facts &facts, IRBuilder<> &builder, Value *block, Value *run) {
  Value *warp = builder.CreateMul(builder.CreateZExtOrTrunc(run, builder.getInt32Ty()),
                                  builder.getInt32(facts.fused_warps));
  Value *place =
      builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), block, offsetof(RaddleBlock, running_warp));
  // A fault in the middle of the loop must find it.
  markAsNote(*builder.CreateStore(warp, place, /*isVolatile=*/true));
}

} // namespace raddle::vectorize
