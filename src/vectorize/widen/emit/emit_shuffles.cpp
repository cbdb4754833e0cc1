// Shuffles: permutations of the lanes.
//
// Known source lanes are a fixed permutation. A distance that is the same for all lanes, but known at run time
// only, moves whole registers and turns all of them alike. Other source lanes are looked up register by register.

#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

using nvvm::Runtime;

// `count` lanes from `first` on.
Value *WarpEmitter::partOf(Value *lanes, unsigned first, unsigned count) {
  SmallVector<int, kLanes> numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<int>(first));
  return builder_.CreateShuffleVector(lanes, numbers);
}

// With AVX2 an instruction of its own, of which LLVM makes a comparison with a bit where it may.
Value *WarpEmitter::selectBySign(Value *sign, Value *negative, Value *otherwise) {
  if (has_wide_permutes_)
    return builder_.CreateSelect(builder_.CreateIsNeg(sign), negative, otherwise);
  auto *floats = FixedVectorType::get(builder_.getFloatTy(), registerBytes() / 4);
  auto asFloats = [&](Value *value) { return builder_.CreateBitCast(value, floats); };
  Value *chosen = builder_.CreateIntrinsic(Intrinsic::x86_avx_blendv_ps_256, {},
                                           {asFloats(otherwise), asFloats(negative), asFloats(sign)});
  return builder_.CreateBitCast(chosen, negative->getType());
}

// result[i] = vector[source_lanes[i]], 0 <= source_lanes[i] < 32, elements of 32 or 64 bits.
Value *WarpEmitter::permute(Value *vector, Value *source_lanes) {
  if (auto *constant = dyn_cast<Constant>(source_lanes)) {
    SmallVector<int, kLanes> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(
          static_cast<int>(cast<ConstantInt>(constant->getAggregateElement(lane))->getZExtValue()));
    return builder_.CreateShuffleVector(vector, order);
  }
  if (!has_wide_permutes_ && !has_permutes_ && !has_tables_) {
    Value *memory = spill(vector);
    Type *element = cast<VectorType>(vector->getType())->getElementType();
    Value *addresses = builder_.CreateGEP(element, memory, source_lanes);
    return builder_.CreateMaskedGather(vector->getType(), addresses, Align(4),
                                       Constant::getAllOnesValue(mask_->getType()));
  }

  if (vector->getType()->getScalarSizeInBits() == 64)
    return permuteHalves(vector, source_lanes);
  if (has_tables_)
    return lookUp(vector, source_lanes);

  // Register by register: an instruction chooses among the lanes of one register, or two of AVX-512; what
  // is left of the lane's number chooses among their results. With AVX2 that takes 8 ns, gathers from the stack 12
  // (Xeon, 2026-11-21).
  const unsigned per_register = registerBytes() / 4;
  auto part = [&](Value *whole, unsigned number) {
    return partOf(whole, number * per_register, per_register);
  };
  SmallVector<Value *, 8> sources, results;
  for (unsigned i = 0; i < kLanes / per_register; ++i)
    sources.push_back(part(vector, i));
  for (unsigned i = 0; i < kLanes / per_register; ++i) {
    Value *lanes = part(source_lanes, i);
    SmallVector<Value *, 8> chosen;
    unsigned reach = per_register;
    if (has_wide_permutes_) {
      reach *= 2;
      for (size_t j = 0; j < sources.size(); j += 2)
        chosen.push_back(builder_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                                                  {sources[j], lanes, sources[j + 1]}));
    } else {
      for (Value *source : sources)
        chosen.push_back(builder_.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {source, lanes}));
    }
    for (; chosen.size() > 1; reach *= 2) {
      const unsigned to_sign = lanes->getType()->getScalarSizeInBits() - 1 - Log2_32(reach);
      Value *sign = builder_.CreateShl(lanes, ConstantInt::get(lanes->getType(), to_sign));
      for (size_t j = 0; j < chosen.size() / 2; ++j)
        chosen[j] = selectBySign(sign, chosen[2 * j + 1], chosen[2 * j]);
      chosen.resize(chosen.size() / 2);
    }
    results.push_back(chosen[0]);
  }
  return concatenate(std::move(results));
}

