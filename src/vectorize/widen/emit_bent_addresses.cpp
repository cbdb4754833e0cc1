// Accesses whose index is bent at a border.
//
// An image ends somewhere, and its neighbours are looked for at its edge, or begin again on the other side:
//
//   in[min(max(x + dx, 0), width - 1)]       in[(x + 1) % width]       in[x == 0 ? width - 1 : x - 1]
//
// Of such an index nothing is known, but almost everywhere neighbouring lanes have neighbouring elements. So there are two
// versions,
//
//   if (index == index of lane 0 + lane, in all lanes)  one access of lanes side by side
//   else                                                a gather or scatter
//
// Where rows have 16 or 8 lanes, as in blocks of 16 x 16, it is one access for each row.

#include "vectorize/widen/likely_offsets.h"
#include "vectorize/widen/warp_emitter.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The only index that differs between lanes, if it is one more from lane to lane of a run.
const Use *bentIndexInRuns(const GetElementPtrInst &address, Type *type, const analysis::LaneShapes &shapes,
                           const DataLayout &layout, unsigned run) {
  LaneOffsets straight;
  for (unsigned lane = 0; lane < straight.size(); ++lane)
    straight[lane] = lane % run;
  const Use *bent = nullptr;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct() || shapes.isUniform(i.getOperand()))
      continue;
    // A narrower one may wrap where it is extended, which straightAddresses() asks of explicit extensions.
    if (bent || !i.getOperand()->getType()->isIntegerTy(64) ||
        likelyOffsets(*i.getOperand(), shapes, run) != straight ||
        layout.getTypeAllocSize(i.getIndexedType()) != layout.getTypeStoreSize(type))
      return nullptr;
    bent = &address.getOperandUse(1 + static_cast<unsigned>(std::distance(gep_type_begin(address), i)));
  }
  return bent;
}

} // namespace

std::optional<WarpEmitter::BentIndex> WarpEmitter::bentIndex(const Value *pointer, Type *type) const {
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || !isUniform(address->getPointerOperand()) || !layout_.typeSizeEqualsStoreSize(type))
    return std::nullopt;
  for (unsigned run : {kLanes, kLanes / 2, kLanes / 4})
    if (const Use *use = bentIndexInRuns(*address, type, shapes_, layout_, run))
      return BentIndex{use, run};
  return std::nullopt;
}

std::pair<WarpEmitter::Values, Value *> WarpEmitter::straightAddresses(const BentIndex &bent) {
  Value *operand = bent.use->get();
  auto *cast = dyn_cast<CastInst>(operand);
  const bool is_extended = cast && isa<SExtInst, ZExtInst>(cast), is_signed = cast && isa<SExtInst>(cast);
  // In lanes that do not take part it may be poison.
  Value *all = builder_.CreateFreeze(vector(is_extended ? cast->getOperand(0) : operand));
  auto *type = llvm::cast<VectorType>(all->getType());
  SmallVector<int, kLanes> first_of;
  SmallVector<Constant *, kLanes> behind_first;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    first_of.push_back(static_cast<int>(lane / bent.run * bent.run));
    behind_first.push_back(ConstantInt::get(type->getElementType(), lane % bent.run));
  }
  Value *straight =
      builder_.CreateAdd(builder_.CreateShuffleVector(all, first_of), ConstantVector::get(behind_first));
  Value *follow = builder_.CreateICmpEQ(all, straight);
  if (!isFull(mask_))
    follow = builder_.CreateOr(follow, builder_.CreateNot(mask_));
  Value *holds = builder_.CreateICmpEQ(bits(follow), builder_.getInt32(~0u));
  auto &address = *llvm::cast<GetElementPtrInst>(bent.use->getUser());
  Values firsts;
  for (unsigned lane = 0; lane < kLanes; lane += bent.run) {
    Value *first = builder_.CreateExtractElement(all, std::uint64_t{lane});
    if (is_extended) {
      const unsigned width = type->getScalarSizeInBits();
      const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
      Value *bound = ConstantInt::get(first->getType(), largest - (bent.run - 1));
      holds = builder_.CreateAnd(
          holds, builder_.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first, bound));
      first = is_signed ? builder_.CreateSExt(first, cast->getType())
                        : builder_.CreateZExt(first, cast->getType());
    }
    SmallVector<Value *, 4> indices;
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      indices.push_back(i.getOperand() == operand ? first
                        : i.isStruct()            ? i.getOperand()
                                                  : scalar(i.getOperand()));
    firsts.push_back(
        builder_.CreateGEP(address.getSourceElementType(), scalar(address.getPointerOperand()), indices));
  }
  return {firsts, holds};
}

} // namespace raddle::vectorize
