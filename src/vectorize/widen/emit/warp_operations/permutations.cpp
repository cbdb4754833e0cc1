// Permutations of the lanes of a warp.

#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

#include <llvm/IR/IntrinsicsAArch64.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// With AVX2 an instruction of its own, of which LLVM makes a comparison with a bit where it may.
Value *selectBySign(WarpBuilder &warp, Value *sign, Value *negative, Value *otherwise) {
  if (warp.has_wide_permutes)
    return warp.CreateSelect(warp.CreateIsNeg(sign), negative, otherwise);
  auto *floats = FixedVectorType::get(warp.getFloatTy(), warp.registerBytes() / 4);
  auto asFloats = [&](Value *value) { return warp.CreateBitCast(value, floats); };
  Value *chosen = warp.CreateIntrinsic(Intrinsic::x86_avx_blendv_ps_256, {},
                                       {asFloats(otherwise), asFloats(negative), asFloats(sign)});
  return warp.CreateBitCast(chosen, negative->getType());
}

// NEON looks bytes up in a table of four registers, half a warp's: 0 is what is not there, or what was found before.
Value *lookUpInTables(WarpBuilder &warp, Value *vector, Value *source_lanes) {
  constexpr unsigned kBytes = 16, kTable = 4, kWords = kBytes / 4;
  auto *bytes = FixedVectorType::get(warp.getInt8Ty(), kBytes);
  SmallVector<Value *, 2 * kTable> sources;
  for (unsigned i = 0; i < 2 * kTable; ++i)
    sources.push_back(warp.CreateBitCast(partOf(warp, vector, i * kWords, kWords), bytes));
  SmallVector<Value *, 8> results;
  for (unsigned i = 0; i < 2 * kTable; ++i) {
    // Each byte of a word the number of its first one, and then its own.
    Value *words = partOf(warp, source_lanes, i * kWords, kWords);
    words = warp.CreateMul(words, ConstantInt::get(words->getType(), 0x04040404));
    words = warp.CreateAdd(words, ConstantInt::get(words->getType(), 0x03020100));
    Value *from = warp.CreateBitCast(words, bytes);
    SmallVector<Value *, kTable + 2> lower(sources.begin(), sources.begin() + kTable), upper;
    lower.push_back(from);
    upper.push_back(warp.CreateIntrinsic(Intrinsic::aarch64_neon_tbl4, {bytes}, lower));
    upper.append(sources.begin() + kTable, sources.end());
    upper.push_back(warp.CreateSub(from, ConstantInt::get(bytes, kTable * kBytes)));
    Value *found = warp.CreateIntrinsic(Intrinsic::aarch64_neon_tbx4, {bytes}, upper);
    results.push_back(
        warp.CreateBitCast(found, FixedVectorType::get(vector->getType()->getScalarType(), kWords)));
  }
  return concatenate(warp, std::move(results));
}

// Elements of 64 bits: all lower halves are in as many registers as their permutation knows, and so are the
// upper ones.
Value *permuteHalves(WarpBuilder &warp, Value *vector, Value *source_lanes) {
  Value *words = warp.CreateBitCast(vector, FixedVectorType::get(warp.getInt32Ty(), 2 * kLanes));
  Value *halves[2];
  SmallVector<int, 2 * kLanes> alternating(2 * kLanes);
  for (unsigned upper : {0, 1}) {
    SmallVector<int, kLanes> own(kLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      own[lane] = static_cast<int>(2 * lane + upper);
      alternating[2 * lane + upper] = static_cast<int>(lane + kLanes * upper);
    }
    halves[upper] = permute(warp, warp.CreateShuffleVector(words, own), source_lanes);
  }
  return warp.CreateBitCast(warp.CreateShuffleVector(halves[0], halves[1], alternating), vector->getType());
}

// Element i of the result is element i ^ distance, or i + distance in a circle, of 32-bit `words` in a register.
Value *permuteRegister(WarpBuilder &warp, Value *words, Value *distance, bool by_xor) {
  auto *type = cast<FixedVectorType>(words->getType());
  const unsigned count = type->getNumElements(), size = warp.has_permutes ? 1 : 4; // of words, or bytes
  SmallVector<Constant *, 16> numbers;
  Type *number = warp.getIntNTy(warp.has_permutes ? 32 : 8);
  for (unsigned i = 0; i < count * size; ++i)
    numbers.push_back(ConstantInt::get(number, i));
  Value *own = ConstantVector::get(numbers);
  distance = warp.CreateVectorSplat(count * size,
                                    warp.CreateTrunc(warp.CreateMul(distance, warp.getInt32(size)), number));
  Value *from = by_xor ? warp.CreateXor(own, distance) : warp.CreateAdd(own, distance);
  from = warp.CreateAnd(from, ConstantInt::get(from->getType(), count * size - 1));
  if (warp.has_wide_permutes)
    return warp.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {}, {words, from});
  if (warp.has_permutes)
    return warp.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {words, from});
  Value *bytes = warp.CreateBitCast(words, from->getType());
  Value *turned = warp.has_tables
                      ? warp.CreateIntrinsic(Intrinsic::aarch64_neon_tbl1, {from->getType()}, {bytes, from})
                      : warp.CreateIntrinsic(Intrinsic::x86_ssse3_pshuf_b_128, {}, {bytes, from});
  return warp.CreateBitCast(turned, type);
}

} // namespace

