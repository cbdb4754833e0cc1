// Accesses whose index is bent at a border.
//
// An image ends somewhere, and its neighbours are looked for at its edge, or begin again on the other side:
//
//   in[min(max(x + dx, 0), width - 1)]       in[(x + 1) % width]       in[x == 0 ? width - 1 : x - 1]
//
// Of such an index nothing is known, but almost everywhere neighbouring lanes have neighbouring elements. So there are two
// versions,
//
//   if (index - index of the first active lane == lane - its number, in all active lanes)  one access, side by side
//   else                                                                                   a gather or scatter
//
// Inactive lanes may be bent: in tiles whose valid cells shrink they are those at the border. Where rows have 16 or 8 lanes, as in blocks of 16 x 16, it is one access for each row.

#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/likely_offsets.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicsX86.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isUniformInRuns(const Value &value, const analysis::LaneShapes &shapes, unsigned run) {
  const analysis::LaneShape shape = shapes.of(&value);
  return shape.run() >= run && shape.inRunsOf(run).isUniformInRuns();
}

// The only index that differs between lanes of a run, if it is one more from lane to lane.
const Use *bentIndexInRuns(const GetElementPtrInst &address, Type *type, const analysis::LaneShapes &shapes,
                           const DataLayout &layout, unsigned run) {
  LaneOffsets straight;
  for (unsigned lane = 0; lane < straight.size(); ++lane)
    straight[lane] = lane % run;
  const Use *bent = nullptr;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct() || isUniformInRuns(*i.getOperand(), shapes, run))
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

// The first lane of a run that takes part, counted from the run's first; any where none does.
Value *WarpEmitter::firstActivePlace(unsigned first_lane, unsigned run) {
  if (isFull(mask_))
    return builder_.getInt32(0);
  Value *from_run_on = builder_.CreateLShr(bits(mask_), first_lane);
  Value *active = builder_.CreateOr(from_run_on, builder_.getInt32(1u << (run - 1)));
  return builder_.CreateBinaryIntrinsic(Intrinsic::cttz, active, builder_.getTrue());
}

// One element of a vector in place of all. LLVM would take it from memory, if it is known at run time only.
Value *WarpEmitter::everywhere(Value *vector, Value *place) {
  auto *type = cast<FixedVectorType>(vector->getType());
  constexpr unsigned kRegister = 16;
  const unsigned elements = type->getNumElements();
  if (!has_wide_permutes_ || isa<Constant>(place) || !type->getElementType()->isIntegerTy(32) ||
      elements < kRegister)
    return builder_.CreateVectorSplat(elements, builder_.CreateExtractElement(vector, place));
  Value *places = builder_.CreateVectorSplat(kRegister, place);
  if (elements == kRegister)
    return builder_.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {}, {vector, places});
  Value *same =
      builder_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                               {partOf(vector, 0, kRegister), places, partOf(vector, kRegister, kRegister)});
  return concatenateVectors(builder_, {same, same});
}

std::pair<WarpEmitter::Values, Value *> WarpEmitter::straightAddresses(const BentIndex &bent) {
  Value *operand = bent.use->get();
  auto *cast = dyn_cast<CastInst>(operand);
  const bool is_extended = cast && isa<SExtInst, ZExtInst>(cast), is_signed = cast && isa<SExtInst>(cast);
  // In lanes that do not take part it may be poison.
  Value *all = builder_.CreateFreeze(vector(is_extended ? cast->getOperand(0) : operand));
  Type *type = all->getType()->getScalarType();
  const unsigned width = type->getIntegerBitWidth();
  SmallVector<Constant *, kLanes> numbers;
  for (unsigned number = 0; number < bent.run; ++number)
    numbers.push_back(ConstantInt::get(type, number));
  auto &address = *llvm::cast<GetElementPtrInst>(bent.use->getUser());
  Values firsts;
  Value *holds = builder_.getTrue(), *deviates = nullptr;
  for (unsigned lane = 0; lane < kLanes; lane += bent.run) {
    // Counted from the first lane that takes part: those before it may be bent.
    Value *run = partOf(all, lane, bent.run), *place = firstActivePlace(lane, bent.run);
    Value *same = everywhere(run, place), *index = builder_.CreateExtractElement(same, std::uint64_t{0});
    Value *distances =
        builder_.CreateSub(ConstantVector::get(numbers),
                           builder_.CreateVectorSplat(bent.run, builder_.CreateZExtOrTrunc(place, type)));
    Value *differs = builder_.CreateICmpNE(builder_.CreateSub(run, same), distances);
    if (!isFull(mask_))
      differs = builder_.CreateAnd(differs, partOf(mask_, lane, bent.run));
    deviates = deviates ? builder_.CreateOr(deviates, differs) : differs;
    if (is_extended) {
      const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
      Value *bound = ConstantInt::get(type, largest - (bent.run - 1));
      holds = builder_.CreateAnd(
          holds, builder_.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, index, bound));
      index = builder_.CreateCast(cast->getOpcode(), index, cast->getType());
    }
    index = builder_.CreateSub(index, builder_.CreateZExt(place, index->getType()));
    SmallVector<Value *, 4> indices;
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      indices.push_back(i.getOperand() == operand ? index
                        : i.isStruct()            ? i.getOperand()
                                                  : inLane(i.getOperand(), lane));
    firsts.push_back(
        builder_.CreateGEP(address.getSourceElementType(), scalar(address.getPointerOperand()), indices));
  }
  Value *all_follow = builder_.CreateIsNull(builder_.CreateBitCast(deviates, builder_.getIntNTy(bent.run)));
  return {firsts, builder_.CreateAnd(holds, all_follow)};
}

} // namespace raddle::vectorize
