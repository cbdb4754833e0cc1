// Accesses whose index is bent at a border.
//
// An image ends somewhere, and its neighbours are looked for at its edge, or begin again on the other side:
//
//   in[min(max(x + dx, 0), width - 1)]       in[(x + 1) % width]       in[x == 0 ? width - 1 : x - 1]
//
// Nothing is known of such an index, but almost everywhere neighbouring lanes have neighbouring elements. So there are two
// versions,
//
//   if (index - index of the first active lane == lane - its number, in all active lanes)  one access, side by side
//   else                                                                                   a gather or scatter
//
// Indices of inactive lanes may be bent: in tiles whose valid cells shrink those are the lanes at the border. Where rows have
// 16 or 8 lanes, as in blocks of 16 x 16, it is one access for each row.

#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/values_in_lanes.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The first lane of a run that takes part, counted from the run's first; any where none does.
Value *firstActivePlace(WarpBuilder &warp, unsigned first_lane, unsigned run) {
  if (warp.isFull(warp.mask))
    return warp.getInt32(0);
  Value *from_run_on = warp.CreateLShr(warp.bits(warp.mask), first_lane);
  Value *active = warp.CreateOr(from_run_on, warp.getInt32(1u << (run - 1)));
  return warp.CreateBinaryIntrinsic(Intrinsic::cttz, active, warp.getTrue());
}

// One element of a vector in place of all. LLVM would take it from memory, if it is known at run time only.
Value *everywhere(WarpBuilder &warp, Value *vector, Value *place) {
  auto *type = cast<FixedVectorType>(vector->getType());
  constexpr unsigned kRegister = 16;
  const unsigned elements = type->getNumElements();
  if (!warp.has_wide_permutes || isa<Constant>(place) || !type->getElementType()->isIntegerTy(32) ||
      elements < kRegister)
    return warp.CreateVectorSplat(elements, warp.CreateExtractElement(vector, place));
  Value *places = warp.CreateVectorSplat(kRegister, place);
  if (elements == kRegister)
    return warp.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {}, {vector, places});
  Value *same = warp.CreateIntrinsic(
      Intrinsic::x86_avx512_vpermi2var_d_512, {},
      {partOf(warp, vector, 0, kRegister), places, partOf(warp, vector, kRegister, kRegister)});
  return concatenateVectors(warp, {same, same});
}

} // namespace

std::pair<ValueList, Value *> straightAddresses(WarpBuilder &warp, const BentIndex &bent) {
  Value *operand = bent.use->get();
  auto *cast = dyn_cast<CastInst>(operand);
  const bool is_extended = cast && isa<SExtInst, ZExtInst>(cast), is_signed = cast && isa<SExtInst>(cast);
  // In lanes that do not take part it may be poison.
  Value *all = warp.CreateFreeze(warp.vector(is_extended ? cast->getOperand(0) : operand));
  Type *type = all->getType()->getScalarType();
  const unsigned width = type->getIntegerBitWidth();
  SmallVector<Constant *, kLanes> numbers;
  for (unsigned number = 0; number < bent.run; ++number)
    numbers.push_back(ConstantInt::get(type, number));
  auto &address = *llvm::cast<GetElementPtrInst>(bent.use->getUser());
  ValueList firsts;
  Value *holds = warp.getTrue(), *deviates = nullptr;
  for (unsigned lane = 0; lane < kLanes; lane += bent.run) {
    // Counted from the first lane that takes part: those before it may be bent.
    Value *run = partOf(warp, all, lane, bent.run), *place = firstActivePlace(warp, lane, bent.run);
    Value *same = everywhere(warp, run, place), *index = warp.CreateExtractElement(same, std::uint64_t{0});
    Value *distances = warp.CreateSub(ConstantVector::get(numbers),
                                      warp.CreateVectorSplat(bent.run, warp.CreateZExtOrTrunc(place, type)));
    Value *differs = warp.CreateICmpNE(warp.CreateSub(run, same), distances);
    if (!warp.isFull(warp.mask))
      differs = warp.CreateAnd(differs, partOf(warp, warp.mask, lane, bent.run));
    deviates = deviates ? warp.CreateOr(deviates, differs) : differs;
    if (is_extended) {
      const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
      Value *bound = ConstantInt::get(type, largest - (bent.run - 1));
      holds = warp.CreateAnd(
          holds, warp.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, index, bound));
      index = warp.CreateCast(cast->getOpcode(), index, cast->getType());
    }
    index = warp.CreateSub(index, warp.CreateZExt(place, index->getType()));
    SmallVector<Value *, 4> indices;
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      indices.push_back(i.getOperand() == operand ? index
                        : i.isStruct()            ? i.getOperand()
                                                  : inLane(warp, i.getOperand(), lane));
    firsts.push_back(
        warp.CreateGEP(address.getSourceElementType(), warp.scalar(address.getPointerOperand()), indices));
  }
  Value *all_follow = warp.CreateIsNull(warp.CreateBitCast(deviates, warp.getIntNTy(bent.run)));
  return {firsts, warp.CreateAnd(holds, all_follow)};
}

} // namespace raddle::vectorize