Value *permute(WarpBuilder &warp, Value *vector, Value *source_lanes) {
  if (auto *constant = dyn_cast<Constant>(source_lanes)) {
    SmallVector<int, kLanes> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(
          static_cast<int>(cast<ConstantInt>(constant->getAggregateElement(lane))->getZExtValue()));
    return warp.CreateShuffleVector(vector, order);
  }
  if (!warp.has_wide_permutes && !warp.has_permutes && !warp.has_tables) {
    Value *memory = spill(warp, vector);
    Type *element = cast<VectorType>(vector->getType())->getElementType();
    Value *addresses = warp.CreateGEP(element, memory, source_lanes);
    return warp.CreateMaskedGather(vector->getType(), addresses, Align(4),
                                   Constant::getAllOnesValue(warp.mask->getType()));
  }

  if (vector->getType()->getScalarSizeInBits() == 64)
    return permuteHalves(warp, vector, source_lanes);
  if (warp.has_tables)
    return lookUpInTables(warp, vector, source_lanes);

  // Register by register: an instruction chooses among the lanes of one register, or two of AVX-512; what
  // is left of the lane's number chooses among their results. With AVX2 that takes two thirds of the time of
  // gathers from the stack.
  const unsigned per_register = warp.registerBytes() / 4;
  auto part = [&](Value *whole, unsigned number) {
    return partOf(warp, whole, number * per_register, per_register);
  };
  SmallVector<Value *, 8> sources, results;
  for (unsigned i = 0; i < kLanes / per_register; ++i)
    sources.push_back(part(vector, i));
  for (unsigned i = 0; i < kLanes / per_register; ++i) {
    Value *lanes = part(source_lanes, i);
    SmallVector<Value *, 8> chosen;
    unsigned reach = per_register;
    if (warp.has_wide_permutes) {
      reach *= 2;
      for (size_t j = 0; j < sources.size(); j += 2)
        chosen.push_back(warp.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                                              {sources[j], lanes, sources[j + 1]}));
    } else {
      for (Value *source : sources)
        chosen.push_back(warp.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {source, lanes}));
    }
    for (; chosen.size() > 1; reach *= 2) {
      const unsigned to_sign = lanes->getType()->getScalarSizeInBits() - 1 - Log2_32(reach);
      Value *sign = warp.CreateShl(lanes, ConstantInt::get(lanes->getType(), to_sign));
      for (size_t j = 0; j < chosen.size() / 2; ++j)
        chosen[j] = selectBySign(warp, sign, chosen[2 * j + 1], chosen[2 * j]);
      chosen.resize(chosen.size() / 2);
    }
    results.push_back(chosen[0]);
  }
  return concatenate(warp, std::move(results));
}

// Each register is turned by what the distance is within one, and the registers change places by way of memory.
// The permuted halves of two neighbours in the circle then come together.
Value *permuteByDistance(WarpBuilder &warp, Value *vector, Value *distance, bool by_xor) {
  const unsigned words = kLanes * vector->getType()->getScalarSizeInBits() / 32;
  const unsigned per_register = warp.has_permutes ? warp.registerBytes() / 4 : 4,
                 registers = words / per_register;
  Value *all = warp.CreateBitCast(vector, FixedVectorType::get(warp.getInt32Ty(), words));
  distance = warp.CreateMul(distance, warp.getInt32(words / kLanes));
  Value *within = warp.CreateAnd(distance, warp.getInt32(per_register - 1));
  Value *across = warp.CreateAnd(distance, warp.getInt32(words - per_register));
  AllocaInst *memory = warp.scratch(all->getType(), "turned");
  auto placeOf = [&](Value *word) { return warp.CreateGEP(warp.getInt32Ty(), memory, word); };
  const Align align(per_register * 4);
  for (unsigned i = 0; i < words; i += per_register)
    warp.CreateAlignedStore(permuteRegister(warp, partOf(warp, all, i, per_register), within, by_xor),
                            placeOf(warp.getInt32(i)), align);
  SmallVector<Value *, 8> moved;
  for (unsigned i = 0; i < words; i += per_register) {
    Value *from = warp.getInt32(i);
    from = by_xor ? warp.CreateXor(from, across)
                  : warp.CreateAnd(warp.CreateAdd(from, across), warp.getInt32(words - 1));
    auto *type = FixedVectorType::get(warp.getInt32Ty(), per_register);
    moved.push_back(warp.CreateAlignedLoad(type, placeOf(from), align));
  }
  if (!by_xor) {
    SmallVector<Constant *, 16> numbers;
    for (unsigned i = 0; i < per_register; ++i)
      numbers.push_back(warp.getInt32(per_register - i));
    Value *of_next =
        warp.CreateICmpUGE(warp.CreateVectorSplat(per_register, within), ConstantVector::get(numbers));
    Value *first = moved[0];
    for (unsigned i = 0; i < registers; ++i)
      moved[i] = warp.CreateSelect(of_next, i + 1 < registers ? moved[i + 1] : first, moved[i]);
  }
  return warp.CreateBitCast(concatenate(warp, std::move(moved)), vector->getType());
}

} // namespace raddle::vectorize