// NEON looks bytes up in a table of four registers, half a warp's: 0 is what is not there, or what was found before.
Value *WarpEmitter::lookUp(Value *vector, Value *source_lanes) {
  constexpr unsigned kBytes = 16, kTable = 4, kWords = kBytes / 4;
  auto *bytes = FixedVectorType::get(builder_.getInt8Ty(), kBytes);
  SmallVector<Value *, 2 * kTable> sources;
  for (unsigned i = 0; i < 2 * kTable; ++i)
    sources.push_back(builder_.CreateBitCast(partOf(vector, i * kWords, kWords), bytes));
  SmallVector<Value *, 8> results;
  for (unsigned i = 0; i < 2 * kTable; ++i) {
    // Each byte of a word the number of its first one, and then its own.
    Value *words = partOf(source_lanes, i * kWords, kWords);
    words = builder_.CreateMul(words, ConstantInt::get(words->getType(), 0x04040404));
    words = builder_.CreateAdd(words, ConstantInt::get(words->getType(), 0x03020100));
    Value *from = builder_.CreateBitCast(words, bytes);
    SmallVector<Value *, kTable + 2> lower(sources.begin(), sources.begin() + kTable), upper;
    lower.push_back(from);
    upper.push_back(builder_.CreateIntrinsic(Intrinsic::aarch64_neon_tbl4, {bytes}, lower));
    upper.append(sources.begin() + kTable, sources.end());
    upper.push_back(builder_.CreateSub(from, ConstantInt::get(bytes, kTable * kBytes)));
    Value *found = builder_.CreateIntrinsic(Intrinsic::aarch64_neon_tbx4, {bytes}, upper);
    results.push_back(
        builder_.CreateBitCast(found, FixedVectorType::get(vector->getType()->getScalarType(), kWords)));
  }
  return concatenate(std::move(results));
}

// Elements of 64 bits: all lower halves are in as many registers as their permutation knows, and so are the
// upper ones.
Value *WarpEmitter::permuteHalves(Value *vector, Value *source_lanes) {
  Value *words = builder_.CreateBitCast(vector, FixedVectorType::get(builder_.getInt32Ty(), 2 * kLanes));
  Value *halves[2];
  SmallVector<int, 2 * kLanes> alternating(2 * kLanes);
  for (unsigned upper : {0, 1}) {
    SmallVector<int, kLanes> own(kLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      own[lane] = static_cast<int>(2 * lane + upper);
      alternating[2 * lane + upper] = static_cast<int>(lane + kLanes * upper);
    }
    halves[upper] = permute(builder_.CreateShuffleVector(words, own), source_lanes);
  }
  return builder_.CreateBitCast(builder_.CreateShuffleVector(halves[0], halves[1], alternating),
                                vector->getType());
}

// Where each lane reads from the lane as far from its own as all others do, of 32 in a circle or by exclusive or:
// that distance, 0 to 31, if it is known at run time only. AVX-512 looks 32 bits up as fast as it moves them.
Value *WarpEmitter::sameDistance(CallInst &call, Runtime shuffle) {
  Value *operand = call.getArgOperand(3);
  if (shuffle == Runtime::raddle_shfl_idx) {
    // lane + distance, which need not be taken modulo 32; with fewer bits it would be another lane.
    Value *sum;
    const APInt *kept;
    if (match(operand, m_And(m_Value(sum), m_APInt(kept))) && kept->countr_one() >= Log2_32(kLanes))
      operand = sum;
    auto *bounds = dyn_cast<ConstantInt>(call.getArgOperand(4));
    if (!bounds || bounds->getZExtValue() != kLanes - 1 || !shapes_.of(operand).isScalar() ||
        shapes_.of(operand).stride() != 1)
      return nullptr;
  } else if (!isUniform(operand))
    return nullptr;
  if ((has_wide_permutes_ && !otherHalf(call).call) || shapes_.of(operand).isConstant())
    return nullptr;
  Value *distance = scalar(operand);
  if (shuffle == Runtime::raddle_shfl_up)
    distance = builder_.CreateNeg(distance);
  return builder_.CreateAnd(distance, builder_.getInt32(kLanes - 1));
}

