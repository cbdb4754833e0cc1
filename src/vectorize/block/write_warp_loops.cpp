#include "vectorize/block/write_warp_loops.h"

#include "abi/kernel_abi.h"
#include "vectorize/block/warp_cursor.h"
#include "vectorize/fields.h"
#include "vectorize/never_unrolled.h"

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

class WarpLoopWriter {
public:
  WarpLoopWriter(Function &kernel, const BlockClass &blocks, const Facts &facts, const WarpLoopPlan &plan)
      : kernel_(kernel), blocks_(blocks), facts_(facts), plan_(plan), thread_(*kernel_.getArg(0)),
        layout_(kernel.getDataLayout()) {}

  // Writes into the entry: a RaddleThread for each warp, or for the one that runs.
  void describeWarps() {
    BasicBlock *entry = &kernel_.getEntryBlock();
    BasicBlock *first = entry->getSingleSuccessor();
    entry->getTerminator()->eraseFromParent();
    IRBuilder<> builder(entry);
    block_ = loadBlock(builder, &thread_);
    if (plan_.unrolled)
      noteRunningWarp(facts_, builder, block_, builder.getInt64(0));
    if (plan_.warps_may_return)
      living_ = placeForEachWarp(kernel_, facts_, builder.getInt64Ty(), "living.warps");
    WarpCursor cursor(blocks_, facts_, builder, block_);
    count_ = hasKnownExtents() ? builder.getInt64(blocks_.group / facts_.fused_warps)
                               : builder.CreateZExt(cursor.count(), builder.getInt64Ty());
    if (hasKnownExtents())
      describeRunningWarp(builder);
    else
      describeEachWarp(builder, cursor);
    if (living_) {
      living_count_ =
          new AllocaInst(builder.getInt64Ty(), layout_.getAllocaAddrSpace(), "living", entry->begin());
      builder.CreateStore(count_, living_count_);
    }
    if (!plan_.meetings.empty())
      noteLanesAtMeetings(builder);
    builder.CreateBr(first);
    first->replacePhiUsesWith(entry, builder.GetInsertBlock());
  }

  // Creates the blocks in which an iteration begins.
  WarpLoop open(const BarrierRegion &region) {
    const std::string name = region.start()->getName().str();
    LLVMContext &context = kernel_.getContext();
    WarpLoop loop;
    loop.before = BasicBlock::Create(context, name + ".warps", &kernel_, region.start());
    loop.begin = BasicBlock::Create(context, name + ".warp", &kernel_, region.start());
    IRBuilder<> builder(loop.before);
    builder.CreateBr(loop.begin);
    builder.SetInsertPoint(loop.begin);
    loop.index = builder.CreatePHI(builder.getInt64Ty(), 2, "index");
    loop.index->addIncoming(builder.getInt64(0), loop.before);
    loop.warp = loop.index;
    if (living_)
      loop.warp = builder.CreateLoad(
          builder.getInt64Ty(), builder.CreateInBoundsGEP(builder.getInt64Ty(), living_, loop.index), "warp");
    if (hasKnownExtents()) {
      loop.thread = threads_;
      moveRunningWarp(builder, loop.warp);
    } else {
      loop.thread = builder.CreateInBoundsGEP(threadType(), threads_, loop.warp, "thread");
    }
    if (!plan_.unrolled)
      noteRunningWarp(facts_, builder, block_, loop.warp);
    builder.CreateBr(region.start());
    return loop;
  }

