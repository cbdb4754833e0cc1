#include "vectorize/tune/tiles/copy_list.h"

#include "vectorize/prefetches.h"
#include "vectorize/processor.h"

#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <limits>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostWarps = 1024 / kRaddleWarpSize; // of a block
constexpr std::uint64_t kAlign = 128;                   // bytes: each array begins at a cache line of its own

StructType *entryType(LLVMContext &context) {
  auto *pointer = PointerType::get(context, 0);
  return StructType::get(context, {pointer, pointer, Type::getInt64Ty(context)});
}

} // namespace

std::uint64_t PipelinePlan::noCopy() const { return std::uint64_t(entries_of_warp) * kMostWarps; }

std::uint64_t PipelinePlan::bytesOfList(const DataLayout &layout, LLVMContext &context) const {
  return (noCopy() + 1) * layout.getTypeAllocSize(entryType(context));
}

CopyList::CopyList(const TileLoop &loop, const TileCopies &copies, const PipelinePlan &plan)
    : copies_(copies), plan_(plan), function_(*loop.tiles().getHeader()->getParent()),
      entry_(entryType(function_.getContext())) {
  IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
  auto array = [&](Type *type, std::uint64_t size, const Twine &name) {
    AllocaInst *memory = builder.CreateAlloca(ArrayType::get(type, size), nullptr, name);
    memory->setAlignment(Align(kAlign));
    return memory;
  };
  auto variable = [&](Type *type, const Twine &name) {
    variables_.push_back(builder.CreateAlloca(type, nullptr, name));
    return variables_.back();
  };
  AllocaInst *tiles = array(builder.getInt8Ty(), plan.distance + plan.bytes, "tiles");
  list_ = array(entry_, plan.noCopy() + 1, "copies");
  AllocaInst *spare = array(builder.getInt8Ty(), plan.bytes_of_copy, "spare");
  here_ = variable(builder.getInt64Ty(), "here");
  copied_ = variable(builder.getInt1Ty(), "copied");
  is_even_ = variable(builder.getInt1Ty(), "even");
  next_ = variable(builder.getInt64Ty(), "next");
  for (std::size_t i = 0; i < copies.limits().size(); ++i)
    highest_.push_back(variable(builder.getInt64Ty(), "highest"));
  builder.SetInsertPoint(loop.tiles().getLoopPreheader()->getTerminator());
  builder.CreateStore(builder.getInt64(0), here_);
  builder.CreateStore(builder.getFalse(), copied_);
  Value *none = builder.CreateConstInBoundsGEP1_64(entry_, list_, plan.noCopy());
  store(builder, none, 0, spare);
  store(builder, none, 1, spare);
  store(builder, none, 2, builder.getInt64(0));
  for (LoadInst *base : loop.bases()) {
    base->replaceAllUsesWith(tiles);
    base->eraseFromParent();
  }
}

void CopyList::store(IRBuilder<> &builder, Value *entry, unsigned field, Value *value) const {
  builder.CreateStore(value, builder.CreateStructGEP(entry_, entry, field));
}

void CopyList::emitListing(const DenseMap<Instruction *, Value *> &places) {
  Loop &copying = copies_.copying();
  BasicBlock *before = copying.getLoopPreheader(), *header = copying.getHeader();
  BasicBlock *begin = BasicBlock::Create(function_.getContext(), "copy.tile", &function_, header);
  IRBuilder<> builder(before->getTerminator());
  builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), copied_), copying.getExitBlock(), begin);
  before->getTerminator()->eraseFromParent();
  header->replacePhiUsesWith(before, begin);
  builder.SetInsertPoint(begin);
  builder.CreateStore(builder.getInt64(0), next_);
  builder.CreateStore(builder.getTrue(), is_even_);
  for (AllocaInst *highest : highest_)
    builder.CreateStore(builder.getInt64(std::numeric_limits<std::int32_t>::min()), highest);
  builder.CreateBr(header);

  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  Value *number_of_first = builder.CreateLoad(builder.getInt64Ty(), next_);
  Value *first = builder.CreateInBoundsGEP(entry_, list_, number_of_first);
  builder.CreateStore(builder.CreateAdd(number_of_first, builder.getInt64(plan_.entries_of_warp)), next_);
  // What is left over of a warp's entries copies the last one again.
  const std::size_t number = copies_.copies().size();
  for (std::size_t i = 0; i < plan_.entries_of_warp; ++i) {
    const TileCopies::Copy &copy = copies_.copies()[std::min(i, number - 1)];
    list(copy, places.lookup(copy.store), first, i);
  }
  for (const TileCopies::Copy &copy : copies_.copies()) {
    noteIndices(copy);
    if (copy.otherwise) {
      builder.SetInsertPoint(copy.otherwise->getTerminator());
      builder.CreateStore(builder.getFalse(), is_even_);
    }
  }
}