// Element i of the result is element i ^ distance, or i + distance in a circle, of 32-bit `words` in a register.
Value *WarpEmitter::turn(Value *words, Value *distance, bool by_xor) {
  auto *type = cast<FixedVectorType>(words->getType());
  const unsigned count = type->getNumElements(), size = has_permutes_ ? 1 : 4; // of words, or bytes
  SmallVector<Constant *, 16> numbers;
  Type *number = builder_.getIntNTy(has_permutes_ ? 32 : 8);
  for (unsigned i = 0; i < count * size; ++i)
    numbers.push_back(ConstantInt::get(number, i));
  Value *own = ConstantVector::get(numbers);
  distance = builder_.CreateVectorSplat(
      count * size, builder_.CreateTrunc(builder_.CreateMul(distance, builder_.getInt32(size)), number));
  Value *from = by_xor ? builder_.CreateXor(own, distance) : builder_.CreateAdd(own, distance);
  from = builder_.CreateAnd(from, ConstantInt::get(from->getType(), count * size - 1));
  if (has_wide_permutes_)
    return builder_.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {}, {words, from});
  if (has_permutes_)
    return builder_.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {words, from});
  Value *bytes = builder_.CreateBitCast(words, from->getType());
  Value *turned =
      has_tables_ ? builder_.CreateIntrinsic(Intrinsic::aarch64_neon_tbl1, {from->getType()}, {bytes, from})
                  : builder_.CreateIntrinsic(Intrinsic::x86_ssse3_pshuf_b_128, {}, {bytes, from});
  return builder_.CreateBitCast(turned, type);
}

// Each register is turned by what the distance is within one, and the registers change places by way of memory.
// Of two neighbours in the circle the turned halves then come together.
Value *WarpEmitter::permuteByDistance(Value *vector, Value *distance, bool by_xor) {
  const unsigned words = kLanes * vector->getType()->getScalarSizeInBits() / 32;
  const unsigned per_register = has_permutes_ ? registerBytes() / 4 : 4, registers = words / per_register;
  Value *all = builder_.CreateBitCast(vector, FixedVectorType::get(builder_.getInt32Ty(), words));
  distance = builder_.CreateMul(distance, builder_.getInt32(words / kLanes));
  Value *within = builder_.CreateAnd(distance, builder_.getInt32(per_register - 1));
  Value *across = builder_.CreateAnd(distance, builder_.getInt32(words - per_register));
  AllocaInst *memory = slot(all->getType(), "turned");
  memory->setAlignment(Align(64));
  auto placeOf = [&](Value *word) { return builder_.CreateGEP(builder_.getInt32Ty(), memory, word); };
  const Align align(per_register * 4);
  for (unsigned i = 0; i < words; i += per_register)
    builder_.CreateAlignedStore(turn(partOf(all, i, per_register), within, by_xor),
                                placeOf(builder_.getInt32(i)), align);
  SmallVector<Value *, 8> moved;
  for (unsigned i = 0; i < words; i += per_register) {
    Value *from = builder_.getInt32(i);
    from = by_xor ? builder_.CreateXor(from, across)
                  : builder_.CreateAnd(builder_.CreateAdd(from, across), builder_.getInt32(words - 1));
    auto *type = FixedVectorType::get(builder_.getInt32Ty(), per_register);
    moved.push_back(builder_.CreateAlignedLoad(type, placeOf(from), align));
  }
  if (!by_xor) {
    SmallVector<Constant *, 16> numbers;
    for (unsigned i = 0; i < per_register; ++i)
      numbers.push_back(builder_.getInt32(per_register - i));
    Value *of_next = builder_.CreateICmpUGE(builder_.CreateVectorSplat(per_register, within),
                                            ConstantVector::get(numbers));
    Value *first = moved[0];
    for (unsigned i = 0; i < registers; ++i)
      moved[i] = builder_.CreateSelect(of_next, i + 1 < registers ? moved[i + 1] : first, moved[i]);
  }
  return builder_.CreateBitCast(concatenate(std::move(moved)), vector->getType());
}