  // Leads from the region's ends to the next iteration, and out of the loop.
  void close(const BarrierRegion &region, WarpLoop &loop) {
    if (!region.next)
      return; // no warp leaves it
    const std::string name = region.start()->getName().str();
    auto *next = BasicBlock::Create(kernel_.getContext(), name + ".next.warp", &kernel_);
    auto *last = BasicBlock::Create(kernel_.getContext(), name + ".all.warps", &kernel_);
    IRBuilder<> builder(next);
    SmallVector<BasicBlock *, 4> ways;
    for (BasicBlock *block : region.blocks)
      if (is_contained(successors(block), region.next))
        ways.push_back(block);
    for (PHINode &phi : region.next->phis()) {
      PHINode *left = builder.CreatePHI(phi.getType(), static_cast<unsigned>(ways.size()), phi.getName());
      for (BasicBlock *way : ways) {
        left->addIncoming(phi.getIncomingValueForBlock(way), way);
        while (phi.getBasicBlockIndex(way) >= 0)
          phi.removeIncomingValue(way, /*DeletePHIIfEmpty=*/false);
      }
      phi.addIncoming(left, last);
    }
    BasicBlock *goes_on = next;
    if (region.may_return)
      goes_on = countLivingWarps(region, loop, next, last);
    else
      BranchInst::Create(region.next, last);
    for (BasicBlock *way : ways)
      way->getTerminator()->replaceSuccessorWith(region.next, goes_on);
    builder.SetInsertPoint(next);
    Value *index = builder.CreateAdd(loop.index, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    Value *count = living_ ? builder.CreateLoad(builder.getInt64Ty(), living_count_) : count_;
    BranchInst *again = builder.CreateCondBr(builder.CreateICmpULT(index, count), loop.begin, last);
    // LLVM need not unroll the others: what a warp does is long enough, and compiling would take longer.
    if (plan_.unrolled)
      markFullyUnrolled(*again);
    else
      again->setMetadata(LLVMContext::MD_loop, neverUnrolled(again->getContext()));
    loop.index->addIncoming(index, next);
  }

  // Leads from the blocks before the region to the first iteration.
  // Only what is the same for all warps is still a phi at the start.
  void enter(const BarrierRegion &region, const WarpLoop &loop) {
    BasicBlock *start = region.start();
    for (BasicBlock *before : SmallSetVector<BasicBlock *, 4>(pred_begin(start), pred_end(start)))
      if (before != loop.begin)
        before->getTerminator()->replaceSuccessorWith(start, loop.before);
    for (PHINode &phi : make_early_inc_range(start->phis()))
      phi.moveBefore(*loop.before, loop.before->begin());
  }

private:
  // Where all extents of the block are known, a warp's number says where it lies.
  bool hasKnownExtents() const { return blocks_.one_group; }

  // One RaddleThread for all warps, of which each writes what it has of its own when it begins: an address that is handed to a
  // function in a rare case costs two stores then, and nothing where there is none.
  void describeRunningWarp(IRBuilder<> &builder) {
    threads_ = new AllocaInst(threadType(), layout_.getAllocaAddrSpace(), "running",
                              kernel_.getEntryBlock().begin());
    threads_->setAlignment(Align(alignof(RaddleThread)));
    copyThread(builder, threads_);
    if (!living_)
      return;
    SmallVector<std::uint64_t, 8> numbers(blocks_.group / facts_.fused_warps);
    std::iota(numbers.begin(), numbers.end(), 0);
    builder.CreateAlignedStore(ConstantDataVector::get(builder.getContext(), numbers), living_,
                               living_->getAlign());
  }

  void moveRunningWarp(IRBuilder<> &builder, Value *warp) {
    Value *number = builder.CreateTrunc(warp, builder.getInt32Ty());
    const unsigned lanes = kRaddleWarpSize * facts_.fused_warps;
    const bool has_narrow_rows = blocks_.layout == BlockClass::Layout::kNarrow;
    auto write = [&](unsigned offset, unsigned factor) {
      markAsNote(
          *builder.CreateStore(builder.CreateMul(number, builder.getInt32(factor), "", /*HasNUW=*/true),
                               builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), threads_, offset)));
    };
    write(offsetof(RaddleThread, warp), facts_.fused_warps);
    if (has_narrow_rows)
      write(offsetof(RaddleThread, thread_idx.y), lanes / blocks_.row);
    else
      write(offsetof(RaddleThread, thread_idx.x), lanes);
  }

  void describeEachWarp(IRBuilder<> &builder, const WarpCursor &cursor) {
    threads_ = placeForEachWarp(kernel_, facts_, threadType(), "threads");
    threads_->setAlignment(Align(alignof(RaddleThread)));
    CountedLoop loop(builder, count_, "describe.warp");
    copyThread(builder, builder.CreateInBoundsGEP(threadType(), threads_, loop.index));
    if (living_)
      builder.CreateStore(loop.index, builder.CreateInBoundsGEP(builder.getInt64Ty(), living_, loop.index));
    cursor.advance(&thread_);
    loop.close();
  }

  // Reports on blocks that wait for others say which threads wait: all, or it is not known which.
  void noteLanesAtMeetings(IRBuilder<> &builder) {
    const bool all = plan_.all_lanes_come && !living_;
    builder.CreateStore(builder.getInt32(all ? ~0u : 0),
                        builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), &thread_,
                                                           offsetof(RaddleThread, lanes_here)));
  }

  Type *threadType() const {
    return ArrayType::get(Type::getInt8Ty(kernel_.getContext()), sizeof(RaddleThread));
  }

  // Copies the fields that the kernel reads of the thread, or all of it where other functions may read it, too.
  void copyThread(IRBuilder<> &builder, Value *place) {
    SmallSetVector<std::pair<std::int64_t, Type *>, 8> fields;
    for (const User *user : thread_.users()) {
      if (is_contained(plan_.meetings, user))
        continue;
      auto *load = dyn_cast<LoadInst>(user);
      auto *element = dyn_cast<GetElementPtrInst>(user);
      const bool is_known =
          load || (element && threadFieldAt(*element, thread_) >= 0 &&
                   all_of(element->users(), [](const User *access) { return isa<LoadInst>(access); }));
      if (!is_known) {
        const Align align(alignof(RaddleThread));
        builder.CreateMemCpy(place, align, &thread_, align, sizeof(RaddleThread));
        return;
      }
      if (load)
        fields.insert({0, load->getType()});
      else if (threadFieldAt(*element, thread_) != offsetof(RaddleThread, block))
        for (const User *access : element->users())
          fields.insert({threadFieldAt(*element, thread_), access->getType()});
    }
    for (auto [offset, type] : fields) {
      auto at = [&](Value *base) {
        return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
      };
      builder.CreateStore(builder.CreateLoad(type, at(&thread_)), at(place));
    }
  }

  // Warps that go on move up in the list; the others return when the loop is over. Returns the block for those that go on, which
  // leads to `next`.
  BasicBlock *countLivingWarps(const BarrierRegion &region, const WarpLoop &loop, BasicBlock *next,
                               BasicBlock *last) {
    BasicBlock *entry = &kernel_.getEntryBlock();
    Type *number = Type::getInt64Ty(kernel_.getContext());
    auto *so_far = new AllocaInst(number, layout_.getAllocaAddrSpace(), "so.far", entry->begin());
    IRBuilder<> builder(loop.before->getTerminator());
    builder.CreateStore(builder.getInt64(0), so_far);
    auto *goes_on =
        BasicBlock::Create(kernel_.getContext(), region.start()->getName() + ".goes.on", &kernel_, next);
    builder.SetInsertPoint(goes_on);
    Value *place = builder.CreateLoad(number, so_far);
    builder.CreateStore(loop.warp, builder.CreateInBoundsGEP(number, living_, place));
    builder.CreateStore(builder.CreateAdd(place, builder.getInt64(1)), so_far);
    builder.CreateBr(next);
    for (BasicBlock *block : region.blocks)
      block->getTerminator()->replaceSuccessorWith(plan_.return_block, next);
    builder.SetInsertPoint(last);
    Value *count = builder.CreateLoad(number, so_far);
    builder.CreateStore(count, living_count_);
    builder.CreateCondBr(builder.CreateIsNull(count), plan_.return_block, region.next);
    return goes_on;
  }

  Function &kernel_;
  const BlockClass &blocks_;
  const Facts &facts_;
  const WarpLoopPlan &plan_;
  Argument &thread_;
  const DataLayout &layout_;
  AllocaInst *threads_ = nullptr;
  Value *block_ = nullptr, *count_ = nullptr;
  AllocaInst *living_ = nullptr, *living_count_ = nullptr; // warps that have not returned, where some may
};

} // namespace

void writeWarpLoops(Function &kernel, const BlockClass &blocks, const Facts &facts, WarpLoopPlan &plan,
                    WarpValues &values) {
  WarpLoopWriter writer(kernel, blocks, facts, plan);
  writer.describeWarps();
  WarpLoops loops;
  for (auto &[start, region] : plan.regions.all())
    loops.insert({start, writer.open(region)});
  values.keep(loops);
  for (auto &[start, region] : plan.regions.all())
    writer.close(region, loops.find(start)->second);
  for (auto &[start, region] : plan.regions.all())
    writer.enter(region, loops.find(start)->second);
}

} // namespace raddle::vectorize