void CopyList::list(const TileCopies::Copy &copy, Value *place, Value *first, std::size_t number) const {
  IRBuilder<> builder(copy.load);
  Value *entry = builder.CreateConstInBoundsGEP1_64(entry_, first, number);
  Value *address = copy.load->getPointerOperand();
  store(builder, entry, 0, address);
  prefetchRow(builder, builder.CreateGEP(builder.getInt8Ty(), address, copy.stride), plan_.bytes_of_copy);
  builder.SetInsertPoint(copy.store);
  store(builder, builder.CreateConstInBoundsGEP1_64(entry_, first, number), 1, place);
  store(builder, builder.CreateConstInBoundsGEP1_64(entry_, first, number), 2, copy.stride);
}

void CopyList::noteIndices(const TileCopies::Copy &copy) const {
  IRBuilder<> builder(copy.load);
  for (const TileCopies::Index &index : copy.indices) {
    AllocaInst *highest = highest_[index.limit];
    Value *wide = builder.CreateCast(index.extension, index.number, builder.getInt64Ty());
    builder.CreateStore(builder.CreateBinaryIntrinsic(
                            Intrinsic::smax, builder.CreateLoad(builder.getInt64Ty(), highest), wide),
                        highest);
  }
}

Value *CopyList::staysEven(IRBuilder<> &builder) {
  Value *result = builder.CreateLoad(builder.getInt1Ty(), is_even_);
  for (auto [limit, highest] : zip(copies_.limits(), highest_)) {
    Value *next = builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), highest), limit.step);
    builder.CreateStore(next, highest);
    result = builder.CreateAnd(result, builder.CreateICmpSLT(next, builder.getInt64(limit.bound)));
    result = builder.CreateAnd(result, builder.CreateICmpSGE(limit.step, builder.getInt64(0)));
  }
  return result;
}

void CopyList::begin(IRBuilder<> &builder, Value *is_copied) {
  builder.CreateStore(is_copied, copied_);
  builder.CreateStore(builder.CreateSelect(is_copied, builder.getInt64(0), builder.getInt64(plan_.noCopy())),
                      next_);
}

CopyList::Entry CopyList::take(IRBuilder<> &builder, Value *step, Value *distance) {
  Value *number = builder.CreateLoad(builder.getInt64Ty(), next_);
  Value *entry = builder.CreateInBoundsGEP(entry_, list_, number);
  auto field = [&](unsigned index, Type *type) {
    return builder.CreateLoad(type, builder.CreateStructGEP(entry_, entry, index));
  };
  Value *stride = field(2, builder.getInt64Ty());
  Entry result;
  result.from = builder.CreateGEP(builder.getInt8Ty(), field(0, builder.getPtrTy()), stride);
  result.to = builder.CreateGEP(builder.getInt8Ty(), field(1, builder.getPtrTy()), distance);
  result.after = builder.CreateGEP(builder.getInt8Ty(), result.from, stride);
  store(builder, entry, 0, result.from);
  builder.CreateStore(builder.CreateAdd(number, step), next_);
  return result;
}

void CopyList::promote() {
  DominatorTree dominators(function_);
  PromoteMemToReg(variables_, dominators);
}

void prefetchRow(IRBuilder<> &builder, Value *address, std::uint64_t bytes) {
  for (std::uint64_t line = 0; line < divideCeil(bytes, kCacheLineBytes); ++line)
    createPrefetch(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), address, line * kCacheLineBytes),
                   CacheLevel::kSecond);
}

} // namespace raddle::vectorize