// CUDA shuffles 64 bits as two halves. Here is one half: finds the other, which comes later, and the whole.
WarpEmitter::OtherHalf WarpEmitter::otherHalf(CallInst &call) const {
  auto halfOf = [](Value *value) -> std::pair<Value *, bool> {
    Value *whole = nullptr;
    if (match(value, m_Trunc(m_LShr(m_Value(whole), m_SpecificInt(32)))) && whole->getType()->isIntegerTy(64))
      return {whole, true};
    if (match(value, m_Trunc(m_Value(whole))) && whole->getType()->isIntegerTy(64))
      return {whole, false};
    return {nullptr, false};
  };
  auto [whole, is_upper] = halfOf(call.getArgOperand(2));
  if (!whole)
    return {};
  for (Instruction *next = call.getNextNode(); next; next = next->getNextNode()) {
    auto *other = dyn_cast<CallInst>(next);
    if (!other || other->getCalledFunction() != call.getCalledFunction())
      continue;
    bool alike = true;
    for (unsigned operand : {1, 3, 4})
      alike &= other->getArgOperand(operand) == call.getArgOperand(operand);
    if (alike && halfOf(other->getArgOperand(2)) == std::pair(whole, !is_upper))
      return {other, whole, /*is_lower=*/is_upper};
  }
  return {};
}

// A shuffle in which all lanes read from the same one.
void WarpEmitter::emitReadOfOneLane(CallInst &call) {
  Value *value = call.getArgOperand(2);
  Value *lane = builder_.CreateAnd(scalar(call.getArgOperand(3)), builder_.getInt32(kLanes - 1));
  auto unlessMissing = [&](Value *read) {
    if (isFull(mask_))
      return read;
    Value *members = builder_.CreateAnd(scalar(maskOperand(call)), bits(liveMask()));
    Value *gives = builder_.CreateTrunc(builder_.CreateLShr(members, lane), builder_.getInt1Ty());
    return builder_.CreateSelect(gives, read, Constant::getNullValue(read->getType()));
  };
  if (isUniform(value))
    return define(call, unlessMissing(scalar(value)));
  if (OtherHalf other = otherHalf(call); other.call) {
    Value *both = unlessMissing(builder_.CreateExtractElement(vector(other.whole), lane));
    Value *lower = builder_.CreateTrunc(both, builder_.getInt32Ty());
    Value *upper = builder_.CreateTrunc(builder_.CreateLShr(both, 32), builder_.getInt32Ty());
    define(call, other.is_lower ? upper : lower);
    served_[other.call] = other.is_lower ? lower : upper;
    return;
  }
  if (!has_wide_permutes_ || isa<Constant>(lane))
    return define(call, unlessMissing(builder_.CreateExtractElement(vector(value), lane)));
  // A permutation of registers does not go through memory, and has the value for all lanes.
  const unsigned half = kLanes / 2;
  Value *all =
      builder_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                               {partOf(vector(value), 0, half), builder_.CreateVectorSplat(half, lane),
                                partOf(vector(value), half, half)});
  all = unlessMissing(all);
  define(call, builder_.CreateExtractElement(all, std::uint64_t{0}));
  vectors_[&call] = concatenate({all, all});
}

// PTX shfl.sync: b is the source operand, c = clamp | segment mask << 8.
WarpEmitter::SourceLanes WarpEmitter::sourceLanes(CallInst &call, Runtime shuffle) {
  Value *b = call.getArgOperand(3), *c = call.getArgOperand(4);
  auto constant = [&](unsigned number) {
    return ConstantVector::getSplat(ElementCount::getFixed(kLanes), builder_.getInt32(number));
  };
  Value *lane = iota(builder_.getInt32Ty(), 1);
  Value *distance = builder_.CreateAnd(vector(b), constant(kLanes - 1));
  Value *clamp = builder_.CreateAnd(vector(c), constant(kLanes - 1));
  Value *segment = builder_.CreateAnd(builder_.CreateLShr(vector(c), constant(8)), constant(kLanes - 1));
  Value *first = builder_.CreateAnd(lane, segment);
  Value *bound = builder_.CreateOr(first, builder_.CreateAnd(clamp, builder_.CreateNot(segment)));
  Value *source = nullptr, *in_range = nullptr;
  if (shuffle == Runtime::raddle_shfl_up) {
    source = builder_.CreateSub(lane, distance);
    in_range = builder_.CreateICmpSGE(source, bound);
  } else {
    if (shuffle == Runtime::raddle_shfl_down)
      source = builder_.CreateAdd(lane, distance);
    else if (shuffle == Runtime::raddle_shfl_bfly)
      source = builder_.CreateXor(lane, distance);
    else if (shuffle == Runtime::raddle_shfl_idx)
      source = builder_.CreateOr(first, builder_.CreateAnd(distance, builder_.CreateNot(segment)));
    else
      nvvm::refuseToWrite(shuffle);
    // What is read by number lies within the segment, unless the clamp is less than that.
    in_range = shuffle == Runtime::raddle_shfl_idx && clamp == constant(kLanes - 1)
                   ? Constant::getAllOnesValue(mask_->getType())
                   : builder_.CreateICmpSLE(source, bound);
  }
  return {builder_.CreateSelect(in_range, source, lane), in_range};
}

// Whether an active lane reads from one of those that are `missing` for it.
Value *WarpEmitter::someReadFrom(Value *missing, CallInst &shuffle) {
  Value *source = sourceLanes(shuffle, nvvm::calledRuntimeFunction(shuffle)->id).source;
  Value *reads = builder_.CreateTrunc(builder_.CreateLShr(missing, source), mask_->getType());
  return builder_.CreateIsNotNull(bits(builder_.CreateAnd(mask_, reads)));
}

void WarpEmitter::emitShuffle(CallInst &call, Runtime shuffle) {
  if (!shapes_.of(&call).isVarying())
    return emitReadOfOneLane(call);
  Value *value = call.getArgOperand(2);
  Type *i32 = builder_.getInt32Ty();
  auto [source, in_range] = sourceLanes(call, shuffle);
  Value *distance_of_all = sameDistance(call, shuffle);
  // A lane that does not take part, or has returned, gives zero, as on a GPU. From one that is only missing nobody
  // reads (see requireLanes).
  Value *gives = nullptr;
  const bool groups = !isUniform(maskOperand(call));
  if (!isFull(mask_) || groups) {
    Value *live = bits(liveMask());
    Value *members = groups ? builder_.CreateAnd(vector(maskOperand(call)), splat(live))
                            : splat(builder_.CreateAnd(scalar(maskOperand(call)), live));
    // With the sign shifted in, LLVM sees that nobody is missing where the mask turns out to be full.
    gives = builder_.CreateTrunc(builder_.CreateAShr(members, source), mask_->getType());
  }
  auto shuffled = [&](Value *own) {
    Value *given =
        distance_of_all
            ? builder_.CreateSelect(
                  in_range, permuteByDistance(own, distance_of_all, shuffle == Runtime::raddle_shfl_bfly),
                  own)
            : permute(own, source);
    return gives ? builder_.CreateSelect(gives, given, Constant::getNullValue(own->getType())) : given;
  };
  OtherHalf other = otherHalf(call);
  if (!other.call)
    return define(call, shuffled(vector(value)));
  Value *both = shuffled(vector(other.whole));
  Value *lower = builder_.CreateTrunc(both, widened(i32));
  Value *upper =
      builder_.CreateTrunc(builder_.CreateLShr(both, ConstantInt::get(both->getType(), 32)), widened(i32));
  define(call, other.is_lower ? upper : lower);
  served_[other.call] = other.is_lower ? lower : upper;
}

} // namespace raddle::vectorize
